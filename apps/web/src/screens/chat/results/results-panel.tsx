import { Sheet } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { cn } from '../../../lib/cn.ts'
import type { ChatMessage } from '../../../lib/turn/chat-message.ts'
import { Icon } from '../../../ui/icon.tsx'
import { reasonText } from '../proof/answer-texts.ts'
import type { Chat } from '../state/use-chat.ts'
import { PanelTitle } from './panel-title.tsx'
import { ShownResult } from './shown-result.tsx'
import { resultIdOf, useEditedSql } from './use-edited-sql.ts'
import type { FigureCells } from '../../../lib/turn/figure-cells.ts'
import styles from './results.module.css'

interface ResultsPanelProps {
  chat: Chat
  message: ChatMessage | null
  /** What it answers. */
  question: string
  /** The cells to mark and show; null for none. */
  cells: FigureCells | null
  /** Changes with each request to show the chart of the rows; null for none. */
  chartRequest: object | null
}

/** SQL and rows of one answer, with their actions, or the reason why it has none. */
export function ResultsPanel({ chat, message, question, cells, chartRequest }: ResultsPanelProps) {
  const { t } = useTranslation()
  const edits = useEditedSql()
  const id = message === null ? null : resultIdOf(message)
  const result = message === null || id === null ? null : (edits.of(id)?.result ?? message.sqlResult)
  return (
    <section className={styles.results} aria-label={t('Query Results')}>
      {message === null || result === null ? (
        <>
          <div className={styles.head}>
            <PanelTitle question={question} />
          </div>
          {message === null ? <EmptyPanel /> : <WithoutRows message={message} areaCount={chat.areaScope.areaCount} />}
        </>
      ) : (
        <ShownResult
          key={resultIdOf(message)}
          chat={chat}
          question={question}
          message={message}
          result={result}
          edits={edits}
          cells={cells}
          chartRequest={chartRequest}
        />
      )}
    </section>
  )
}

function EmptyPanel() {
  const { t } = useTranslation()
  return (
    <div className={cn(styles.empty, styles.without)}>
      <Icon of={Sheet} />
      <b>{t('No query results to display.')}</b>
      <p>{t('Execute a query from the chat to see results here.')}</p>
    </div>
  )
}

/** Instead of rows: what happened to the question. */
function WithoutRows({ message, areaCount }: { message: ChatMessage; areaCount: number }) {
  const { t } = useTranslation()
  const wasTried = message.readings.length > 0 || message.toolCalls.some(({ sql }) => sql !== null)
  return (
    <div className={cn(styles.empty, styles.without)}>
      <Icon of={Sheet} />
      <b>{wasTried ? t('No rows to show') : t('No query was run')}</b>
      <p dir="auto">{reasonText(message, areaCount, t)}</p>
    </div>
  )
}
