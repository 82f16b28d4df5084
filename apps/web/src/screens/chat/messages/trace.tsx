import { message, type Message } from '@parlance/contract'
import {
  Check,
  ChevronRight,
  CircleDashed,
  MessageSquareText,
  Table2,
  TriangleAlert,
  type LucideIcon,
} from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { formatCount, formatDuration, formatMoney, shorten } from '../../../lib/format.ts'
import { translate } from '../../../lib/i18n.ts'
import type { ChatMessage, ToolCall } from '../../../lib/turn/chat-message.ts'
import { shownText } from '../../../lib/turn/shown-text.ts'
import { friendlyToolName } from '../../../lib/turn/tool-calls.ts'
import { executionTime, messageTokens } from '../../../lib/turn/trace-totals.ts'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { SqlBox } from '../../../ui/sql-box.tsx'
import type { ShowResult } from '../../../lib/turn/figure-cells.ts'
import styles from './details.module.css'

const queryTextLength = 100

interface TraceProps {
  message: ChatMessage
  sessionTokens: number
  onShow: ShowResult
}

/** The steps that led to an answer: closed to one line, or open if a step failed. */
export function Trace({ message, sessionTokens, onShow }: TraceProps) {
  const { t } = useTranslation()
  const time = executionTime(message)
  const tokens = messageTokens(message)
  const { cost, currency, cachedTokens = 0 } = message.tokenUsage ?? {}
  const failed = message.toolCalls.some((call) => call.status === 'failed')
  const count = message.toolCalls.length + message.intermediateMessages.length
  if (count === 0 && message.progressSteps.length === 0) return null
  const parts = [
    count === 0 ? t('Progress') : t('{n, plural, one {# step} other {# steps}}', { n: count }),
    time === null ? null : formatDuration(time),
    tokens === 0 ? null : t('{n, plural, one {# token} other {# tokens}}', { n: tokens }),
    typeof cost === 'number' && currency ? formatMoney(cost, currency) : null,
  ]
  const look = lookOf(failed || message.status === 'failed' ? 'failed' : message.status)
  return (
    <details open={failed && message.status === 'failed'}>
      <summary>
        <Icon of={look.icon} small className={look.className} />
        <span className="tabular-nums">{parts.filter((part) => part !== null).join(' · ')}</span>
        <Icon of={ChevronRight} small className={styles.twist} />
      </summary>
      <Steps message={message} onShow={onShow} />
      <p className={styles.totals}>
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
    </details>
  )
}

/** Progress, thoughts and tool calls, one step each. */
export function Steps({ message, onShow }: { message: ChatMessage; onShow?: ShowResult }) {
  const { t } = useTranslation()
  return (
    <ol className={styles.steps}>
      {message.progressSteps.map((step, index) => (
        <li key={index} className={styles.step}>
          <Icon of={Check} className="faint" />
          <span>{shownText(t, step)}</span>
        </li>
      ))}
      {message.intermediateMessages.map((text, index) => (
        <li key={index} className={styles.step}>
          <Icon of={MessageSquareText} className="faint" />
          <span className="muted">{text}</span>
        </li>
      ))}
      {message.toolCalls.map((call) => (
        <ToolStep
          key={call.id}
          call={call}
          onShow={onShow && ((step) => onShow(message.id, { step, column: null, rows: null }))}
        />
      ))}
    </ol>
  )
}

const looks: Record<Exclude<ToolCall['status'], 'calling'>, { icon: LucideIcon; className: string }> = {
  completed: { icon: Check, className: 'text-success' },
  failed: { icon: TriangleAlert, className: 'text-warning' },
  unknown: { icon: CircleDashed, className: 'faint' },
}

/** A stopped answer is neither done nor failed. */
function lookOf(status: ChatMessage['status']): (typeof looks)[keyof typeof looks] {
  if (status === 'cancelled') return looks.unknown
  return status === 'failed' ? looks.failed : looks.completed
}

const states: Record<ToolCall['status'], Message> = {
  calling: message('running'),
  completed: message('completed'),
  failed: message('failed'),
  unknown: message('unknown'),
}

function ToolStep({ call, onShow }: { call: ToolCall; onShow: ((step: string) => void) | undefined }) {
  const { t } = useTranslation()
  const question = questionOf(call)
  return (
    <li className={styles.step}>
      {call.status === 'calling' ? (
        <Spinner />
      ) : (
        <Icon of={looks[call.status].icon} className={looks[call.status].className} />
      )}
      <span>
        {shownText(t, friendlyToolName(call.name, call.status === 'calling'))}
        <span className="sr-only"> {translate(t, states[call.status])}</span>
      </span>
      <span className={styles.duration}>{call.duration === null ? '' : formatDuration(call.duration)}</span>
      <span className={styles.detail} title={call.result ?? undefined}>
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
      {question !== null && <span className={styles.detail}>{shorten(question, queryTextLength)}</span>}
      {call.sql !== null && <SqlBox sql={call.sql} />}
      {call.step !== null && onShow !== undefined && (
        <span className={styles.detail}>
          <Button kind="quiet" size="small" onClick={() => call.step !== null && onShow(call.step)}>
            <Icon of={Table2} />
            {t('Show rows')}
          </Button>
        </span>
      )}
      {call.substeps.length > 0 && (
        <ul className={styles.substeps}>
          {call.substeps.map((substep) => (
            <li key={substep.name.text}>
              <span>{translate(t, substep.name)}</span>
              <span className={substep.status === 'failed' ? 'text-danger' : undefined}>
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
      {label} <b>{value}</b>
    </span>
  )
}
