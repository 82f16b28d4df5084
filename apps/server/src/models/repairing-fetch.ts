/**
 * A fetch that puts the answers of servers that are nearly compatible into the form that the client accepts: tool
 * arguments as an object, an error as a text, an answer without a finish reason, and an answer that is not streamed.
 */
export function repairingFetch(fetch: typeof globalThis.fetch): typeof globalThis.fetch {
  return async (input, init) => {
    const response = await fetch(input, init)
    if (!response.ok || response.body === null) return response
    if (/^application\/json\b/i.test(response.headers.get('content-type') ?? '')) return asStream(response)
    const repaired = response.body.pipeThrough(new TransformStream(lineRepair()))
    return new Response(repaired, { status: response.status, headers: response.headers })
  }
}

/** An answer as a whole, as the stream that was requested. */
async function asStream(response: Response): Promise<Response> {
  const text = await response.text()
  const value = objectIn(text)
  if (value === null) return new Response(text, { status: response.status, headers: response.headers })
  const [choice] = Array.isArray(value['choices']) ? (value['choices'] as Record<string, unknown>[]) : []
  const chunk = choice ? { ...value, choices: [{ ...choice, delta: deltaOf(choice['message']) }] } : value
  const frames = [repairedChunk(chunk), '[DONE]'].map((data) => `data: ${data}\n\n`)
  return new Response(frames.join(''), { headers: { 'content-type': 'text/event-stream' } })
}

function deltaOf(message: unknown): unknown {
  return typeof message === 'object' && message !== null ? { ...message, role: 'assistant' } : {}
}

type Controller = TransformStreamDefaultController<Uint8Array>

/** Repairs each line of an event stream as it passes. */
function lineRepair() {
  const decoder = new TextDecoder()
  const encoder = new TextEncoder()
  let rest: string[] = []
  let isFinished = false
  const repaired = (line: string): string => {
    if (/"finish_reason": ?"/.test(line)) isFinished = true
    if (!isFinished && /^data: ?\[DONE\]/.test(line)) return `${finish}\n\n${line}`
    return line.startsWith('data:') && needsRepair(line) ? repairedLine(line) : line
  }
  return {
    transform: (bytes: Uint8Array, controller: Controller) => {
      const lines = decoder.decode(bytes, { stream: true }).split('\n')
      const last = lines.pop() ?? ''
      if (lines.length > 0) {
        lines[0] = `${rest.join('')}${lines[0] ?? ''}`
        rest = []
        controller.enqueue(encoder.encode(`${lines.map(repaired).join('\n')}\n`))
      }
      if (last !== '') rest.push(last)
    },
    flush: (controller: Controller) => {
      if (rest.length > 0) controller.enqueue(encoder.encode(repaired(rest.join(''))))
    },
  }
}

const finish = 'data: {"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}'

function needsRepair(line: string): boolean {
  return /"arguments": ?\{|"error": ?"|"role": ?"(?!assistant")/.test(line)
}

function repairedLine(line: string): string {
  const value = objectIn(line.slice('data:'.length))
  return value === null ? line : `data: ${repairedChunk(value)}`
}

function repairedChunk(value: Record<string, unknown>): string {
  const error = typeof value['error'] === 'string' ? { error: { message: value['error'] } } : {}
  return JSON.stringify({ ...value, ...error }, (key, inner: unknown) => {
    if (key === 'arguments' && typeof inner === 'object' && inner !== null) return JSON.stringify(inner)
    return key === 'role' && inner !== 'assistant' ? 'assistant' : inner
  })
}

function objectIn(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null
  } catch {
    return null
  }
}
