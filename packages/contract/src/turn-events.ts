import type { MessageValues, TextFigure } from './messages.ts'
import {
  turnEventSchema,
  type ActionButton,
  type Attachment,
  type EventPart,
  type OfferedReading,
  type TokenUsage,
  type ToolResponse,
  type TurnEvent,
} from './events.ts'

/** What the text of an event was formatted from, if it has values. */
interface EventPattern {
  pattern?: string | undefined
  values?: MessageValues | undefined
}

/** What the end of a turn says about its model calls. */
interface ModelUse {
  usage: TokenUsage | null
  /** Whether what the model was given is stored, and the reader may see it. */
  hasPrompt?: boolean
}

/**
 * The kinds of events in the server and the browser, with their fields. Only the store and responses use the wire format
 * (`TurnEvent`), and only `toWire` and `fromWire` translate.
 */
interface EventFields {
  /** The user's message, the first event of every turn. */
  question: {
    text: string
    attachments: Attachment[]
    /** Whether it is asked in the draft of its business area. */
    inDraft?: boolean
  }
  /** What is happening, such as "Reading 14 tables". */
  progress: { message: string } & EventPattern
  /** A piece of streamed text. The final event repeats the whole text. */
  text: { text: string }
  tool_call: { id: string; name: string; args: Record<string, unknown> }
  tool_response: { id: string; name: string; response: ToolResponse }
  final: {
    text: string
    followUps: string[]
    readings: OfferedReading[]
    actions: ActionButton[]
    /** Figures of the text whose rows are known. */
    figures: TextFigure[]
    /** The result that the answer shows: the one that most of its figures are from. Absent without a result. */
    step?: string
  } & ModelUse &
    EventPattern
  /** If the wire format lacks them, `text` is empty and `code` is null. */
  error: { text: string; code: string | null; actions: ActionButton[] } & Partial<ModelUse> & EventPattern
  cancelled: { message: string } & Partial<ModelUse>
}

export type EventKind = keyof EventFields

/** The fields of an event, without its number and time. `kind` discriminates. */
export type EventBody<Kind extends EventKind = EventKind> = { [K in Kind]: { kind: K } & EventFields[K] }[Kind]

/** Events of the agent: every kind except the user's message. */
export type AgentEventBody = EventBody<Exclude<EventKind, 'question'>>

/** The turn of an event, and its number there. */
interface EventPlace {
  turnId: string
  seq: number
  /** ISO 8601, UTC. */
  timestamp: string
}

/** A stored event, as the browser reads it. */
export type NumberedEvent<Kind extends EventKind = EventKind> = EventBody<Kind> & EventPlace

/** @returns the event as it is stored and sent. The store relies on the order of the fields. */
export function toWire(body: EventBody, { id, turnId, seq, timestamp }: EventPlace & { id: string }): TurnEvent {
  const author = body.kind === 'question' ? 'user' : 'assistant'
  return { id, turn_id: turnId, seq, author, timestamp, ...wireFields(body) }
}

/**
 * Reads a wire event, and ignores unknown fields.
 * @returns null if the value isn't an event or its kind is unknown
 */
export function fromWire(value: unknown): NumberedEvent | null {
  const parsed = readableSchema.safeParse(value)
  if (!parsed.success) return null
  const { turn_id: turnId, seq, timestamp } = parsed.data
  for (const read of Object.values(readers)) {
    const body = read(parsed.data)
    if (body !== null) return { ...body, turnId, seq, timestamp }
  }
  return null
}

type WireFields = Omit<TurnEvent, 'id' | 'turn_id' | 'seq' | 'author' | 'timestamp'>

