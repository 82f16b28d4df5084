import { message, type Message, type ObjectType } from '@parlance/contract'
import { useTranslation } from 'react-i18next'
import { cn } from '../../../lib/cn.ts'
import { translate } from '../../../lib/i18n.ts'

const looks: Record<ObjectType, { letter: string; name: Message; tone: string }> = {
  TABLE: { letter: 'T', name: message('Table'), tone: 'bg-hover text-muted' },
  VIEW: { letter: 'V', name: message('View'), tone: 'bg-(--info-soft) text-info' },
  SYNONYM: { letter: 'S', name: message('Synonym'), tone: 'bg-(--accent-soft) text-accent-text' },
}

/** One letter for the kind of a table. */
export function TableTypeBadge({ type }: { type: ObjectType }) {
  const { t } = useTranslation()
  const { letter, name, tone } = looks[type]
  return (
    <abbr
      className={cn(
        'inline-grid size-4.5 flex-none cursor-default place-items-center rounded-badge text-[12px] font-semibold no-underline',
        tone,
      )}
      title={translate(t, name)}
    >
      {letter}
    </abbr>
  )
}
