import { APICallError } from 'ai'
import { findCause } from '../lib/find-cause.ts'
import { WebPageError } from './adapting-fetch.ts'
import { answerRefusal } from './bounded-answer.ts'
import { BlockedAddressError } from './outbound.ts'

/** What went wrong with a model, regardless of the vendor. */
export type ModelFault =
  | 'wrong-key'
  | 'no-permission'
  | 'unreachable'
  | 'blocked-address'
  | 'wrong-path'
  | 'web-page'
  | 'unknown-model'
  | 'quota'
  | 'rate-limit'
  | 'overloaded'
  | 'no-tool-support'
  | 'no-schema-support'
  | 'too-long'
  | 'request-refused'
  | 'server-error'
  | 'broke-off'
  | 'malformed'
  | 'filtered'
  | 'cut-short'
  | 'empty'
  | 'timeout'
  | 'answer-refused'

/** The model ended its answer without anything to use. */
export class UselessAnswerError extends Error {
  override readonly name = 'UselessAnswerError'
  readonly fault: 'filtered' | 'cut-short' | 'empty' | 'broke-off'

  constructor(fault: UselessAnswerError['fault']) {
    super(`The answer is useless: ${fault}`)
    this.fault = fault
  }
}

/** Identifies the cause of a failed call, regardless of the vendor. */
export function faultOf(error: unknown): ModelFault {
  if (error instanceof UselessAnswerError) return error.fault
  if (findCause(error, (one) => one instanceof BlockedAddressError)) return 'blocked-address'
  if (answerRefusal(error)) return 'answer-refused'
  if (findCause(error, (one) => one instanceof WebPageError)) return 'web-page'
  if (findCause(error, isTimeout)) return 'timeout'
  if (APICallError.isInstance(error)) return faultOfCall(error)
  return faultOfStream(error)
}

function isTimeout({ name }: Error): boolean {
  return name === 'TimeoutError' || name === 'AbortError'
}

/** What an error says, at most as much as is read of an error's body. */
export function wordsOf(error: unknown): string {
  if (APICallError.isInstance(error)) return `${error.message} ${error.responseBody ?? ''}`
  return error instanceof Error ? `${error.name} ${error.message}` : (JSON.stringify(error) ?? '')
}

function faultOfCall(error: APICallError): ModelFault {
  const { statusCode: status, responseBody = '' } = error
  if (status === undefined) return 'unreachable'
  if (status === 200) return isMalformed(error) ? 'malformed' : 'broke-off'
  const isPage = /^\s{0,20}<(?:!doctype|html|head|\?xml)/i.test(responseBody)
  if (isPage) return status === 404 ? 'wrong-path' : 'web-page'
  if (status === 429) return faultOfLimit(error)
  return faultOfWords(wordsOf(error)) ?? faultOfStatus(status, responseBody)
}

/** Seconds after which a limit is a quota that the user can't wait for. */
const longestWait = 3_600

function faultOfLimit(error: APICallError): ModelFault {
  if (/quota|RESOURCE_EXHAUSTED/i.test(wordsOf(error)) || spentWords.test(wordsOf(error))) return 'quota'
  return (retryAfter(error) ?? 0) > longestWait ? 'quota' : 'rate-limit'
}

function faultOfStatus(status: number, body: string): ModelFault {
  if (status === 401) return 'wrong-key'
  if (status === 403) return 'no-permission'
  if (
    status === 404 &&
    (body.trim() === '' || /page not found|^"?not found"?$|"detail": ?"Not Found"/i.test(body.trim()))
  )
    return 'wrong-path'
  if (status === 404) return 'unknown-model'
  if (status === 405) return 'wrong-path'
  if (status === 402) return 'quota'
  if (status === 413) return 'too-long'
  if (status === 503 || status === 529) return 'overloaded'
  return status >= 500 ? 'server-error' : 'request-refused'
}

const spentWords = /insufficient_quota|credit balance is too low|billing_(?:hard_limit|not_active)/i
const refused =
  /not support|unsupported|not enabled|unknown|unrecognized|not permitted|not available|invalid|unexpected/i

