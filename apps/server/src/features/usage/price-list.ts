import { readFileSync } from 'node:fs'
import {
  describable,
  describeIssue,
  formatMessage,
  message,
  priceListSchema,
  type Message,
  type ModelPrice,
  type PriceList,
} from '@parlance/contract'
import { describeReadError } from '../../lib/file-errors.ts'
import { matchesPattern, specificity } from '../../lib/name-patterns.ts'
import type { CalledModel, CallTokens } from '../../models/model-use.ts'
import own from './price-list.json' with { type: 'json' }

/** Why a list of prices can't be used. The message is one line. */
export class PriceListError extends Error {
  override readonly name = 'PriceListError'
  readonly text: Message

  constructor(text: Message, options?: ErrorOptions) {
    super(formatMessage(text), options)
    this.text = text
  }
}

/** The product's own prices. */
export const shippedPrices = priceListSchema.parse(own)

/** @throws PriceListError if the file can't be read or isn't a list */
export function readPriceFile(path: string): PriceList {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    throw new PriceListError(describeReadError(error, path), { cause: error })
  }
  try {
    return parsePriceList(text)
  } catch (error) {
    if (!(error instanceof PriceListError)) throw error
    throw new PriceListError(message('The price list {path} is not valid. {problem}', { path, problem: error.text }), {
      cause: error,
    })
  }
}

/** @throws PriceListError naming the line of a syntax error, or the field and what it must be */
export function parsePriceList(text: string): PriceList {
  const parsed = priceListSchema.safeParse(parseJson(text), describable)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    if (issue === undefined || issue.path.length === 0) {
      throw new PriceListError(message('It must be a JSON object with currency, compared_on, and prices.'))
    }
    throw new PriceListError(describeIssue(issue))
  }
  return parsed.data
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    const line = lineOfMistake(text)
    throw new PriceListError(message('It is not valid JSON. Check line {line}.', { line: String(line) }), {
      cause: error,
    })
  }
}

/** The line at which JSON stops being valid: the shortest beginning that no continuation can complete. */
function lineOfMistake(text: string): number {
  let [good, bad] = [0, text.length]
  while (good < bad) {
    const middle = Math.floor((good + bad) / 2)
    if (isIncomplete(text.slice(0, middle))) good = middle + 1
    else bad = middle
  }
  return text.slice(0, good).split('\n').length
}

function isIncomplete(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch (error) {
    const { message: reason } = error as Error
    return /end of JSON|Unterminated/.test(reason) || reason.includes(`position ${text.length} `)
  }
}

/**
 * The price of a model on a day: of the most specific pattern, the latest one that has begun.
 * @returns null if it is unknown
 */
export function priceOf({ prices }: PriceList, { provider, model }: CalledModel, day: string): ModelPrice | null {
  const fitting = prices.filter(
    (price) => price.provider === provider && price.date <= day && matchesPattern(price.model, model),
  )
  const [best = null] = fitting.toSorted(
    (one, other) => specificity(other.model) - specificity(one.model) || (one.date < other.date ? 1 : -1),
  )
  return best
}

const million = 1_000_000

/** What a call cost. */
export function costOf(price: ModelPrice, tokens: CallTokens): number {
  const rates = ratesFor(price, tokens.prompt)
  const { input, output, cached_input = input, cache_write = input } = rates
  const full = Math.max(0, tokens.prompt - tokens.cached - tokens.cacheWritten)
  const prompt = full * input + tokens.cached * cached_input + tokens.cacheWritten * cache_write
  return (prompt + tokens.completion * output) / million
}

/** The most that a call can cost: nothing cached, everything written to the cache, and the longest answer. */
export function mostCostOf(price: ModelPrice, most: { prompt: number; completion: number }): number {
  const possible = [
    price,
    ...(price.long_prompt && most.prompt > price.long_prompt.more_than ? [price.long_prompt] : []),
  ]
  const costs = possible.map(
    ({ input, cache_write = input, output }) => most.prompt * Math.max(input, cache_write) + most.completion * output,
  )
  return Math.max(...costs) / million
}

function ratesFor(price: ModelPrice, promptTokens: number) {
  return price.long_prompt && promptTokens > price.long_prompt.more_than ? price.long_prompt : price
}
