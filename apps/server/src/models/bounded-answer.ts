import { AsyncLocalStorage } from 'node:async_hooks'
import type { IncomingMessage } from 'node:http'
import { message, type Message } from '@parlance/contract'

const kilobyte = 1024
const megabyte = 1024 * kilobyte

/** How much an address may send before the server stops reading (R25). */
export interface AnswerLimits {
  headBytes: number
  /** Milliseconds until the headers are complete. */
  headMs: number
  /** Milliseconds without a byte. */
  silenceMs: number
  bodyBytes: number
  /** Bytes without an empty line, because readers of event streams buffer each event as a whole. */
  eventBytes: number
  /** Bytes that are read of an answer that reports an error. */
  errorBytes: number
  /** All answers of one turn together. */
  turnBytes: number
}

export const defaultAnswerBytes = 8 * megabyte

/** @param bodyBytes limit for one answer; a turn may use twice as much */
export function answerLimits(bodyBytes = defaultAnswerBytes): AnswerLimits {
  return {
    headBytes: 32 * kilobyte,
    headMs: 120_000,
    silenceMs: 120_000,
    bodyBytes,
    eventBytes: 4 * megabyte,
    errorBytes: 64 * kilobyte,
    turnBytes: 2 * bodyBytes,
  }
}

/** The server stopped reading an answer. */
export class AnswerRefusedError extends Error {
  override readonly name = 'AnswerRefusedError'
  readonly reason: RefusalReason
  /** The limit that was exceeded; 0 if the reason has none. */
  readonly megabytes: number

  constructor(reason: RefusalReason, limitBytes = 0) {
    const megabytes = Math.round((limitBytes / megabyte) * 10) / 10
    super(limitBytes === 0 ? `The answer was refused: ${reason}` : `The answer was refused: ${reason}, ${megabytes} MB`)
    this.reason = reason
    this.megabytes = megabytes
  }
}

/** The answer, the answers of a question, or a piece of an answer is too large, or the answer is not as requested. */
export type RefusalReason = 'answer' | 'question' | 'piece' | 'headers' | 'compressed'

/** The refusal in an error or its causes; null if there is none. */
export function answerRefusal(error: unknown): AnswerRefusedError | null {
  for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth++) {
    if (at instanceof AnswerRefusedError) return at
  }
  return null
}

const turns = new AsyncLocalStorage<{ bytes: number }>()

/** Counts all answers that `work` reads as one turn. */
export function asOneTurn<T>(work: () => T): T {
  return turns.run({ bytes: 0 }, work)
}

/**
 * The body of an answer in pieces, within the limits.
 * @throws AnswerRefusedError if the address sends more
 */
export function boundedBody(answer: IncomingMessage, limits: AnswerLimits): AsyncGenerator<Buffer> {
  // The caller's turn is only known here, because the body may be read anywhere.
  return (answer.statusCode ?? 0) >= 400 ? beginning(answer, limits) : counted(answer, limits, turns.getStore())
}

/** The beginning of an error's body is enough; the rest isn't read. */
async function* beginning(answer: IncomingMessage, { errorBytes }: AnswerLimits): AsyncGenerator<Buffer> {
  let left = errorBytes
  for await (const piece of answer as AsyncIterable<Buffer>) {
    yield piece.subarray(0, left)
    left -= piece.length
    if (left <= 0) return
  }
}

async function* counted(
  answer: IncomingMessage,
  { bodyBytes, eventBytes, turnBytes }: AnswerLimits,
  turn = { bytes: 0 },
): AsyncGenerator<Buffer> {
  let body = 0
  let event = 0
  for await (const piece of answer as AsyncIterable<Buffer>) {
    const end = endOfEvents(piece)
    body += piece.length
    turn.bytes += piece.length
    event = end === null ? event + piece.length : piece.length - end
    if (body > bodyBytes) throw new AnswerRefusedError('answer', bodyBytes)
    if (turn.bytes > turnBytes) throw new AnswerRefusedError('question', turnBytes)
    if (event > eventBytes) throw new AnswerRefusedError('piece', eventBytes)
    yield piece
  }
}

/** Where the last empty line begins; null if there is none. Misses one that is split across pieces. */
function endOfEvents(piece: Buffer): number | null {
  const end = Math.max(piece.lastIndexOf('\n\n'), piece.lastIndexOf('\r\n\r\n'), piece.lastIndexOf('\r\r'))
  return end === -1 ? null : end
}

/**
 * Why the server stopped reading a model's answer, and what to do; null for any other error.
 * @param provider its name, if the reader may know it
 */
export function describeRefusal(provider: string | null, error: unknown): Message | null {
  const refusal = answerRefusal(error)
  if (refusal === null) return null
  const { reason, megabytes } = refusal
  const values = { sender: provider ?? message('The model'), megabytes }
  switch (reason) {
    case 'answer':
      return message(
        '{sender} sent more than {megabytes, number} MB for one answer, so Parlance stopped reading. Try again, or choose another model.',
        values,
      )
    case 'question':
      return message(
        '{sender} sent more than {megabytes, number} MB for one question, so Parlance stopped reading. Try again, or choose another model.',
        values,
      )
    case 'piece':
      return message(
        '{sender} sent more than {megabytes, number} MB in one piece, so Parlance stopped reading. Try again, or choose another model.',
        values,
      )
    case 'headers':
      return message(
        '{sender} sent too many headers, so Parlance stopped reading. Try again, or choose another model.',
        values,
      )
    case 'compressed':
      return message(
        '{sender} sent a compressed answer that was not requested, so Parlance stopped reading. Try again, or choose another model.',
        values,
      )
  }
}
