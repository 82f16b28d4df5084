import { describe, expect, test } from 'vitest'
import type { Cell, ResultColumn } from '@parlance/contract'
import { createGrounding } from './grounding.ts'

function column(name: string): ResultColumn {
  return { name, dataType: '', kind: 'other' }
}

function grounded(rows: Cell[][], texts: string[] = []) {
  const columns = (rows[0] ?? []).map((_, index) => column(`c${index}`))
  return createGrounding({ results: [{ columns, rows, truncated: false }], texts })
}

const sales = grounded([
  ['Ana', 1234.56, '2025-03-01'],
  ['Ben', 800, '2025-04-02'],
  ['Cem', 465.44, '2025-05-03'],
])

describe('numbers that are in the result', () => {
  test.each([
    'Ana earned 1,234.56.',
    'Ana earned 1234.56 and Ben 800.',
    'Ana earned about 1,235.',
    'Ana earned 1.2 thousand.',
    'Ana earned 1.2k in March 2025.',
    'There are 3 people; the top 2 are Ana and Ben.',
    'Together they earned 2,500.',
    'Ana has 49.4% of the total.',
    'Ana leads Ben by 434.56.',
    'Nobody else is listed.',
    'Ana verdiente 1234,56.',
    'Ana verdiente 1.234,56 und Ben 800.',
    'Zusammen 2.500.',
    'Ana a gagné 1\u202f234,56.',
  ])('accepts a number that is in the result: %s', (text) => expect(sales.ungrounded(text)).toEqual([]))
})

describe('numbers that are not in the result', () => {
  test.each([
    ['Ana earned 9,999.', ['9,999']],
    ['Ana earned 1,243.56.', ['1,243.56']],
    ['Ana earned 1.3 thousand.', ['1.3 thousand']],
    ['Ana earned $2.1 million and Ben 800.', ['2.1 million']],
    ['There are 57 people.', ['57']],
    ['Ana verdiente 1.243,56.', ['1.243,56']],
    ['Ana earned 12,345,678.', ['12,345,678']],
    ['Revenue grew by 12.5% to 2,500.', ['12.5']],
  ])('rejects a number that is not in the result: %s', (text, wrong) => expect(sales.ungrounded(text)).toEqual(wrong))
})

test('allows repeating the numbers of the question, but only the dates of the SQL', () => {
  const sql = "SELECT count(*) FROM orders WHERE total > 250 AND 777 = 777 AND day >= '2024-10-01'"
  const result = { columns: [column('n')], rows: [[7]], truncated: false }
  const grounding = createGrounding({ results: [result], texts: ['Orders above 250 in 2024'], sql: [sql] })
  expect(grounding.ungrounded('In October 2024 there were 777.')).toEqual(['777'])
  expect(grounding.ungrounded('7 orders in 2024 were above 250.')).toEqual([])
  expect(grounding.ungrounded('7 orders in 2023 were above 250.')).toEqual(['2023'])
})

test('grounds no figure without a result', () => {
  const grounding = createGrounding({ results: [], texts: ['How many orders?'] })
  expect(grounding.ungrounded('There are 42 orders.')).toEqual(['42'])
})

test('a large result allows no derived figures and few ranks', () => {
  const rows = Array.from({ length: 500 }, (_, index) => [index * 1000 + 0.5])
  const grounding = grounded(rows)
  expect(grounding.ungrounded('There are 500 rows; the largest is 499000.5.')).toEqual([])
  expect(grounding.ungrounded('The mean is 249250.5 and 77 were late.')).toEqual(['249250.5', '77'])
})

