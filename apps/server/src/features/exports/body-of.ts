import { Readable } from 'node:stream'

type Piece = string | Uint8Array

/** Bytes or characters of a body that is sent at once, or of the beginning of a longer one. */
const mostHeld = 256 * 1024
/** Milliseconds for which a body that may still become complete is held. */
const patienceMs = 50
const late = Symbol('late')

/**
 * Makes the body of a response. One that is soon complete and small is sent at once, because a stream takes longer than
 * most results. Any other one becomes a stream, which reads on only as fast as it is read.
 * @throws what the writer throws before its body is a stream
 */
export async function bodyOf(pieces: AsyncGenerator<Piece>): Promise<Buffer | Readable> {
  const { promise: isLate, resolve } = Promise.withResolvers<typeof late>()
  const timer = setTimeout(() => resolve(late), patienceMs)
  const held: Piece[] = []
  let size = 0
  try {
    for (;;) {
      const next = pieces.next()
      const step = size > mostHeld ? late : await Promise.race([next, isLate])
      if (step === late) return streamOf(held, next, pieces)
      if (step.done === true) return joined(held)
      held.push(step.value)
      size += step.value.length
    }
  } finally {
    clearTimeout(timer)
  }
}

/** Copies each piece only once. Large buffers make V8 collect all garbage sooner. */
function joined(pieces: readonly Piece[]): Buffer {
  const body = Buffer.allocUnsafe(pieces.reduce((size, piece) => size + Buffer.byteLength(piece), 0))
  let at = 0
  for (const piece of pieces) {
    if (typeof piece === 'string') at += body.write(piece, at)
    else {
      body.set(piece, at)
      at += piece.length
    }
  }
  return body
}

function streamOf(held: Piece[], next: Promise<IteratorResult<Piece>>, rest: AsyncGenerator<Piece>): Readable {
  // The reader of the stream gets the error, which may come before anyone reads.
  next.catch(() => undefined)
  const body = Readable.from(continued(held, next, rest), { objectMode: false, highWaterMark: 64 * 1024 })
  // A stream that no one reads never starts to read the rest, and so doesn't end it.
  body.once('close', () => void rest.return(undefined).catch(() => undefined))
  return body
}

async function* continued(
  held: Piece[],
  next: Promise<IteratorResult<Piece>>,
  rest: AsyncGenerator<Piece>,
): AsyncGenerator<Piece> {
  try {
    if (held.length > 0) yield joined(held)
    for (let step = await next; step.done !== true; step = await rest.next()) yield step.value
  } finally {
    await rest.return(undefined)
  }
}
