import { expect, test } from 'vitest'
import { possibleValues } from './possible-values.ts'

test.each([
  [
    'How many of the orders that we shipped last year came from customers in Germany?',
    ['Germany', 'orders', 'shipped', 'came', 'customers'],
  ],
  ['Which status do orders have?', ['status', 'orders']],
  ['What did Bank of America pay?', ['Bank of America', 'Bank', 'America', 'America pay', 'pay']],
  ['Reviews with the title "Best I have owned"', ['Best I have owned', 'Reviews', 'title', 'owned']],
  ['Which German customers buy?', ['German', 'German customers', 'customers buy', 'customers', 'buy']],
  ["What is New York's and Ohio's revenue?", ['New York', 'York', 'Ohio', 'revenue']],
  ['revenue in united kingdom', ['united kingdom', 'revenue', 'united', 'kingdom']],
  ['', []],
])('finds what may be a value in: %s', (question, texts) => {
  expect(possibleValues(question)).toEqual(texts)
})

test('looks for a bounded number of texts', () => {
  const words = Array.from({ length: 500 }, (_, at) => `word${at}`).join(' ')
  expect(possibleValues(words)).toHaveLength(16)
})