describe('ways to hide a number that is not in the result', () => {
  const orders = createGrounding({
    results: [
      {
        columns: [column('customer'), column('orders'), column('since')],
        rows: [
          ['Ana', 12, '2025-03-01'],
          ['Ben AB77', 5, '2025-04-02'],
        ],
        truncated: false,
      },
    ],
    texts: ['How many orders since Q2 have Ana and Ben?'],
  })

  test.each([
    ['spelled out', 'Ana has forty-two orders.'],
    ['spelled out with a scale', 'Ana has three hundred and seven orders.'],
    ['a round word', 'They have a hundred orders.'],
    ['a vague word', 'Ana has thousands of orders.'],
    ['zero', 'Ana has 0 orders.'],
    ['one', 'There is 1 order.'],
    ['a percentage', 'Ana has 45% of them.'],
    ['a percentage in words', 'Ana has ninety percent of them.'],
    ['a percentage that is a count', 'Ana has 12.5 percent of them.'],
    ['a rank above the row count', 'Ana is 7th.'],
    ['a rank in words', 'Ana is the fifth.'],
    ['a number among the ranks', 'Ana has 3 orders.'],
    ['a sign', 'Ana has -12 orders.'],
    ['grouped digits', 'Ana has 12,000 orders.'],
    ['digits grouped by a space', 'Ana has 12 000 orders.'],
    ['Indian grouping', 'Ana has 12,34,567 orders.'],
    ['Arabic digits', 'Ana has ٤٢ orders.'],
    ['Devanagari digits', 'Ana has ४२ orders.'],
    ['full-width digits', 'Ana has ４２ orders.'],
    ['mathematical digits', 'Ana has 𝟒𝟐 orders.'],
    ['circled digits', 'Ana has ㊷ orders.'],
    ['a Chinese numeral', 'Ana 有四十二个订单。'],
    ['a German numeral', 'Ana hat zweiundvierzig Aufträge.'],
    ['a Spanish numeral', 'Ana tiene cuarenta y dos pedidos.'],
    ['markup inside', 'Ana has 4**2** orders.'],
    ['an invisible letter inside', 'Ana has 4\u200b2 orders.'],
    ['an entity', 'Ana has &#52;&#50; orders.'],
    ['an element inside', 'Ana has 4<b>2</b> orders.'],
    ['a unit before', 'Ana earned EUR9999.'],
    ['a unit after', 'Ana earned 9999USD.'],
    ['a table', '| customer | orders |\n|---|---|\n| Ana | 42 |'],
    ['a list', '- Ana: 42\n- Ben: 5'],
    ['a date', 'Ana has ordered since 2025-03-09.'],
    ['a written date', 'Ana has ordered since March 9, 2025.'],
    ['another year', 'Ana has ordered since 2019.'],
    ['another month', 'Ana has ordered since December.'],
    ['a short date', 'Ana has ordered since 3/9/2025.'],
    ['a time', 'Ana ordered at 10:45.'],
    ['a ratio', 'Ana has 7 times as many as Ben.'],
    ['a ratio in words', 'Ana has triple as many as Ben.'],
    ['a fraction', 'Ana has a quarter of the orders.'],
    ['digits of a name', 'Ana has 77 orders.'],
    ['a claim of nothing despite rows', 'There are no orders.'],
  ])('detects a hidden number: %s', (_way, text) => {
    expect(orders.ungrounded(text)).not.toEqual([])
  })

  test.each([
    'Ana has 12 orders and Ben AB77 has 5, together 17.',
    'Ana has **12** orders, twelve in all, since March 1, 2025.',
    'Ana comes 1st, Ben 2nd, in Q2.',
    '1. Ana: 12\n2. Ben AB77: 5',
    'Ana has 71% of them, 2.4 times as many as Ben.',
    'Ana has seven more, of ٧ in all.',
    'Ana is the one with the most; since 3/1/2025.',
    'May I say that Ana leads?',
  ])('accepts a true statement: %s', (text) => expect(orders.ungrounded(text)).toEqual([]))
})

test('does not accept the row count of a cut result as the total', () => {
  const rows = Array.from({ length: 200 }, (_, index) => [`c${index}`])
  const cut = createGrounding({ results: [{ columns: [column('c')], rows, truncated: true }], texts: [] })
  expect(cut.ungrounded('There are 200 customers.')).toEqual(['200'])
  expect(cut.ungrounded('There are more than 200 customers.')).toEqual([])
})
