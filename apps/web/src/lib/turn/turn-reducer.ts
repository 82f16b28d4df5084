import { formatMessage } from '@parlance/contract'
import type {
  ActionButton,
  Attachment,
  EventKind,
  Message,
  NumberedEvent,
  ResultColumn,
  Row,
  ToolResponse,
} from '@parlance/contract'
import {
  cancelledText,
  emptyConversation,
  sendingText,
  type AnswerButton,
  type ChatMessage,
  type Conversation,
  type SqlResult,
  type TrailStep,
} from './chat-message.ts'
import { newMessage } from './new-message.ts'
import { receivedText } from './shown-text.ts'
import { finishToolCall, sqlResultOf, startToolCall, tokenUsageOf } from './tool-calls.ts'
import { askAgainButton, eventErrorText, keepUnsentButton } from './turn-errors.ts'

export type ConversationAction =
  | { type: 'event'; event: NumberedEvent }
  /** The user's own question, shown before the server responds. */
  | { type: 'asked'; turnId: string; text: string; timestamp: string; attachments?: Attachment[] }
  /** The turn ended here, without confirmation from the server. Later events from the server still apply. */
  | {
      type: 'failed'
      turnId: string
      text: string | Message
      code: string | null
      mayAskAgain: boolean
      /** Whether it is sent again when the browser is online. */
      waitsForNetwork: boolean
      timestamp: string
    }
  /** The shown content of the turn is replaced with the server's. */
  | { type: 'reopened'; turnId: string }
  | { type: 'cancelled'; turnId: string; timestamp: string }
  /** A note of the product, after the message `after`; at the end if there is none. */
  | { type: 'noted'; id: string; text: string; timestamp: string; after: string | null }
  | {
      type: 'rows-loaded'
      messageId: string
      step: string | null
      columns: ResultColumn[]
      rows: Row[]
      truncated: boolean
    }
  | { type: 'buttons-dismissed'; messageId: string }

/** The only path from events to messages, for live, resumed and reloaded conversations. A pure function. */
export function reduceConversation(conversation: Conversation, action: ConversationAction): Conversation {
  switch (action.type) {
    case 'event':
      return applyEvent(conversation, action.event)
    case 'asked':
      return beginAsking(conversation, action)
    case 'failed':
      return endLocally(conversation, action, {
        status: 'failed',
        ...contentOf(action.text),
        errorCode: action.code,
        actionButtons: [
          ...(action.mayAskAgain ? [askAgainButton] : []),
          ...(action.waitsForNetwork ? [keepUnsentButton] : []),
        ],
      })
    case 'reopened':
      return reopen(conversation, action.turnId)
    case 'cancelled':
      return endLocally(conversation, action, { status: 'cancelled', ...contentOf(cancelledText) })
    case 'noted':
      return addNote(conversation, action)
    case 'rows-loaded':
      return change(conversation, action.messageId, (message) => withAllRows(message, action))
    case 'buttons-dismissed':
      return change(conversation, action.messageId, (message) => ({
        ...message,
        actionButtons: [],
        areaFallback: null,
      }))
  }
}

/**
 * A whole stored conversation; processes each turn separately, so that thousands of turns cost no more than their
 * events.
 */
export function conversationOf(events: NumberedEvent[]): Conversation {
  const turns = [...Map.groupBy(events, (event) => event.turnId).values()]
  const each = turns.map((turn) => turn.reduce(applyEvent, emptyConversation))
  return {
    messages: each.flatMap((turn) => turn.messages),
    lastSeq: Object.fromEntries(each.flatMap((turn) => Object.entries(turn.lastSeq))),
  }
}

export function answerId(turnId: string): string {
  return `${turnId}:answer`
}

