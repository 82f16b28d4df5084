import { useTranslation } from 'react-i18next'
import { formatClock } from '../../../lib/format.ts'
import styles from './results.module.css'

interface PanelTitleProps {
  /** Empty if there is none. */
  question: string
  /** When it was answered, in ISO 8601; null if it has no rows. */
  timestamp?: string | null
}

/** The panel's title, and the question that its rows belong to with the time of its answer. */
export function PanelTitle({ question, timestamp = null }: PanelTitleProps) {
  const { t } = useTranslation()
  return (
    <div className={styles.title}>
      <div className="flex items-baseline gap-1 text-xs/4 text-muted">
        <h2>{t('Query Results')}</h2>
        {timestamp !== null && <time dateTime={timestamp}>· {formatClock(timestamp)}</time>}
      </div>
      {question !== '' && (
        <p title={question} dir="auto">
          {question}
        </p>
      )}
    </div>
  )
}
