import { expect, test } from 'vitest'
import { rankByLikeness, rankedQuestions, wordsOf } from './rank.ts'

const known = (...examples: { question: string; sql?: string; reading?: string }[]) =>
  rankedQuestions(
    examples.map(({ question, sql = 'SELECT 1', reading = null }) => {
      return { document: question, words: wordsOf({ question, sql, reading }) }
    }),
  )

test('puts the question first that differs only in values', () => {
  const questions = known(
    { question: 'Orders of Germany by month', sql: "SELECT 1 FROM orders WHERE country = 'Germany'" },
    { question: 'Revenue of Germany in 2024', sql: "SELECT 1 FROM orders WHERE country = 'Germany'" },
    { question: 'Revenue by month of France', sql: "SELECT 1 FROM orders WHERE country = 'France'" },
  )
  expect(rankByLikeness('Revenue of France in 2025', questions)[0]).toMatchObject({
    document: 'Revenue of Germany in 2024',
    isContained: true,
  })
})

test('leaves out questions without a shared word, and keeps the order of equal ones', () => {
  const questions = known({ question: 'Tallest employee' }, { question: 'Orders' }, { question: 'orders?' })
  expect(rankByLikeness('How many orders?', questions).map(({ document }) => document)).toEqual(['Orders', 'orders?'])
  expect(rankByLikeness('', questions)).toEqual([])
})

test('compares words of the reading too', () => {
  const questions = known({ question: 'Churn', reading: 'Customers without orders' }, { question: 'Customers' })
  expect(rankByLikeness('customers without orders', questions)[0]?.document).toBe('Churn')
})
