import { message, type Message, type QuestionOutcome } from '@parlance/contract'
import { Ban, Check, TriangleAlert, X, type LucideIcon } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { cn } from '../../../lib/cn.ts'
import { translate } from '../../../lib/i18n.ts'
import { Icon } from '../../../ui/icon.tsx'

export const outcomeLooks: Record<QuestionOutcome, { text: Message; icon: LucideIcon; className: string }> = {
  right: { text: message('Right'), icon: Check, className: 'text-success' },
  wrong: { text: message('Wrong'), icon: X, className: 'text-danger' },
  declined: { text: message('Declined'), icon: Ban, className: 'text-muted' },
  failed: { text: message('Failed'), icon: TriangleAlert, className: 'text-warning' },
}

interface OutcomeMarkProps {
  /** Null if the run did not ask the question. */
  outcome: QuestionOutcome | null
  hasWarning?: boolean
}

/** The outcome of a question as an icon and a word. */
export function OutcomeMark({ outcome, hasWarning = false }: OutcomeMarkProps) {
  const { t } = useTranslation()
  if (outcome === null) return <span className="text-faint">{t('Not asked')}</span>
  const { text, icon, className } = outcomeLooks[outcome]
  const warning = hasWarning ? t('With a warning') : undefined
  return (
    <span className={cn('inline-flex items-center gap-1 whitespace-nowrap', className)} title={warning}>
      <Icon of={icon} small />
      {translate(t, text)}
      {warning !== undefined && (
        <span className="text-warning">
          <Icon of={TriangleAlert} small />
          <span className="sr-only">{warning}</span>
        </span>
      )}
    </span>
  )
}
