import type { OfferedReading } from '@parlance/contract'
import { Code } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { cn } from '../../../lib/cn.ts'
import { receivedText, shownText } from '../../../lib/turn/shown-text.ts'
import { chipButtonClass } from '../../../ui/chip.ts'
import { Disclosure } from '../../../ui/disclosure.tsx'
import { SqlBox } from '../../../ui/sql-box.tsx'

interface ReadingsProps {
  readings: OfferedReading[]
  busy: boolean
  onChoose: (question: string) => void
}

/** What a question can mean. Each meaning has a button, and the SQL that it leads to can be read before choosing. */
export function Readings({ readings, busy, onChoose }: ReadingsProps) {
  const { t } = useTranslation()
  const isProven = readings.some((reading) => reading.display_sql !== undefined)
  if (!isProven) {
    return (
      <fieldset className="mt-2.5 flex flex-wrap gap-1.5" aria-label={t('Which of these did you mean?')}>
        {readings.map((reading) => (
          <button
            key={reading.question}
            type="button"
            className={cn(
              chipButtonClass,
              'h-auto min-h-7 rounded-panel py-[3px] text-left leading-[18px] whitespace-normal! max-md:min-h-11',
            )}
            disabled={busy}
            onClick={() => onChoose(reading.question)}
          >
            {shownText(t, receivedText(reading.label, reading))}
          </button>
        ))}
      </fieldset>
    )
  }
  return (
    <ul
      className="mt-2.5 overflow-hidden rounded-panel border border-line-strong"
      aria-label={t('Which of these did you mean?')}
    >
      {readings.map((reading) => (
        <li key={reading.question} className="not-first:border-t not-first:border-line">
          <ReadingChoice reading={reading} busy={busy} onChoose={onChoose} />
        </li>
      ))}
    </ul>
  )
}

function ReadingChoice({ reading, busy, onChoose }: Omit<ReadingsProps, 'readings'> & { reading: OfferedReading }) {
  const { t } = useTranslation()
  const { display_sql: sql, row_count: count } = reading
  const label = shownText(t, receivedText(reading.label, reading))
  return (
    <>
      <button
        type="button"
        className="flex min-h-(--row) w-full items-baseline justify-between gap-x-4 gap-y-1 px-3 py-2 text-left text-dense enabled:hover:bg-hover focus-visible:-outline-offset-2 max-md:min-h-11 max-md:items-center"
        disabled={busy}
        onClick={() => onChoose(reading.question)}
      >
        <span className="min-w-0 wrap-anywhere">{label}</span>{' '}
        {count !== undefined && (
          <span className="min-w-0 max-w-1/2 flex-none text-xs wrap-anywhere text-muted tabular-nums">
            {count === null
              ? t('Could not count the rows')
              : t('{n, plural, one {# row} other {# rows}}', { n: count })}
          </span>
        )}
      </button>
      {sql !== undefined && (
        <Disclosure
          icon={Code}
          label={t('SQL · {n, plural, one {# line} other {# lines}}', { n: sql.split('\n').length })}
          className="px-3"
        >
          <SqlBox sql={sql} />
        </Disclosure>
      )}
    </>
  )
}
