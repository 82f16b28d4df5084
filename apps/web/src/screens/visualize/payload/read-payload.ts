import { visualizationPayloadLimit, visualizationPayloadSchema, type VisualizationPayload } from '@parlance/contract'

/** Why a payload cannot be used. */
export type PayloadProblem = 'too-large' | 'not-json' | 'wrong-shape'

export type ReadPayload = { payload: VisualizationPayload } | { problem: PayloadProblem }

/** Reads a payload's JSON text; whatever it holds beyond the four fields is dropped. */
export function readPayloadText(text: string): ReadPayload {
  if (text.length > visualizationPayloadLimit) return { problem: 'too-large' }
  try {
    return readPayload(JSON.parse(text))
  } catch {
    return { problem: 'not-json' }
  }
}

/** Reads a payload that came as a value. */
export function readPayload(value: unknown): ReadPayload {
  const parsed = visualizationPayloadSchema.safeParse(value)
  return parsed.success ? { payload: parsed.data } : { problem: 'wrong-shape' }
}

/** Reads an 'import' message; null for a message of another kind. The payload stands in the message or in its `data` or `payload`. */
export function readImportMessage(message: unknown): ReadPayload | null {
  if (!isRecord(message) || (message.type !== 'import' && message.action !== 'import')) return null
  const inner = message.payload ?? message.data ?? message
  return typeof inner === 'string' ? readPayloadText(inner) : readPayload(inner)
}

/** Whether two payloads ask for the same: the time is left out, since it may have been written in two ways. */
export function isSamePayload(one: VisualizationPayload, other: VisualizationPayload): boolean {
  return (
    one.sql === other.sql &&
    one.databaseName === other.databaseName &&
    (one.businessAreaName ?? '') === (other.businessAreaName ?? '')
  )
}

/** When a payload was made, in milliseconds; 0 where it cannot be read. */
export function payloadTime({ timestamp }: VisualizationPayload): number {
  const time = typeof timestamp === 'number' ? timestamp : Date.parse(timestamp)
  return Number.isFinite(time) ? time : 0
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
