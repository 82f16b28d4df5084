import { message } from '@parlance/contract'
import type { ModelMessage } from 'ai'
import { contextLimitIn, faultOf, wordsOf } from '../model-faults.ts'
import { withCachePoint, type ModelHandle } from '../vendor.ts'
import { ask, type Asked } from './ask.ts'
import { failed, passed, skipped, warning, type Check, type CheckContext, type Finding } from './check.ts'
import { reportedContext } from './reported-context.ts'
import { contextAdvice } from './server-kind.ts'

/** What the prompts of Parlance need, and what they need to contain a large schema. */
const leastTokens = 8_000
const enoughTokens = 16_000
/** Lines of the long prompt; each has about ten tokens. */
const lineCount = 520
const longTokens = 6_000
const codeWord = 'marmalade'

/**
 * A prompt whose first sentence is needed for the answer. A server with a shorter context often cuts the beginning
 * without an error.
 */
function longPrompt({ cachePoint }: ModelHandle): ModelMessage[] {
  const lines = Array.from({ length: lineCount }, (_, line) => `Table t${line} has a column c${line % 7}.`)
  const content = `The code word is ${codeWord}.\n${lines.join('\n')}`
  return [
    { role: 'user', content: withCachePoint(content, cachePoint) },
    { role: 'user', content: 'What is the code word in the first sentence? Answer with this word only.' },
  ]
}

/** Whether whole prompts reach the model. */
export const contextCheck: Check = {
  id: 'context-length',
  needs: ['answer'],
  calls: 1,
  tokens: longTokens + 200,
  timeoutMs: 120_000,
  run: async (context) => {
    const { handle, findings, signal } = context
    const reported = await reportedContext(context)
    if (reported !== null && reported < longTokens) return tooShort(context, reported, 'reported')
    try {
      const first = await ask(handle, { prompt: longPrompt(handle) }, signal)
      findings.long = { first, second: null }
      return readLong(context, first, reported)
    } catch (error) {
      signal.throwIfAborted()
      if (faultOf(error) !== 'too-long') throw error
      return tooShort(context, contextLimitIn(wordsOf(error)), 'refused')
    }
  },
}

function readLong(context: CheckContext, first: Asked, reported: number | null): Finding {
  const { handle } = context
  const isKnown = first.text.toLowerCase().includes(codeWord)
  const isCut = !isKnown && first.inputTokens !== null && first.inputTokens < longTokens * 0.75
  if (isCut) return tooShort(context, first.inputTokens, 'cut')
  if (!isKnown) {
    return warning(
      message('{model} did not find a word at the beginning of a long prompt.', { model: handle.id }),
      contextAdvice(context.findings.server, handle.id),
    )
  }
  handle.traits.learn({ contextTokens: reported })
  if (reported === null)
    return passed(message('A prompt of {tokens, number} tokens reaches {model} whole.', values(context, longTokens)))
  if (reported >= enoughTokens)
    return passed(message('The context of {model} has {tokens, number} tokens.', values(context, reported)))
  return warning(
    message(
      'The context of {model} has only {tokens, number} tokens, so the model sees fewer tables of a large database.',
      values(context, reported),
    ),
    contextAdvice(context.findings.server, handle.id),
  )
}

function tooShort(context: CheckContext, tokens: number | null, how: 'reported' | 'cut' | 'refused'): Finding {
  const { handle, findings } = context
  const advice = contextAdvice(findings.server, handle.id)
  if (tokens !== null) handle.traits.learn({ contextTokens: tokens })
  const known = values(context, tokens ?? leastTokens)
  if (how === 'cut')
    return failed(
      message('The server silently cuts prompts for {model} after about {tokens, number} tokens.', known),
      advice,
    )
  if (how === 'refused' && tokens === null)
    return failed(message('The server refuses long prompts for {model}.', known), advice)
  return failed(
    message(
      'The context of {model} has only {tokens, number} tokens. Longer prompts are cut or refused, so answers become wrong.',
      known,
    ),
    advice,
  )
}

function values({ handle }: CheckContext, tokens: number) {
  return { model: handle.id, tokens }
}

/** Whether the provider caches the beginning of a prompt, which makes later questions cheaper and faster. */
export const cachingCheck: Check = {
  id: 'caching',
  needs: ['answer', 'context-length'],
  calls: 1,
  tokens: longTokens + 200,
  timeoutMs: 120_000,
  run: async ({ handle, findings, signal }) => {
    const { long } = findings
    if (long === null) return skipped(message('The prompt that would be cached is too long.'))
    const second = await ask(handle, { prompt: longPrompt(handle) }, signal)
    const cached = second.cachedTokens ?? 0
    if (cached > 0)
      return passed(
        message('{cached, number} of {all, number} tokens of a repeated prompt came from the cache.', {
          cached,
          all: second.inputTokens ?? cached,
        }),
      )
    if (second.firstMs < long.first.firstMs / 2)
      return passed(message('A repeated prompt is answered faster, but the provider reports no cached tokens.'))
    return warning(message('The provider reports no cached tokens for a repeated prompt.'), null)
  },
}
