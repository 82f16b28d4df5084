/** One tool call from a stand-in. A string is sent verbatim as the arguments, malformed or not. */
export interface ScriptedToolCall {
  name: string
  args: Record<string, unknown> | string
}

/** Tokens as a stand-in reports them; `input` and `output` include the others. */
export interface ScriptedUsage {
  input: number
  output: number
  cached?: number
  cacheWritten?: number
  reasoning?: number
}

export interface ScriptedAnswer {
  /** Pieces of streamed text. */
  text?: string[]
  toolCalls?: ScriptedToolCall[]
  usage?: ScriptedUsage
  /** Milliseconds before the first byte. */
  delay?: number
  /** Awaited before the first byte. */
  until?: Promise<unknown>
  /** Frames sent before the socket is destroyed. */
  breakAfter?: number
  /** Frames sent before the stream goes silent with its socket open. */
  stallAfter?: number
}

export interface ScriptedError {
  status: number
  /** Overrides the vendor's usual message for this status. */
  message?: string
  /** Seconds, sent as the retry-after header. */
  retryAfter?: number
}

export type ScriptedReply = ScriptedAnswer | ScriptedError

/** How one vendor's protocol looks on the wire. */
export interface Wire {
  /** Appended to the server's address to form the SDK's base URL. */
  basePath: string
  /** The path of a streamed call, relative to the base. */
  callPath: RegExp
  /** Server-sent event frames, each complete with its blank line. */
  frames(answer: Required<Pick<ScriptedAnswer, 'text' | 'toolCalls' | 'usage'>>, model: string): string[]
  errorBody(error: ScriptedError): unknown
  /** The model that a request names. */
  modelOf(path: string, body: Record<string, unknown>): string
}

export function argumentText(call: ScriptedToolCall): string {
  return typeof call.args === 'string' ? call.args : JSON.stringify(call.args)
}

export function dataFrame(data: unknown): string {
  return `data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`
}

export function namedFrame(data: { type: string } & Record<string, unknown>): string {
  return `event: ${data.type}\n${dataFrame(data)}`
}

export function halves(text: string): [string, string] {
  const middle = Math.ceil(text.length / 2)
  return [text.slice(0, middle), text.slice(middle)]
}
