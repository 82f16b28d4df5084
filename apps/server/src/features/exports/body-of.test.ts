import { once } from 'node:events'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { bodyOf } from './body-of.ts'

async function* of(...pieces: (string | Uint8Array | Promise<string>)[]): AsyncGenerator<string | Uint8Array> {
  for (const piece of pieces) yield await piece
}

const streamed = async (pieces: AsyncGenerator<string | Uint8Array>): Promise<Readable> => {
  const body = await bodyOf(pieces)
  if (body instanceof Readable) return body
  throw new Error('The body was complete')
}

test('makes one buffer of a small body of texts and bytes', async () => {
  expect(await bodyOf(of('Zoë', '', Buffer.from([0xff]), '日本'))).toEqual(
    Buffer.concat([Buffer.from('Zoë'), Buffer.from([0xff]), Buffer.from('日本')]),
  )
  expect(await bodyOf(of())).toEqual(Buffer.alloc(0))
})

test('streams a large body in order', async () => {
  const pieces = Array.from({ length: 10 }, (_, at) => String(at).repeat(60_000))
  expect(await text(await streamed(of(...pieces)))).toBe(pieces.join(''))
})

test('streams a body that is not complete soon, with what it has', async () => {
  const { promise, resolve } = Promise.withResolvers<string>()
  const body = await streamed(of('first ', promise, ' third'))
  const [beginning] = await once(body, 'data')
  expect(String(beginning)).toBe('first ')
  resolve('second')
  expect(await text(body)).toBe('second third')
})

test('fails before the body begins, or breaks the stream off', async () => {
  const failing = (async function* () {
    yield 'first'
    throw new Error('broken')
  })()
  await expect(bodyOf(failing)).rejects.toThrow('broken')
  const { promise, reject } = Promise.withResolvers<string>()
  const body = await streamed(of('first', promise))
  reject(new Error('lost'))
  await expect(text(body)).rejects.toThrow('lost')
})

test('ends the writer of a stream that is left', async () => {
  const { promise, resolve } = Promise.withResolvers<string>()
  const endless = async function* () {
    try {
      for (;;) yield 'x'.repeat(100_000)
    } finally {
      resolve('ended')
    }
  }
  const body = await streamed(endless())
  body.destroy()
  expect(await promise).toBe('ended')
})
