import { withoutHiddenSigns } from '@parlance/contract'
import type { ResultWarning, UnderstoodQuestion } from '@parlance/contract'
import { Table2 } from 'lucide-react'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { formatClock, formatDuration } from '../../../lib/format.ts'
import type { AnswerButton, ChatMessage, SqlResult } from '../../../lib/turn/chat-message.ts'
import { receivedText, shownText } from '../../../lib/turn/shown-text.ts'
import { readingText } from '../../../lib/turn/tool-calls.ts'
import { executionTime } from '../../../lib/turn/trace-totals.ts'
import { areaButtons, isForAnotherArea, waitsForNetwork } from '../../../lib/turn/turn-errors.ts'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Note } from '../../../ui/note.tsx'
import type { ShowResult } from '../../../lib/turn/figure-cells.ts'
import { Badge } from '../../../ui/badge.tsx'
import { CopyAnswer } from '../copy/copy-answer.tsx'
import { AnswerText } from './answer-text.tsx'
import { Assumptions } from './assumptions.tsx'
import { AnswerFigure } from './figure/answer-figure.tsx'
import { ProofLine } from '../proof/proof-line.tsx'
import { QuestionButton } from './question-button.tsx'
import { Readings } from './readings.tsx'
import { Trace, hasSteps } from './trace.tsx'
import { VerdictButtons } from './verdict-buttons.tsx'
import { RunningLine } from './running-line.tsx'

/** What the buttons under an answer depend on. */
export interface AreaScope {
  tableCount: number
  areaCount: number
  canEditArea: boolean
}

export interface AnswerHandlers {
  ask: (question: string) => void
  cancel: () => void
  perform: (message: ChatMessage, button: AnswerButton) => void
  download: (name: string) => void
}

interface AnswerProps {
  message: ChatMessage
  /** What it answers. */
  question: string
  sessionTokens: number
  /** Whether its rows are shown in the results panel. */
  shown: boolean
  busy: boolean
  /** Whether the connection to the running turn is broken. */
  isLineBroken: boolean
  /** The current line of the model's thinking; empty unless it thinks. */
  thought: string
  areaScope: AreaScope
  /** The source of its rows; null if unknown. */
  sourceName: string | null
  /** The business area of its conversation; null if it uses all tables. */
  areaName: string | null
  /** Answers about attached files belong to their conversation, so they cannot be examples. Nor can those in a draft. */
  isFromFile: boolean
  handlers: AnswerHandlers
  onShow: ShowResult
}

/** A bar marks the answer that the results panel belongs to. */
const turnClass =
  'relative mx-auto mb-7 max-w-chat max-md:mb-5 data-[shown=true]:before:absolute data-[shown=true]:before:inset-y-0 data-[shown=true]:before:-left-3.5 data-[shown=true]:before:w-0.5 data-[shown=true]:before:rounded-[1px] data-[shown=true]:before:bg-accent'

export const Answer = memo(function Answer(props: AnswerProps) {
  const { t } = useTranslation()
  const { message, question, shown, busy, isLineBroken, thought, areaScope, handlers, onShow } = props
  if (message.status === 'running') {
    return (
      <article className={turnClass} data-kind="answer" aria-label={t('Answer')} aria-busy>
        <AnswerText message={message} areaCount={areaScope.areaCount} onShow={onShow} />
        <RunningLine message={message} isLineBroken={isLineBroken} thought={thought} onCancel={handlers.cancel} />
      </article>
    )
  }
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- a shortcut for the mouse; "Show rows" does the same
    <article
      className={turnClass}
      data-kind="answer"
      data-shown={shown}
      aria-label={t('Answer')}
      onClick={({ target }) => {
        if (!shown && isBackground(target)) onShow(message.id)
      }}
    >
      <AnswerText message={message} areaCount={areaScope.areaCount} onShow={onShow} />
      {message.status === 'answered' && message.sqlResult !== null && (
        <AnswerFigure
          messageId={message.id}
          result={message.sqlResult}
          warnings={message.warnings}
          answeredAt={message.timestamp}
          onShow={onShow}
        />
      )}
      {message.readings.length > 0 && <Readings readings={message.readings} busy={busy} onChoose={handlers.ask} />}
      {message.understood !== null && hasAssumptions(message.understood) && (
        <Assumptions understood={message.understood} question={question} busy={busy} onAsk={handlers.ask} />
      )}
      {message.warnings.length > 0 && <Warnings warnings={message.warnings} />}
      {message.sqlResult !== null && <CutNote result={message.sqlResult} />}
      <Buttons {...props} />
      <Proof {...props} />
      {message.followUps.length > 0 && (
        <fieldset className="mt-2.5" aria-label={t('Follow-up questions')}>
          {message.followUps.map((question) => (
            <QuestionButton key={question} question={question} disabled={busy} onAsk={() => handlers.ask(question)} />
          ))}
        </fieldset>
      )}
    </article>
  )
})

function hasAssumptions({ assumptions, choices = [] }: UnderstoodQuestion): boolean {
  return assumptions.length + choices.length > 0
}

