import { message, type Message } from '@parlance/contract'
import { Check, CircleDashed, MessageSquareText, Table2, TriangleAlert, type LucideIcon } from 'lucide-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { cn } from '../../../lib/cn.ts'
import { formatCount, formatDuration, formatMoney, shorten } from '../../../lib/format.ts'
import { translate } from '../../../lib/i18n.ts'
import { readableSql } from '../../../lib/ruled-sql.ts'
import type { ChatMessage, ToolCall } from '../../../lib/turn/chat-message.ts'
import { shownText } from '../../../lib/turn/shown-text.ts'
import { friendlyToolName } from '../../../lib/turn/tool-calls.ts'
import { executionTime, messageTokens } from '../../../lib/turn/trace-totals.ts'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { FoldedSql } from '../../../ui/folded-sql.tsx'
import type { ShowResult } from '../../../lib/turn/figure-cells.ts'
import { GivenPrompt } from './given-prompt.tsx'

const queryTextLength = 100
const shownLines = 6

interface TraceProps {
  message: ChatMessage
  sessionTokens: number
  onShow: ShowResult
}

/** Whether an answer has steps to show. */
export function hasSteps({ trail }: Pick<ChatMessage, 'trail'>): boolean {
  return trail.length > 0
}

/** The steps that led to an answer, with their totals. */
export function Trace({ message, sessionTokens, onShow }: TraceProps) {
  const { t } = useTranslation()
  const time = executionTime(message)
  const tokens = messageTokens(message)
  const { cost, currency, cachedTokens = 0 } = message.tokenUsage ?? {}
  const count = message.trail.filter(({ kind }) => kind !== 'progress').length
  const parts = [
    count === 0 ? t('Progress') : t('{n, plural, one {# step} other {# steps}}', { n: count }),
    time === null ? null : formatDuration(time),
    tokens === 0 ? null : t('{n, plural, one {# token} other {# tokens}}', { n: tokens }),
    typeof cost === 'number' && currency ? formatMoney(cost, currency) : null,
  ]
  return (
    <>
      <p className="text-muted tabular-nums">{parts.filter((part) => part !== null).join(' · ')}</p>
      <Steps message={message} onShow={onShow} />
      <p className="flex flex-wrap gap-x-4 gap-y-0.5 border-t border-dashed border-line-strong pt-2 pb-2.5 text-xs/[18px] text-faint">
        {time !== null && <Total label={t('Total time')} value={formatDuration(time)} />}
        {message.tokenUsage !== null && (
          <>
            <Total label={t('Prompt tokens')} value={formatCount(message.tokenUsage.promptTokens)} />
            {cachedTokens > 0 && <Total label={t('of them cached')} value={formatCount(cachedTokens)} />}
            <Total label={t('Completion tokens')} value={formatCount(message.tokenUsage.completionTokens)} />
            <Total label={t('Model')} value={message.tokenUsage.model} />
            {typeof cost === 'number' && currency && <Total label={t('Price')} value={formatMoney(cost, currency)} />}
            {cost === null && <Total label={t('Price')} value={t('unknown')} />}
          </>
        )}
        <Total label={t('Session tokens')} value={formatCount(sessionTokens)} />
      </p>
      {message.hasPrompt && message.turnId !== null && (
        <div className="mt-3 border-t border-line">
          <GivenPrompt turnId={message.turnId} />
        </div>
      )}
    </>
  )
}

/** Thoughts and tool calls, one step each. Progress is part of the call that follows it, or a step if none does. */
export function Steps({ message, onShow }: { message: ChatMessage; onShow?: ShowResult }) {
  return (
    <ol className="pt-1 pb-2.5 text-dense">
      {stepsOf(message).map((step, at) => {
        switch (step.kind) {
          case 'text':
            return (
              // oxlint-disable-next-line react/no-array-index-key -- steps are only ever added
              <li key={at} className={stepClass}>
                <Icon of={step.isThought ? MessageSquareText : Check} className="text-faint" />
                <StepText text={step.text} isThought={step.isThought} />
              </li>
            )
          case 'call':
            return (
              <ToolStep
                key={step.call.id}
                call={step.call}
                progress={step.progress}
                onShow={onShow && ((result) => onShow(message.id, { step: result, column: null, rows: null }))}
              />
            )
        }
      })}
    </ol>
  )
}

function StepText({ text, isThought }: { text: string | Message; isThought: boolean }) {
  const { t } = useTranslation()
  return <span className={isThought ? 'text-muted' : undefined}>{shownText(t, text)}</span>
}

type Step =
  | { kind: 'text'; text: string | Message; isThought: boolean }
  | { kind: 'call'; call: ToolCall; progress: (string | Message)[] }

