import { afterAll, expect, it } from 'vitest'
import { ask } from './testing/ask.ts'
import { openShop, shopToday } from './testing/shop.ts'
import { suggestQuestions } from './translate.ts'

const shop = openShop()
afterAll(() => shop.close())

it('suggests different first questions about a database, and answers each of them', async () => {
  const questions = suggestQuestions({ catalogue: shop.catalogue, today: shopToday })
  expect(questions[0]).toBe('What is the revenue by month?')
  expect(new Set(questions).size).toBe(questions.length)
  expect(questions.length).toBeGreaterThan(5)
  for (const question of questions) expect((await ask(shop, shopToday, question)).rows.length).toBeGreaterThan(0)
})

it('suggests nothing without tables', () => {
  expect(suggestQuestions({ catalogue: { ...shop.catalogue, tables: [] }, today: shopToday })).toEqual([])
})