/** In the order in which they are looked for: a sentence about tools may mention the model, too. */
const faultWords: [ModelFault, (words: string) => boolean][] = [
  [
    'wrong-key',
    (words) => /API_KEY_INVALID|API key not valid|invalid_api_key|invalid x-api-key|incorrect api key/i.test(words),
  ],
  ['quota', (words) => spentWords.test(words)],
  ['quota', (words) => /RESOURCE_EXHAUSTED|quota/i.test(words)],
  ['rate-limit', (words) => /rate_limit_e(?:rror|xceeded)/i.test(words)],
  ['overloaded', (words) => /overloaded|UNAVAILABLE|server is busy|slots? unavailable|loading model/i.test(words)],
  [
    'too-long',
    (words) =>
      /context[_ ](?:length|window|size)|prompt is too long|too many (?:input )?tokens|input token count|trying to keep the first|tokens to keep from the initial prompt/i.test(
        words,
      ),
  ],
  [
    'no-tool-support',
    (words) =>
      /does not support (?:tools|function)|enable-auto-tool-choice|requires --jinja|support tool use|function calling is not/i.test(
        words,
      ) ||
      (/\btools?\b|tool[_ ](?:use|calling|calls|choice)|function calling/i.test(words) &&
        /not (?:supported|enabled|permitted)|unsupported|unrecognized|unknown (?:field|parameter|name)/i.test(words)),
  ],
  [
    'no-schema-support',
    (words) =>
      /response_?format|json_?schema|response_?schema|structured output|json mode|grammar|output_(?:format|config)/i.test(
        words,
      ) && refused.test(words),
  ],
  ['unknown-model', (words) => /model_not_found|model .{0,200}(?:not found|does not exist|is not found)/i.test(words)],
]

function faultOfWords(words: string): ModelFault | null {
  return faultWords.find(([, matches]) => matches(words))?.[0] ?? null
}

/** Errors after a stream began: an error frame from the vendor, or a closed socket. */
function faultOfStream(error: unknown): ModelFault {
  if (isMalformed(error)) return 'malformed'
  const words = wordsOf(error)
  const named = faultOfWords(words)
  if (named) return named
  if (/fetch failed|ENOTFOUND|ECONNREFUSED|EHOSTUNREACH/.test(words)) return 'unreachable'
  if (/server_error|api_error|internal/i.test(words)) return 'server-error'
  return 'broke-off'
}

const malformedNames = /^AI_(?:JSONParseError|TypeValidationError)$/

function isMalformed(error: unknown): boolean {
  return findCause(error, ({ name }) => malformedNames.test(name)) !== null
}

/** Seconds until the provider accepts the next request; null if it doesn't say so. */
export function retryAfter(error: unknown, now = Date.now()): number | null {
  if (!APICallError.isInstance(error)) return null
  const { responseHeaders: headers = {} } = error
  const milliseconds = Number(headers['retry-after-ms'])
  if (milliseconds > 0) return Math.ceil(milliseconds / 1000)
  const given = headers['retry-after']
  if (given === undefined) return waitIn(wordsOf(error))
  const seconds = /^\d{1,7}$/.test(given) ? Number(given) : Math.ceil((Date.parse(given) - now) / 1000)
  return Number.isFinite(seconds) && seconds >= 0 ? seconds : null
}

/** The wait in the body of an error. */
function waitIn(words: string): number | null {
  const found = /"retryDelay": ?"(\d{1,6})(?:\.\d{1,9})?s"|try again in (\d{1,6})(?:\.\d{1,9})?s/i.exec(words)
  return found ? Number(found[1] ?? found[2]) : null
}

/** The context length in an error that says a prompt is too long; null if it names none. */
export function contextLimitIn(words: string): number | null {
  const found =
    /context length (?:is|of) (?:only )?(\d{3,8})/i.exec(words) ??
    /context size \(?(\d{3,8})/i.exec(words) ??
    /n_ctx"?(?::|=| ?>=)? ?(\d{3,8})/.exec(words) ??
    /> (\d{3,8}) maximum/.exec(words) ??
    /maximum number of tokens allowed \(?(\d{3,8})/.exec(words)
  return found ? Number(found[1]) : null
}
