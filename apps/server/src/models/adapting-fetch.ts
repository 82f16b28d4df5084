import { adapt, lessonFrom, type RequestBody } from './adaptations.ts'
import type { KnownTraits } from './traits.ts'

/** Statuses of a refused request. llama.cpp answers 500 for parameters that it doesn't support. */
const refusals: ReadonlySet<number> = new Set([400, 422, 500])
/** How many parameters one call may lose. */
const mostRounds = 4

/** The server sent a web page instead of a model's answer. */
export class WebPageError extends Error {
  override readonly name = 'WebPageError'
}

/**
 * A fetch that sends requests as the model's server accepts them. If the server refuses a parameter, it sends the
 * request again without it, and remembers that for the model.
 */
export function adaptingFetch(fetch: typeof globalThis.fetch, traits: KnownTraits): typeof globalThis.fetch {
  return async (input, init) => {
    const text = init?.body
    if (typeof text !== 'string') return fetch(input, init)
    for (let round = 1; ; round++) {
      const response = await fetch(input, { ...init, body: adaptedText(text, traits) })
      if (response.ok) return requireNoPage(response)
      if (!refusals.has(response.status) || round > mostRounds) return response
      const words = await response.text()
      const lesson = lessonFrom(words, bodyOf(text), traits.current)
      const { status, statusText, headers } = response
      if (lesson === null) return new Response(words, { status, statusText, headers })
      traits.learn(lesson)
    }
  }
}

/** The text as it is if nothing has to change, because it may be long. */
function adaptedText(text: string, { current }: KnownTraits): string {
  if (current.adaptations.length === 0 && current.maxOutputTokens === null) return text
  return JSON.stringify(adapt(bodyOf(text), current))
}

function bodyOf(text: string): RequestBody {
  return JSON.parse(text) as RequestBody
}

async function requireNoPage(response: Response): Promise<Response> {
  if (!/^text\/html\b/i.test(response.headers.get('content-type') ?? '')) return response
  await response.body?.cancel()
  throw new WebPageError('The address answers with a web page')
}
