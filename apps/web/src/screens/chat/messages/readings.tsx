import type { OfferedReading } from '@parlance/contract'
import { ChevronRight, Code } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { cn } from '../../../lib/cn.ts'
import { receivedText, shownText } from '../../../lib/turn/shown-text.ts'
import { Icon } from '../../../ui/icon.tsx'
import { SqlBox } from '../../../ui/sql-box.tsx'
import detailsStyles from './details.module.css'
import styles from './messages.module.css'

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
      <fieldset className={styles.choices} aria-label={t('Which of these did you mean?')}>
        {readings.map((reading) => (
          <button
            key={reading.question}
            type="button"
            className="chip"
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
    <ul className={styles.readings} aria-label={t('Which of these did you mean?')}>
      {readings.map((reading) => (
        <li key={reading.question}>
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
      <button type="button" className={styles.reading} disabled={busy} onClick={() => onChoose(reading.question)}>
        <span>{label}</span>{' '}
        {count !== undefined && (
          <span>
            {count === null
              ? t('Could not count the rows')
              : t('{n, plural, one {# row} other {# rows}}', { n: count })}
          </span>
        )}
      </button>
      {sql !== undefined && (
        <div className={cn(detailsStyles.disclosures, styles.readingSql)}>
          <details>
            <summary>
              <Icon of={Code} small />
              <span className="tabular-nums">
                {t('SQL · {n, plural, one {# line} other {# lines}}', { n: sql.split('\n').length })}
              </span>
              <Icon of={ChevronRight} small className={detailsStyles.twist} />
            </summary>
            <SqlBox sql={sql} />
          </details>
        </div>
      )}
    </>
  )
}
