import type { ObjectType } from '@parlance/contract'
import { useTranslation } from 'react-i18next'

const looks: Record<ObjectType, { letter: string; name: string }> = {
  TABLE: { letter: 'T', name: 'Table' },
  VIEW: { letter: 'V', name: 'View' },
  SYNONYM: { letter: 'S', name: 'Synonym' },
}

/** One letter for the kind of a table. */
export function TableTypeBadge({ type }: { type: ObjectType }) {
  const { t } = useTranslation()
  const { letter, name } = looks[type]
  return (
    <abbr className="ba-type" data-type={letter} title={t(name)}>
      {letter}
    </abbr>
  )
}