function wireFields(body: EventBody): WireFields {
  switch (body.kind) {
    case 'question': {
      const { text, attachments, inDraft = false } = body
      return {
        content: { role: 'user', parts: [{ text }] },
        ...(attachments.length > 0 ? { attachments } : {}),
        ...(inDraft ? { in_draft: true } : {}),
      }
    }
    case 'progress':
      return { type: 'progress', message: body.message, ...patternIn(body) }
    case 'text':
      return { partial: true, content: fromModel({ text: body.text }) }
    case 'tool_call': {
      const { id, name, args } = body
      return { content: fromModel({ functionCall: { id, name, args } }) }
    }
    case 'tool_response': {
      const { id, name, response } = body
      return { content: fromModel({ functionResponse: { id, name, response } }) }
    }
    case 'final': {
      const { text, followUps, readings, actions, figures, step } = body
      return {
        type: 'final',
        final: true,
        content: fromModel({ text }),
        ...patternIn(body),
        ...useIn(body),
        ...(followUps.length > 0 ? { follow_ups: followUps } : {}),
        ...(readings.length > 0 ? { readings } : {}),
        ...(actions.length > 0 ? { actions } : {}),
        ...(figures.length > 0 ? { figures } : {}),
        ...(step === undefined ? {} : { step }),
      }
    }
    case 'error': {
      const { text, code, actions } = body
      const said = { error: text, detail: text, ...(code === null ? {} : { code }), message: text }
      return {
        type: 'error',
        final: true,
        ...said,
        ...patternIn(body),
        ...useIn(body),
        ...(actions.length > 0 ? { actions } : {}),
      }
    }
    case 'cancelled':
      return { type: 'cancelled', final: true, message: body.message, ...useIn(body) }
  }
}

function patternIn({ pattern, values }: EventPattern): EventPattern {
  return pattern === undefined ? {} : { pattern, values }
}

function useIn({ usage, hasPrompt }: Partial<ModelUse>): Pick<TurnEvent, 'usage_metadata' | 'has_prompt'> {
  return { ...(usage && { usage_metadata: usage }), ...(hasPrompt && { has_prompt: true }) }
}

/** The same from a wire event; absent fields stay absent. */
function useFrom({ usage_metadata: usage, has_prompt: hasPrompt }: TurnEvent): Partial<ModelUse> {
  return { ...(usage && { usage }), ...(hasPrompt && { hasPrompt }) }
}

function fromModel(part: EventPart): TurnEvent['content'] {
  return { role: 'model', parts: [part] }
}

/** Ignores a type or content of a newer version, so that its last event still ends the turn. */
const readableSchema = turnEventSchema.extend({
  type: turnEventSchema.shape.type.catch(undefined),
  content: turnEventSchema.shape.content.catch(undefined),
})

/** A reader for each kind, which returns null for other kinds. The first one that reads the event wins. */
const readers: { [Kind in EventKind]: (event: TurnEvent) => EventBody<Kind> | null } = {
  question: (event) => {
    const { author, attachments = [], in_draft: inDraft = false } = event
    if (author !== 'user') return null
    return { kind: 'question', text: textOf(event), attachments, ...(inDraft && { inDraft }) }
  },
  error: (event) => {
    const { type, detail, message, error, code = null, actions = [] } = event
    const text = detail ?? message ?? error ?? ''
    return type === 'error' ? { kind: 'error', text, code, actions, ...useFrom(event), ...patternIn(event) } : null
  },
  cancelled: (event) =>
    event.type === 'cancelled' ? { kind: 'cancelled', message: event.message ?? '', ...useFrom(event) } : null,
  final: (event) => {
    if (event.type !== 'final' && event.final !== true) return null
    const { follow_ups: followUps = [], readings = [], actions = [], figures = [], step } = event
    return {
      kind: 'final',
      text: textOf(event),
      usage: null,
      ...useFrom(event),
      followUps,
      readings,
      actions,
      figures,
      ...(step === undefined ? {} : { step }),
      ...patternIn(event),
    }
  },
  text: (event) => (event.partial === true ? { kind: 'text', text: textOf(event) } : null),
  tool_call: (event) => {
    const part = partsOf(event).find((candidate) => 'functionCall' in candidate)
    return part ? { kind: 'tool_call', ...part.functionCall } : null
  },
  tool_response: (event) => {
    const part = partsOf(event).find((candidate) => 'functionResponse' in candidate)
    return part ? { kind: 'tool_response', ...part.functionResponse } : null
  },
  progress: (event) =>
    event.type === 'progress' && event.message !== undefined
      ? { kind: 'progress', message: event.message, ...patternIn(event) }
      : null,
}

function partsOf({ content }: TurnEvent): EventPart[] {
  return content?.parts ?? []
}

function textOf(event: TurnEvent): string {
  return partsOf(event)
    .map((part) => ('text' in part ? part.text : ''))
    .join('')
}
