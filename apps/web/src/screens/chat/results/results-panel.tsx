import { Sheet } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { ChatMessage } from '../../../lib/turn/chat-message.ts'
import { Icon } from '../../../ui/icon.tsx'
import { reasonText } from '../proof/answer-texts.ts'
import type { Chat } from '../state/use-chat.ts'
import { PanelHead, PanelTitle } from './panel-title.tsx'
import { ShownResult } from './shown-result.tsx'
import { resultIdOf, useEditedSql } from './use-edited-sql.ts'
import type { FigureCells } from '../../../lib/turn/figure-cells.ts'

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
    <section // A low sheet shows only its title.
      className="@container/results flex min-h-0 min-w-0 flex-col group-data-[sheet=low]/panes:[&>:not([data-panel-head])]:hidden"
      aria-label={t('Query Results')}
    >
      {message === null || result === null ? (
        <>
          <PanelHead>
            <PanelTitle question={question} />
          </PanelHead>
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

const withoutClass =
  'm-2 grid flex-1 place-content-center justify-items-center gap-1 rounded-panel border border-dashed border-line-strong p-6 text-center text-muted'

function EmptyPanel() {
  const { t } = useTranslation()
  return (
    <div className={withoutClass}>
      <Icon of={Sheet} />
      <b className="font-medium text-ink">{t('No query results to display.')}</b>
      <p>{t('Execute a query from the chat to see results here.')}</p>
    </div>
  )
}

/** Instead of rows: what happened to the question. */
function WithoutRows({ message, areaCount }: { message: ChatMessage; areaCount: number }) {
  const { t } = useTranslation()
  // After a broken connection, no one here knows what the server has run.
  const mayBeRun = message.isLocalEnd || message.toolCalls.some(({ sql }) => sql !== null)
  const wasTried = message.readings.length > 0 || mayBeRun
  return (
    <div className={withoutClass}>
      <Icon of={Sheet} />
      <b className="font-medium text-ink">{wasTried ? t('No rows to show') : t('No query was run')}</b>
      <p className="max-w-[48ch] whitespace-pre-wrap" dir="auto">
        {reasonText(message, areaCount, t)}
      </p>
    </div>
  )
}
