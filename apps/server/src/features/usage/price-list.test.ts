import type { ModelPrice, PriceList } from '@parlance/contract'
import { expect, test } from 'vitest'
import models from '../../models/model-list.json' with { type: 'json' }
import { costOf, mostCostOf, parsePriceList, priceOf, shippedPrices } from './price-list.ts'

const price = (change: Partial<ModelPrice> = {}): ModelPrice => ({
  provider: 'openai',
  model: 'gpt-*',
  input: 2,
  output: 8,
  date: '2026-01-01',
  source: 'a test',
  ...change,
})
const listOf = (...prices: ModelPrice[]): PriceList => ({ currency: 'USD', compared_on: '2026-11-01', prices })
const tokens = { prompt: 1_000_000, cached: 0, cacheWritten: 0, completion: 0, reasoning: 0, isEstimated: false }

test('every entry of the product’s list names its day and an https source', () => {
  for (const { date, source } of shippedPrices.prices) {
    expect(date).toMatch(/^20\d\d-/)
    expect(source).toMatch(/^https:\/\//)
  }
})

test.each(['google', 'openai', 'anthropic'] as const)('every model on offer of %s has a price', (provider) => {
  for (const { id } of models.providers[provider]) {
    expect([id, priceOf(shippedPrices, { provider, model: id }, shippedPrices.compared_on)?.model]).toEqual([
      id,
      expect.any(String),
    ])
  }
  expect(priceOf(shippedPrices, { provider, model: 'unheard-of' }, shippedPrices.compared_on)).toBeNull()
})

test('the most specific pattern wins, then the latest price that has begun', () => {
  const list = listOf(
    price(),
    price({ model: 'gpt-4.1*', input: 3 }),
    price({ model: 'gpt-4.1', input: 4 }),
    price({ model: 'gpt-4.1', input: 5, date: '2026-06-01' }),
    price({ model: 'gpt-4.1', input: 9, date: '2027-01-01' }),
  )
  const inputOf = (model: string, day = '2026-11-26') =>
    priceOf(list, { provider: 'openai', model }, day)?.input ?? null
  expect([inputOf('gpt-4.1'), inputOf('gpt-4.1-2026'), inputOf('gpt-5'), inputOf('o3')]).toEqual([5, 3, 2, null])
  expect([inputOf('gpt-4.1', '2026-03-01'), inputOf('gpt-4.1', '2025-12-31')]).toEqual([4, null])
  expect(priceOf(list, { provider: 'google', model: 'gpt-5' }, '2026-11-26')).toBeNull()
})

test('a pattern needs its pieces in order and apart', () => {
  const fits = (pattern: string, model: string) =>
    priceOf(listOf(price({ model: pattern })), { provider: 'openai', model }, '2026-11-26') !== null
  expect([fits('a*c', 'abc'), fits('a*b*c', 'axbxc'), fits('*', 'x'), fits('*mini', 'gpt-mini')]).toEqual(
    Array(4).fill(true),
  )
  expect([fits('ab*ba', 'aba'), fits('a*b*c', 'acb'), fits('a*b*b', 'axb'), fits('a', 'ab')]).toEqual(
    Array(4).fill(false),
  )
})

test('prices cached, written, and long prompts by their own rates', () => {
  const full = price({ cached_input: 0.2, cache_write: 2.5 })
  expect(costOf(full, { ...tokens, cached: 500_000, cacheWritten: 250_000 })).toBeCloseTo(0.5 + 0.1 + 0.625)
  const long = price({ long_prompt: { more_than: 200_000, input: 4, output: 12 } })
  expect(costOf(long, tokens)).toBe(4)
  expect(costOf(long, { ...tokens, prompt: 200_000, completion: 1_000_000 })).toBeCloseTo(8.4)
})

test('tokens without a separate price cost as much as the rest of the prompt, also in long prompts', () => {
  const cached = { ...tokens, cached: 1_000_000 }
  expect(costOf(price(), cached)).toBe(2)
  expect(costOf(price(), { ...tokens, cacheWritten: 1_000_000 })).toBe(2)
  const long_prompt = { more_than: 200_000, input: 4, output: 12 }
  expect(costOf(price({ cached_input: 0.2, long_prompt }), cached)).toBe(4)
})

test('the most that a call can cost is never less than what it costs', () => {
  for (const entry of shippedPrices.prices) {
    for (const prompt of [10, 99_000, 250_000, 900_000]) {
      for (const kinds of [{}, { cached: prompt }, { cacheWritten: prompt }]) {
        const cost = costOf(entry, { ...tokens, ...kinds, prompt, completion: 500 })
        expect(mostCostOf(entry, { prompt, completion: 500 })).toBeGreaterThanOrEqual(cost)
      }
    }
  }
})

test.each([
  ['{"currency": "USD",\n "prices": [}', 'It is not valid JSON. Check line 2.'],
  ['{\n "currency": "USD",\n "compared_on": "2026-11-01"\n "prices": []\n}', 'It is not valid JSON. Check line 4.'],
  ['{\n "currency": "USD"', 'It is not valid JSON. Check line 2.'],
  ['[]', 'It must be a JSON object with currency, compared_on, and prices.'],
  [
    '{"currency": "usd", "compared_on": "2026-11-01", "prices": []}',
    'Enter a currency code of three capital letters, such as USD.',
  ],
  [JSON.stringify(listOf(price(), price({ input: -1 }))), /prices\[1\]\.input/],
  [JSON.stringify({ ...listOf(), prices: [{ ...price(), inputs: 3 }] }), /prices\[0\]\.inputs/],
  [JSON.stringify({ ...listOf(), prices: [{ ...price(), date: 'today' }] }), /prices\[0\]\.date/],
])('refuses %j and names the place', (text, problem) => {
  expect(() => parsePriceList(text)).toThrow(problem)
})
