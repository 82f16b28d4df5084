import { AsyncLocalStorage } from 'node:async_hooks'
import type { MeteredModel } from './count-prompt.ts'
import type { StreamPart } from './metered-model.ts'

/** One call of a model, whose answer may begin with plain text. */
interface Call {
  beginning: PlainBeginning | null
}

const calls = new AsyncLocalStorage<Call>()

/**
 * A model whose answers are read here as long as they are plain text, because the SDK takes several times as long for a
 * piece. From the first other piece on, the SDK reads the answer. Its fetch must be `passingPlainText`.
 */
export function withPlainBeginning(model: MeteredModel): MeteredModel {
  const { specificationVersion, provider, modelId, supportedUrls } = model
  return {
    specificationVersion,
    provider,
    modelId,
    supportedUrls,
    doGenerate: (options) => model.doGenerate(options),
    doStream: async (options) => {
      const call: Call = { beginning: null }
      const result = await calls.run(call, () => model.doStream(options))
      const { beginning } = call
      return beginning === null ? result : { ...result, stream: ReadableStream.from(joined(beginning, result.stream)) }
    },
  }
}

/** A fetch that gives the SDK what `withPlainBeginning` doesn't read of a streamed answer. */
export function passingPlainText(fetch: typeof globalThis.fetch): typeof globalThis.fetch {
  return async (input, init) => {
    const response = await fetch(input, init)
    const call = calls.getStore()
    const { ok, body, status, headers } = response
    if (call === undefined || !ok || body === null || /^application\/json\b/i.test(headers.get('content-type') ?? ''))
      return response
    call.beginning = new PlainBeginning(body)
    return new Response(call.beginning.rest(), { status, headers })
  }
}

const id = 'plain'

async function* joined(beginning: PlainBeginning, rest: ReadableStream<StreamPart>): AsyncGenerator<StreamPart> {
  let isOpen = false
  let isRead = false
  try {
    for await (const delta of beginning.texts()) {
      if (!isOpen) yield { type: 'text-start', id }
      isOpen = true
      yield { type: 'text-delta', id, delta }
    }
    isRead = true
  } finally {
    // This also ends the request.
    if (!isRead) await rest.cancel()
  }
  if (isOpen) yield { type: 'text-end', id }
  yield* rest
}

/** The body of an answer in the chat completions protocol. */
class PlainBeginning {
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>
  readonly #decoder = new TextDecoder()
  readonly #end = Promise.withResolvers<void>()
  /** The first event, if it has no text: it names the answer. */
  #head = ''
  /** The pieces of a line that isn't complete. */
  #line: string[] = []
  /** What the SDK reads first. */
  #left = ''

  constructor(body: ReadableStream<Uint8Array>) {
    this.#reader = body.getReader()
  }

  /** The texts of events that say nothing else. */
  async *texts(): AsyncGenerator<string> {
    try {
      for (let isPlain = true; isPlain;) {
        const { done, value } = await this.#reader.read()
        const lines = this.#linesOf(this.#decoder.decode(value, { stream: !done }))
        isPlain = !done
        for (const [at, line] of lines.entries()) {
          const text = plainTextOf(line)
          if (text === null) {
            this.#left = `${lines.slice(at).join('\n')}\n`
            isPlain = false
            break
          }
          if (text !== '') yield text
          else if (this.#head === '' && line.startsWith('data:')) this.#head = `${line}\n\n`
        }
      }
    } finally {
      this.#left = `${this.#head}${this.#left}${this.#line.join('')}`
      this.#end.resolve()
    }
  }

  /** What follows the texts. Waits until they have been read. */
  rest(): ReadableStream<Uint8Array> {
    const encoder = new TextEncoder()
    return new ReadableStream(
      {
        pull: async (controller) => {
          await this.#end.promise
          const left = this.#left
          this.#left = ''
          if (left !== '') return controller.enqueue(encoder.encode(left))
          const { done, value } = await this.#reader.read()
          if (done) controller.close()
          else controller.enqueue(encoder.encode(this.#decoder.decode(value, { stream: true })))
        },
        cancel: (reason) => this.#reader.cancel(reason),
      },
      { highWaterMark: 0 },
    )
  }

  /** @returns the lines that are complete now */
  #linesOf(piece: string): string[] {
    const lines = piece.split('\n')
    const last = lines.pop() ?? ''
    const [first] = lines
    if (first !== undefined) {
      lines[0] = this.#line.join('') + first
      this.#line = []
    }
    if (last !== '') this.#line.push(last)
    return lines
  }
}

/** The text of an event, which is empty for empty lines and comments; null if the event has, or may have, anything else. */
function plainTextOf(line: string): string | null {
  if (line === '' || line === '\r' || line.startsWith(':')) return ''
  if (!line.startsWith('data:')) return null
  let event: unknown
  try {
    event = JSON.parse(line.slice('data:'.length))
  } catch {
    return null
  }
  if (!isObject(event) || 'error' in event || !isAbsent(event['usage'])) return null
  const { choices } = event
  const choice: unknown = Array.isArray(choices) && choices.length === 1 ? choices[0] : null
  if (!isObject(choice) || !isAbsent(choice['finish_reason']) || !isObject(choice['delta'])) return null
  const { role, content, ...others } = choice['delta']
  if (!isAbsent(role) && role !== 'assistant') return null
  if (!isAbsent(content) && typeof content !== 'string') return null
  return Object.values(others).every(isAbsent) ? ((content as string | null | undefined) ?? '') : null
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isAbsent(value: unknown): boolean {
  return value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)
}
