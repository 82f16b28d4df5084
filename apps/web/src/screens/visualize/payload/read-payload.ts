import { visualizationPayloadLimit, visualizationPayloadSchema, type VisualizationPayload } from '@parlance/contract'

/** Why a payload cannot be used. */
export type PayloadProblem = 'too-large' | 'not-json' | 'wrong-shape'

export type ReadPayload = { payload: VisualizationPayload } | { problem: PayloadProblem }

/** Parses a payload's JSON text and drops everything except the four fields. */
export function readPayloadText(text: string): ReadPayload {
  if (text.length > visualizationPayloadLimit) return { problem: 'too-large' }
  try {
    return readPayload(JSON.parse(text))
  } catch {
    return { problem: 'not-json' }
  }
}

/** Parses a payload that is already a value. */
export function readPayload(value: unknown): ReadPayload {
  const parsed = visualizationPayloadSchema.safeParse(value)
  return parsed.success ? { payload: parsed.data } : { problem: 'wrong-shape' }
}

/**
 * Parses an 'import' message; null for a message of another kind. The payload is the message itself or its `data` or
 * `payload`.
 */
export function readImportMessage(message: unknown): ReadPayload | null {
  if (!isRecord(message) || (message.type !== 'import' && message.action !== 'import')) return null
  const inner = message.payload ?? message.data ?? message
  return typeof inner === 'string' ? readPayloadText(inner) : readPayload(inner)
}

/** Whether two payloads request the same query, ignoring the time, which can be written in two ways. */
export function isSamePayload(one: VisualizationPayload, other: VisualizationPayload): boolean {
  return (
    one.sql === other.sql &&
    one.databaseName === other.databaseName &&
    (one.businessAreaName ?? '') === (other.businessAreaName ?? '')
  )
}

/** When a payload was created, in milliseconds; 0 if it cannot be parsed. */
export function payloadTime({ timestamp }: VisualizationPayload): number {
  const time = typeof timestamp === 'number' ? timestamp : Date.parse(timestamp)
  return Number.isFinite(time) ? time : 0
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
