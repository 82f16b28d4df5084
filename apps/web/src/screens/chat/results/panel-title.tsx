import { useTranslation } from 'react-i18next'
import styles from './results.module.css'

/** The panel's title and the question that its rows belong to. */
export function PanelTitle({ question }: { question: string }) {
  const { t } = useTranslation()
  return (
    <div className={styles.title}>
      <h2>{t('Query Results')}</h2>
      {question !== '' && (
        <p title={question} dir="auto">
          {question}
        </p>
      )}
    </div>
  )
}
