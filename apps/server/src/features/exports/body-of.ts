import { Readable } from 'node:stream'

type Piece = string | Uint8Array

/** Characters of a body that is sent at once. */
const mostHeld = 256 * 1024
/** Milliseconds for which a body that may still become complete is held. */
const patienceMs = 50
const late = Symbol('late')

/**
 * Makes the body of a response. One that is soon complete and small becomes a text, because a stream takes longer than most
 * results. Any other one becomes a stream, which reads on only as fast as it is read.
 * @throws what the writer throws before its body is a stream
 */
export async function bodyOf(pieces: AsyncGenerator<Piece>): Promise<string | Readable> {
  const { promise: isLate, resolve } = Promise.withResolvers<typeof late>()
  const timer = setTimeout(() => resolve(late), patienceMs)
  let held = ''
  try {
    for (;;) {
      const next = pieces.next()
      const step = await Promise.race([next, isLate])
      if (step === late) return streamOf(held, next, pieces)
      if (step.done === true) return held
      if (typeof step.value !== 'string') return streamOf(held, next, pieces)
      held += step.value
      if (held.length > mostHeld) return streamOf(held, pieces.next(), pieces)
    }
  } finally {
    clearTimeout(timer)
  }
}

function streamOf(held: string, next: Promise<IteratorResult<Piece>>, rest: AsyncGenerator<Piece>): Readable {
  // Whoever reads the stream gets the error, unless it fails before anyone reads.
  next.catch(() => undefined)
  return Readable.from(continued(held, next, rest), { objectMode: false, highWaterMark: 64 * 1024 })
}

async function* continued(
  held: string,
  next: Promise<IteratorResult<Piece>>,
  rest: AsyncGenerator<Piece>,
): AsyncGenerator<Piece> {
  try {
    if (held !== '') yield held
    for (let step = await next; step.done !== true; step = await rest.next()) yield step.value
  } finally {
    await rest.return(undefined)
  }
}
