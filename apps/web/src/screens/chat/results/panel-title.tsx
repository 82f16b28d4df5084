import { ChevronDown, ChevronUp } from 'lucide-react'
import { use, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { cn } from '../../../lib/cn.ts'
import { formatClock } from '../../../lib/format.ts'
import { Icon } from '../../../ui/icon.tsx'
import { SheetContext, useSwipe, type Sheet } from '../../../ui/panes/sheet.ts'

interface PanelTitleProps {
  /** Empty if there is none. */
  question: string
  /** When it was answered, in ISO 8601; null if it has no rows. */
  timestamp?: string | null
}

/** The line at the top of the panel; the only one that a low sheet shows. */
export function PanelHead({ children }: { children: ReactNode }) {
  return (
    <div
      className="flex min-h-13 flex-none items-center justify-end gap-1.5 py-1.5 pr-3 pl-4 max-md:py-0 max-md:pr-2 max-md:pl-3"
      data-panel-head
    >
      {children}
    </div>
  )
}

/** The panel's title, and the question that its rows belong to with the time of its answer. */
export function PanelTitle({ question, timestamp = null }: PanelTitleProps) {
  const { t } = useTranslation()
  const sheet = use(SheetContext)
  return (
    <div className={cn('flex min-w-0 grow basis-0 flex-col-reverse', sheet !== null && 'relative pe-6')}>
      <div className="flex items-baseline gap-1 text-xs/4 text-muted">
        <h2
          className={cn(
            'flex-none whitespace-nowrap max-md:truncate',
            question === '' && 'text-sm font-semibold text-ink',
          )}
        >
          {t('Query Results')}
        </h2>
        {timestamp !== null && <time dateTime={timestamp}>· {formatClock(timestamp)}</time>}
      </div>
      {question !== '' && (
        <p className="truncate text-sm font-semibold" title={question} dir="auto">
          {question}
        </p>
      )}
      {sheet !== null && <SheetButton sheet={sheet} />}
    </div>
  )
}

/** Covers the title: on a narrow screen, tapping or swiping it changes the height of the results. */
function SheetButton({ sheet }: { sheet: Sheet }) {
  const { t } = useTranslation()
  const swipe = useSwipe(sheet)
  const labels = {
    low: t('Show the results'),
    half: t('Show the results in full height'),
    full: t('Fold the results'),
  }
  return (
    <button
      type="button"
      className="focus-visible:-outline-offset-2 absolute inset-x-0 top-1/2 flex h-11 -translate-y-1/2 touch-none items-center justify-end text-muted"
      aria-label={labels[sheet.size]}
      {...swipe}
    >
      <Icon of={sheet.size === 'full' ? ChevronDown : ChevronUp} />
    </button>
  )
}
