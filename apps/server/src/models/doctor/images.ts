import { message } from '@parlance/contract'
import { deflateSync, crc32 } from 'node:zlib'
import { faultOf } from '../model-faults.ts'
import { ask } from './ask.ts'
import { passed, warning, type Check } from './check.ts'

/** Whether the model sees images, which users can attach to a question. */
export const imagesCheck: Check = {
  id: 'images',
  needs: ['answer'],
  calls: 1,
  tokens: 600,
  timeoutMs: 60_000,
  run: async ({ handle, signal }) => {
    const { id: model } = handle
    const none = warning(
      message('{model} does not read images. Questions with an attached image fail.', { model }),
      message('If users attach images, choose a model that reads them.'),
    )
    const content = [
      { type: 'text' as const, text: 'Which color fills this image? Answer with one word.' },
      { type: 'file' as const, mediaType: 'image/png', data: redSquare() },
    ]
    try {
      const { text } = await ask(handle, { prompt: [{ role: 'user', content }] }, signal)
      return /\bred\b/i.test(text) ? passed(message('{model} reads images.', { model })) : none
    } catch (error) {
      signal.throwIfAborted()
      if (['request-refused', 'server-error', 'empty', 'unknown-model', 'no-tool-support'].includes(faultOf(error)))
        return none
      throw error
    }
  },
}

const side = 64

/** A red square as PNG, large enough for every vendor. */
export function redSquare(): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  // Eight bits for each of red, green, and blue.
  header.set([8, 2], 8)
  const row = Buffer.concat([Buffer.alloc(1), Buffer.from(Array.from({ length: side }, () => [220, 20, 20]).flat())])
  const rows = Buffer.concat(Array.from({ length: side }, () => row))
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}