function applyEvent(conversation: Conversation, event: NumberedEvent): Conversation {
  const { turnId, seq } = event
  if (seq <= (conversation.lastSeq[turnId] ?? 0)) return conversation
  const seen = { ...conversation, lastSeq: { ...conversation.lastSeq, [turnId]: seq } }
  if (event.kind === 'question') return beginTurn(seen, event)
  return change(ensureTurn(seen, event, null), answerId(turnId), (message) =>
    applyToAnswer(message.isLocalEnd ? goOn(message) : message, event),
  )
}

/** Moves a question that is asked again to the end, where the server will have it. */
function beginAsking(
  conversation: Conversation,
  { turnId, timestamp, text, attachments = [] }: Extract<ConversationAction, { type: 'asked' }>,
): Conversation {
  const { [turnId]: _seen, ...lastSeq } = conversation.lastSeq
  const others = conversation.messages.filter((message) => message.turnId !== turnId)
  const asked = ensureTurn({ messages: others, lastSeq }, { turnId, timestamp }, { content: text, attachments })
  if (attachments.length === 0) return asked
  return change(asked, answerId(turnId), (message) => ({ ...message, progressSteps: [sendingText] }))
}

function reopen(conversation: Conversation, turnId: string): Conversation {
  const { [turnId]: _seen, ...lastSeq } = conversation.lastSeq
  return change({ ...conversation, lastSeq }, answerId(turnId), blank)
}

/** Continues on the server what ended only on this page. */
function goOn(message: ChatMessage): ChatMessage {
  const { toolCalls, trail, progressSteps, intermediateMessages, sqlResult, startTime } = message
  return { ...blank(message), toolCalls, trail, progressSteps, intermediateMessages, sqlResult, startTime }
}

/** An answer with nothing known about it yet. */
function blank({ id, turnId, timestamp }: ChatMessage): ChatMessage {
  return newMessage({ id, turnId, kind: 'answer', timestamp, content: '' })
}

/** From here on the server's clock is used, so that durations never mix two clocks. */
function beginTurn(conversation: Conversation, event: NumberedEvent<'question'>): Conversation {
  const { inDraft = false } = event
  const question = { content: event.text, attachments: event.attachments, isStored: true, inDraft }
  return change(ensureTurn(conversation, event, question), answerId(event.turnId), (message) => ({
    ...message,
    startTime: event.timestamp,
    inDraft,
    progressSteps: withoutSending(message),
  }))
}

/** Ensures the question and answer of a turn; existing ones keep their place, but take the server's text and time. */
function ensureTurn(
  conversation: Conversation,
  { turnId, timestamp }: { turnId: string; timestamp: string },
  question: (Pick<ChatMessage, 'content' | 'attachments'> & Partial<ChatMessage>) | null,
): Conversation {
  const questionId = `${turnId}:question`
  let messages = conversation.messages
  if (question !== null) {
    const stored = {
      ...newMessage({ id: questionId, turnId, kind: 'question', timestamp, content: question.content }),
      ...question,
    }
    messages = messages.some((message) => message.id === questionId)
      ? messages.map((message) => (message.id === questionId ? stored : message))
      : [...messages, stored]
  }
  if (!messages.some((message) => message.id === answerId(turnId))) {
    messages = [...messages, newMessage({ id: answerId(turnId), turnId, kind: 'answer', timestamp, content: '' })]
  }
  return { ...conversation, messages }
}

function applyToAnswer(message: ChatMessage, event: NumberedEvent<Exclude<EventKind, 'question'>>): ChatMessage {
  switch (event.kind) {
    case 'progress': {
      const text = receivedText(event.message, event)
      return {
        ...message,
        progressSteps: [...message.progressSteps, text],
        trail: [...message.trail, { kind: 'progress', text }],
      }
    }
    case 'text':
      return { ...message, content: message.content + event.text }
    case 'tool_call': {
      const call = startToolCall(event, event.timestamp)
      const before = setAside(message)
      return {
        ...before,
        toolCalls: [...before.toolCalls, call],
        trail: [...before.trail, { kind: 'call', id: call.id }],
      }
    }
    case 'tool_response':
      return applyResponse(message, event)
    case 'final':
      return finished(message, event)
    case 'error':
      return ended(message, event, {
        status: 'failed',
        ...contentOf(eventErrorText(event)),
        errorCode: event.code,
        actionButtons: event.actions.map(shownButton),
      })
    case 'cancelled':
      return ended(message, event, { status: 'cancelled', ...contentOf(cancelledText) })
  }
}

