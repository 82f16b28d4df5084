import { visibleText } from '@parlance/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatMoment } from '../../../lib/format.ts'
import { displaySessionName } from '../../../lib/session-name.ts'
import { sourcesOf } from '../../../lib/turn/asked-file.ts'
import type { ChatMessage } from '../../../lib/turn/chat-message.ts'
import { shownText } from '../../../lib/turn/shown-text.ts'
import { SqlView } from '../../../ui/sql-view.tsx'
import { AnswerWords } from '../copy/answer-words.tsx'
import { documentOf } from '../copy/answer-document.ts'
import type { LiveChat } from '../state/use-chat.ts'
import { PrintedChart } from './printed-chart.tsx'
import { PrintedRows } from './printed-rows.tsx'
import type { ChartDrawer } from './use-chart-drawer.ts'

/** The maximum number of rows of the open answer and of each other one. Exports contain the rest. */
const openRows = 1000
const otherRows = 20
/** Earlier questions are left out. */
const printedQuestions = 100

interface PrintedPagesProps {
  chat: LiveChat
  /** The id of the answer whose rows are open. */
  shownId: string | null
  /** Null while charts can't be drawn. */
  draw: ChartDrawer | null
}

/** A document with each question, its answer, chart, rows, SQL, and source. */
export function PrintedPages({ chat, shownId, draw }: PrintedPagesProps) {
  const { t } = useTranslation()
  const [now] = useState(() => new Date())
  const { messages } = chat.state.conversation
  const databaseName = chat.scope.database?.name ?? null
  const areaName = chat.area?.area_name ?? null
  const sources = sourcesOf(messages, { databaseName, isFileAsked: chat.isFileAsked })
  const asked = messages.filter(({ kind }) => kind === 'question')
  const printed = asked.slice(-printedQuestions)
  const title = chat.session === null ? '' : displaySessionName(chat.session.session_name)
  return (
    <article className="hidden text-(length:--text-dense)/5 print:block">
      <header className="mb-4 border-b border-line-strong pb-2">
        <h1 className="text-(length:--text-page)/7 font-semibold">{visibleText(title === '' ? t('Chat') : title)}</h1>
        <p className="text-muted">
          {[databaseName, areaName, t('Printed {date}', { date: formatMoment(now.toISOString()) })]
            .filter((part) => part !== null)
            .join(' · ')}
        </p>
        {asked.length > printed.length && (
          <p className="text-muted">
            {t('The last {n, number} of {total, number} questions.', { n: printed.length, total: asked.length })}
          </p>
        )}
      </header>
      {printed.map((question) => {
        const answer = messages.find(({ kind, turnId }) => kind === 'answer' && turnId === question.turnId)
        const sourceName = answer?.sqlResult?.sourceName ?? sources.get(question.turnId ?? '')?.name ?? null
        return (
          <section key={question.id} className="mb-6">
            <h2 className="break-after-avoid text-(length:--text-answer)/6 font-semibold" dir="auto">
              {visibleText(question.content)}
            </h2>
            {answer !== undefined && answer.status !== 'running' && (
              <PrintedAnswer
                message={answer}
                sourceName={sourceName}
                areaName={areaName}
                most={answer.id === shownId ? openRows : otherRows}
                draw={draw}
              />
            )}
          </section>
        )
      })}
    </article>
  )
}

interface PrintedAnswerProps {
  message: ChatMessage
  sourceName: string | null
  areaName: string | null
  /** The maximum number of rows. */
  most: number
  draw: ChartDrawer | null
}

function PrintedAnswer({ message, sourceName, areaName, most, draw }: PrintedAnswerProps) {
  const { t } = useTranslation()
  const { text, result, source } = documentOf(message, { question: '', sourceName, areaName }, t)
  const { understood } = message
  const assumptions = understood === null ? [] : understood.assumptions
  return (
    <>
      <div className="[&_ol]:list-decimal [&_ol]:pl-5 [&_ul]:list-disc [&_ul]:pl-5" dir="auto">
        <AnswerWords text={text} />
      </div>
      {assumptions.length > 0 && (
        <p className="text-muted">
          {t('Assumptions')}:{' '}
          {assumptions.map((one, at) => shownText(t, understood?.messages?.assumptions[at] ?? one)).join('; ')}
        </p>
      )}
      {result !== null && draw !== null && <PrintedChart result={result} draw={draw} />}
      {result !== null && <PrintedRows result={result} most={most} />}
      {result !== null && (
        <div className="mt-2 break-inside-avoid rounded-(--r-control) border border-line px-2 py-1 text-[10px]/4 [&>pre]:text-[10px]/4! [&>pre]:whitespace-pre-wrap!">
          <SqlView sql={result.display_sql} />
        </div>
      )}
      <p className="mt-1 text-(length:--text-meta) text-muted">{source}</p>
    </>
  )
}