function stepsOf({ trail, toolCalls }: ChatMessage): Step[] {
  const steps: Step[] = []
  let progress: (string | Message)[] = []
  const flush = () => {
    steps.push(...progress.map((text) => ({ kind: 'text' as const, text, isThought: false })))
    progress = []
  }
  for (const step of trail) {
    if (step.kind === 'progress') {
      progress.push(step.text)
      continue
    }
    const call = step.kind === 'call' ? toolCalls.find(({ id }) => id === step.id) : undefined
    if (call !== undefined) {
      steps.push({ kind: 'call', call, progress })
      progress = []
    } else if (step.kind === 'thought') {
      flush()
      steps.push({ kind: 'text', text: step.text, isThought: true })
    }
  }
  flush()
  return steps
}

const looks: Record<Exclude<ToolCall['status'], 'calling'>, { icon: LucideIcon; className: string }> = {
  completed: { icon: Check, className: 'text-success' },
  failed: { icon: TriangleAlert, className: 'text-warning' },
  unknown: { icon: CircleDashed, className: 'text-faint' },
}

const states: Record<ToolCall['status'], Message> = {
  calling: message('running'),
  completed: message('completed'),
  failed: message('failed'),
  unknown: message('unknown'),
}

/** A line joins the icons of the steps. */
const stepClass =
  'relative grid grid-cols-[16px_minmax(0,1fr)_max-content] gap-x-2.5 py-1 not-last:before:absolute not-last:before:top-5.5 not-last:before:-bottom-1 not-last:before:left-[7.5px] not-last:before:w-px not-last:before:bg-line-strong [&>svg]:z-1 [&>svg]:mt-0.5 [&>svg]:bg-page'
const detailClass = 'col-[2/4] text-xs/[18px] wrap-anywhere text-muted'

interface ToolStepProps {
  call: ToolCall
  /** What was said to be happening before it. */
  progress: (string | Message)[]
  onShow: ((step: string) => void) | undefined
}

function ToolStep({ call, progress, onShow }: ToolStepProps) {
  const { t } = useTranslation()
  const question = questionOf(call)
  const lines = useMemo(() => (call.sql === null ? null : readableSql(call.sql, null, null)), [call.sql])
  return (
    <li className={stepClass}>
      {call.status === 'calling' ? (
        <Spinner />
      ) : (
        <Icon of={looks[call.status].icon} className={looks[call.status].className} />
      )}
      <span>
        {shownText(t, friendlyToolName(call.name, call.status === 'calling'))}
        <span className="sr-only"> {translate(t, states[call.status])}</span>
      </span>
      <span className="text-right text-muted tabular-nums">
        {call.duration === null ? '' : formatDuration(call.duration)}
      </span>
      <span className={detailClass} title={call.result ?? undefined}>
        <code>{call.name}</code>
        {/* Later steps refer to its rows by this name. */}
        {call.step !== null && (
          <>
            {' '}
            · <code>{call.step}</code>
          </>
        )}
        {call.resultSummary !== null && (
          <span className={call.status === 'failed' ? 'text-danger' : undefined}>
            {' '}
            · {shownText(t, call.resultSummary)}
          </span>
        )}
        {call.tokenUsage !== null &&
          ` · ${t('Tokens: {in, number} in, {out, number} out', {
            in: call.tokenUsage.promptTokens,
            out: call.tokenUsage.completionTokens,
          })}`}
      </span>
      {progress.length > 0 && (
        <span className={detailClass}>{progress.map((text) => shownText(t, text)).join(' · ')}</span>
      )}
      {question !== null && <span className={detailClass}>{shorten(question, queryTextLength)}</span>}
      {lines !== null && (
        <section
          className="col-[2/4] my-1 overflow-x-auto rounded-md bg-sunken py-1.5"
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrollable content must be reachable by keyboard
          tabIndex={0}
          aria-label={t('SQL Query')}
        >
          <FoldedSql lines={lines} shown={shownLines} />
        </section>
      )}
      {call.step !== null && onShow !== undefined && (
        <span className={detailClass}>
          <Button kind="quiet" size="small" onClick={() => call.step !== null && onShow(call.step)}>
            <Icon of={Table2} />
            {t('Show rows')}
          </Button>
        </span>
      )}
      {call.substeps.length > 0 && (
        <ul className="col-[2/4] text-xs/[18px] text-muted">
          {call.substeps.map((substep) => (
            <li key={substep.name.text} className="flex gap-2">
              <span>{translate(t, substep.name)}</span>
              <span className={cn('ml-auto tabular-nums', substep.status === 'failed' && 'text-danger')}>
                {formatDuration(substep.duration)}
              </span>
            </li>
          ))}
        </ul>
      )}
    </li>
  )
}

/** The question a tool was called with, if it is not SQL. */
function questionOf(call: ToolCall): string | null {
  const { texts } = call.args
  if (Array.isArray(texts)) return texts.map((text) => `“${String(text)}”`).join(', ')
  const value = call.args.question ?? call.args.natural_language_query ?? call.args.query ?? call.args.user_query
  return typeof value === 'string' && value !== call.sql ? value : null
}

function Total({ label, value }: { label: string; value: string }) {
  return (
    <span>
      {label} <b className="font-medium text-muted tabular-nums">{value}</b>
    </span>
  )
}