/** Text before a tool call was a thought, so it moves to the trace. */
function setAside(message: ChatMessage): ChatMessage {
  if (message.content.trim() === '') return { ...message, content: '' }
  return {
    ...message,
    content: '',
    intermediateMessages: [...message.intermediateMessages, message.content],
    trail: withThought(message.trail, message.content),
  }
}

/** A thought comes before the progress that announces the next call, so that progress and call are together. */
function withThought(trail: TrailStep[], text: string): TrailStep[] {
  const at = trail.findLastIndex(({ kind }) => kind !== 'progress') + 1
  return trail.toSpliced(at, 0, { kind: 'thought', text })
}

function applyResponse(
  message: ChatMessage,
  { id, name, response, timestamp }: NumberedEvent<'tool_response'>,
): ChatMessage {
  const known = message.toolCalls.some((call) => call.id === id)
  const calls = known ? message.toolCalls : [...message.toolCalls, startToolCall({ id, name, args: {} }, timestamp)]
  const result = sqlResultOf(response)
  const fallback = response.business_area_fallback
  const keeps = result === null || keepsShown(message.sqlResult, result)
  const results = result === null || result.notExecuted ? message.results : [...message.results, result]
  return {
    ...withChart({ ...message, sqlResult: keeps ? message.sqlResult : result, results }, response),
    toolCalls: calls.map((call) => (call.id === id ? finishToolCall(call, response, timestamp) : call)),
    trail: known ? message.trail : [...message.trail, { kind: 'call', id }],
    understood: response.understood ?? message.understood,
    // Warnings belong to one result, so they change with it.
    warnings: keeps ? message.warnings : (response.warnings ?? []),
    missingParameters: response.unresolved_parameters ?? message.missingParameters,
    areaFallback: fallback?.triggered ? receivedText(fallback.message, fallback) : message.areaFallback,
  }
}

/** SQL that was not executed does not replace the rows of a query, nor does a sample; nothing replaces a chart. */
function keepsShown(shown: SqlResult | null, next: SqlResult): boolean {
  if (shown === null || shown.notExecuted) return false
  return next.notExecuted || shown.chart !== null || (next.isSample && !shown.isSample)
}

/** The result of a chart is the one that the answer shows. */
function withChart(message: ChatMessage, { chart, step }: ToolResponse): ChatMessage {
  const charted = message.results.find((result) => result.step !== null && result.step === step)
  if (chart === undefined || charted === undefined) return message
  const sqlResult = { ...charted, chart }
  return {
    ...message,
    sqlResult,
    results: message.results.map((result) => (result === charted ? sqlResult : result)),
  }
}

function finished(message: ChatMessage, event: NumberedEvent<'final'>): ChatMessage {
  const { text, followUps, readings, actions, figures } = event
  return ended(message, event, {
    status: 'answered',
    ...shownAtEnd(message, event),
    ...(text === '' ? {} : contentOf(receivedText(text, event))),
    followUps,
    readings,
    figures,
    actionButtons: actions.map(shownButton),
  })
}

