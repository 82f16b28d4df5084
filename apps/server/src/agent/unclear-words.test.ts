import { message } from '@parlance/contract'
import { expect, test } from 'vitest'
import { unclearWords } from './unclear-words.ts'

test('words that match nothing, and words that were read by an assumption, are unclear', () => {
  const question = 'How many active customers bought gizmos?'
  const assumed = [
    message('“{word}” is interpreted as {table}', { word: 'gizmos', table: 'products' }),
    message('“{word}” is read as {value}', { word: 'customers', value: 'Customers' }),
    'By "active customers" I mean those with an order this year.',
  ]
  expect(unclearWords(question, ['bought'], assumed)).toEqual(['bought', 'gizmos', 'active customers'])
})

test('names, numbers, function words, and what the question does not say are not', () => {
  const question = 'Revenue of Jane Doe from 2024 with the A1 rate'
  expect(unclearWords(question, ['Jane Doe', '2024', 'A1', 'with the', 'churn'], [])).toEqual([])
})