/** Whether a click meant the answer as a whole: not one of its controls, and not to select its text. */
function isBackground(target: EventTarget): boolean {
  const isControl = target instanceof Element && target.closest('button, a, summary, input, textarea, [role]') !== null
  return !isControl && window.getSelection()?.isCollapsed !== false
}

/** Reasons why the rows may mislead although their query ran. */
function Warnings({ warnings }: { warnings: ResultWarning[] }) {
  const { t } = useTranslation()
  return (
    <Note tone="warning" className="mt-2">
      <p className="font-medium">{t('Please note')}</p>
      <ul>
        {warnings.map((warning) => (
          <li key={warning.message}>{withoutHiddenSigns(shownText(t, receivedText(warning.message, warning)))}</li>
        ))}
      </ul>
    </Note>
  )
}

function CutNote({ result }: { result: SqlResult }) {
  const { t } = useTranslation()
  if (!result.truncated) return null
  const shown = result.displayedRows
  return (
    <p className="text-meta text-faint mt-1.5 tabular-nums">
      {result.totalRows === null || result.totalRows <= result.displayedRows
        ? t(
            'Showing {shown, plural, one {the first row} other {the first # rows}}. Click "Load all rows" in the results panel.',
            {
              shown,
            },
          )
        : t('Showing {shown, number} of {total, number} rows. Click "Load all rows" in the results panel.', {
            shown,
            total: result.totalRows,
          })}
    </p>
  )
}

function Buttons({ message, busy, areaScope, handlers }: AnswerProps) {
  const { t } = useTranslation()
  const mismatch = isForAnotherArea(message)
  const own = message.actionButtons
  const buttons = own.length === 0 && mismatch ? areaButtons(areaScope) : own
  if (buttons.length === 0) return null
  return (
    <>
      {waitsForNetwork(message) && (
        <p className="text-muted mt-1.5">{t('You are offline. This question is sent when you are back online.')}</p>
      )}
      <div className="mt-2.5 flex flex-wrap gap-1.5">
        {buttons.map((button) => (
          <Button
            key={button.action}
            size="small"
            kind={button.style === 'primary' ? 'primary' : 'plain'}
            disabled={busy}
            onClick={() => handlers.perform(message, button)}
          >
            {shownText(t, button.label)}
          </Button>
        ))}
      </div>
    </>
  )
}

/** How the answer came about, with the buttons that judge and copy it. */
function Proof(props: AnswerProps) {
  const { message, sessionTokens, sourceName, onShow } = props
  const { t } = useTranslation()
  const result = message.sqlResult
  const hasFailedStep = message.toolCalls.some((call) => call.status === 'failed')
  const time = executionTime(message)
  // A failed or stopped answer may have run one without saying so.
  const isWithoutQuery = message.status === 'answered' && message.toolCalls.every(({ sql }) => sql === null)
  return (
    <ProofLine
      result={result}
      sourceName={hasSteps(message) || result !== null ? sourceName : null}
      reading={message.understood === null ? null : readingText(message.understood)}
      withoutResult={
        result === null && hasSteps(message)
          ? [isWithoutQuery ? t('no query was run') : null, time === null ? null : formatDuration(time)]
          : []
      }
      steps={hasSteps(message) ? <Trace message={message} sessionTokens={sessionTokens} onShow={onShow} /> : null}
      hasFailedStep={hasFailedStep}
      stepsOpen={hasFailedStep && message.status === 'failed'}
    >
      <AnswerTools {...props} />
    </ProofLine>
  )
}

function AnswerTools({ message, question, shown, sourceName, areaName, isFromFile, onShow }: AnswerProps) {
  const { t } = useTranslation()
  const result = message.sqlResult
  const isRun = message.status === 'answered' && result?.notExecuted === false
  const isOneQuery = isRun && result.computedFrom === null && !result.isSample
  return (
    <div className="ml-auto inline-flex flex-wrap items-center justify-end gap-0.5 md:@max-[430px]/proof:gap-0 md:@max-[430px]/proof:[&_button]:w-6 max-md:[&_button]:min-h-11 max-md:[&_button]:min-w-11">
      {message.inDraft && (
        <Badge className="mr-1" tone="warning">
          {t('Draft')}
        </Badge>
      )}
      <time className="mr-1 whitespace-nowrap @max-[420px]/proof:sr-only" dateTime={message.timestamp}>
        {formatClock(message.timestamp)}
      </time>
      {result !== null && !shown && (
        <Button
          kind="quiet"
          size="small"
          square
          aria-label={t('Show rows')}
          title={t('Show rows')}
          onClick={() => onShow(message.id)}
        >
          <Icon of={Table2} />
        </Button>
      )}
      {isOneQuery && !isFromFile && !message.inDraft && message.turnId !== null && (
        <VerdictButtons turnId={message.turnId} />
      )}
      {message.status === 'answered' && (
        <CopyAnswer message={message} question={question} sourceName={sourceName} areaName={areaName} />
      )}
    </div>
  )
}