/** The result that the answer shows, with its warnings and those of the other results that the text cites. */
function shownAtEnd(
  { results, sqlResult, understood }: ChatMessage,
  { step, figures }: NumberedEvent<'final'>,
): Partial<ChatMessage> {
  const shown = results.find((result) => result.step !== null && result.step === step)
  if (shown === undefined) return {}
  const cited = new Set(figures.flatMap(({ sources }) => sources.map((source) => source.step)))
  const others = results.filter((result) => result !== shown && result.step !== null && cited.has(result.step))
  return {
    ...(shown.step === sqlResult?.step ? {} : { sqlResult: shown, understood: shown.understood ?? understood }),
    ...(cited.size > 0 ? { warnings: [shown, ...others].flatMap(({ warnings }) => warnings) } : {}),
  }
}

/** A call without a response at the end of its turn will not get one. */
function ended(message: ChatMessage, event: NumberedEvent, outcome: Partial<ChatMessage>): ChatMessage {
  const { timestamp } = event
  return {
    ...message,
    actionButtons: [],
    errorCode: null,
    ...('usage' in event && event.usage && { tokenUsage: tokenUsageOf(event.usage) }),
    hasPrompt: 'hasPrompt' in event && event.hasPrompt === true,
    ...outcome,
    toolCalls: settled(message),
    showProgress: false,
    timestamp,
    endTime: timestamp,
  }
}

function endLocally(
  conversation: Conversation,
  action: { turnId: string; timestamp: string },
  outcome: Partial<ChatMessage>,
): Conversation {
  return change(ensureTurn(conversation, action, null), answerId(action.turnId), (message) =>
    message.status === 'running'
      ? {
          ...message,
          ...outcome,
          isLocalEnd: true,
          progressSteps: withoutSending(message),
          toolCalls: settled(message),
          showProgress: false,
          endTime: action.timestamp,
        }
      : message,
  )
}

function withoutSending({ progressSteps }: ChatMessage): ChatMessage['progressSteps'] {
  return progressSteps.filter((step) => step !== sendingText)
}

function contentOf(text: string | Message): Pick<ChatMessage, 'content' | 'ownContent'> {
  return typeof text === 'string'
    ? { content: text, ownContent: null }
    : { content: formatMessage(text), ownContent: text }
}

function shownButton({ label, pattern, values, ...button }: ActionButton): AnswerButton {
  return { ...button, label: receivedText(label, { pattern, values }) }
}

function settled(message: ChatMessage): ChatMessage['toolCalls'] {
  return message.toolCalls.map((call) => (call.status === 'calling' ? { ...call, status: 'unknown' as const } : call))
}

function addNote(
  conversation: Conversation,
  { after, ...note }: Pick<Extract<ConversationAction, { type: 'noted' }>, 'id' | 'text' | 'timestamp' | 'after'>,
): Conversation {
  if (conversation.messages.some((message) => message.id === note.id)) return conversation
  const message = newMessage({ ...note, turnId: null, kind: 'note', content: note.text })
  const at = conversation.messages.findIndex(({ id }) => id === after) + 1 || conversation.messages.length
  return { ...conversation, messages: conversation.messages.toSpliced(at, 0, message) }
}

function withAllRows(
  message: ChatMessage,
  { step, columns, rows, truncated }: { step: string | null; columns: ResultColumn[]; rows: Row[]; truncated: boolean },
): ChatMessage {
  const load = (result: SqlResult): SqlResult => {
    if (result.step !== step) return result
    const totalRows = truncated ? result.totalRows : rows.length
    // The rows were read again, without what their metrics say about them.
    const formatted = columns.map((column, index) => {
      const shown = result.columns[index]
      return shown?.name === column.name ? { ...column, format: shown.format } : column
    })
    return { ...result, columns: formatted, rows, truncated, totalRows, displayedRows: rows.length }
  }
  return {
    ...message,
    sqlResult: message.sqlResult === null ? null : load(message.sqlResult),
    results: message.results.map(load),
  }
}

function change(conversation: Conversation, id: string, update: (message: ChatMessage) => ChatMessage): Conversation {
  return {
    ...conversation,
    messages: conversation.messages.map((message) => (message.id === id ? update(message) : message)),
  }
}
