import { describe, expect, test } from 'vitest'
import type { Cell, ResultColumn } from '@parlance/contract'
import { GroundedStream } from './grounded-stream.ts'
import { createGrounding, numbersIn } from './grounding.ts'

function column(name: string): ResultColumn {
  return { name, dataType: '', kind: 'other' }
}

function grounded(rows: Cell[][], texts: string[] = []) {
  const columns = (rows[0] ?? []).map((_, index) => column(`c${index}`))
  return createGrounding({ result: { columns, rows, truncated: false }, texts })
}

const sales = grounded([
  ['Ana', 1234.56, '2025-03-01'],
  ['Ben', 800, '2025-04-02'],
  ['Cem', 465.44, '2025-05-03'],
])

describe('numbers that stand in the result', () => {
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
  ])('%s', (text) => expect(sales.ungrounded(text)).toEqual([]))
})

describe('numbers that do not', () => {
  test.each([
    ['Ana earned 9,999.', ['9,999']],
    ['Ana earned 1,243.56.', ['1,243.56']],
    ['Ana earned 1.3 thousand.', ['1.3 thousand']],
    ['Ana earned $2.1 million and Ben 800.', ['2.1 million']],
    ['There are 57 people.', ['57']],
    ['Ana verdiente 1.243,56.', ['1.243,56']],
    ['Ana earned 12,345,678.', ['12,345,678']],
    ['Revenue grew by 12.5% to 2,500.', ['12.5']],
  ])('%s', (text, wrong) => expect(sales.ungrounded(text)).toEqual(wrong))
})

test('numbers of the question and the SQL may be repeated', () => {
  const grounding = grounded([[7]], ['Orders above 250 in 2024', 'SELECT count(*) FROM orders WHERE total > 250'])
  expect(grounding.ungrounded('7 orders in 2024 were above 250.')).toEqual([])
  expect(grounding.ungrounded('7 orders in 2023 were above 250.')).toEqual(['2023'])
})

test('without a result no figure is grounded', () => {
  const grounding = createGrounding({ result: null, texts: ['How many orders?'] })
  expect(grounding.ungrounded('There are 42 orders.')).toEqual(['42'])
})

test('a large result allows no derived figures and few ranks', () => {
  const rows = Array.from({ length: 500 }, (_, index) => [index * 1000 + 0.5])
  const grounding = grounded(rows)
  expect(grounding.ungrounded('There are 500 rows; the largest is 499000.5.')).toEqual([])
  expect(grounding.ungrounded('The mean is 249250.5 and 77 were late.')).toEqual(['249250.5', '77'])
})

test('digits inside names do not count', () => {
  expect(numbersIn('AB123 and v2 and customer_17').map((found) => found.written)).toEqual([])
})

describe('the grounded stream', () => {
  function stream(pieces: string[]) {
    const out: string[] = []
    const grounding = new GroundedStream(sales, (text) => out.push(text))
    for (const piece of pieces) grounding.push(piece)
    return { wrong: grounding.end(), out }
  }

  test('lets true sentences through as they end, and everything at the end', () => {
    const { wrong, out } = stream(['Ana earned 1,2', '34.56. Ben earn', 'ed 800', '.'])
    expect(wrong).toEqual([])
    expect(out).toEqual(['Ana earned 1,234.56. ', 'Ben earned 800.'])
  })

  test('nothing of a sentence that lies is let through, nor anything after it', () => {
    const { wrong, out } = stream(['Ana leads. She earned 7', '77,777. ', 'Ben earned 800. '])
    expect(wrong).toEqual(['777,777'])
    expect(out).toEqual(['Ana leads. '])
  })

  test('a number is never judged by its first half', () => {
    const { wrong, out } = stream(['Ben earned 800', '000.'])
    expect(wrong).toEqual(['800000'])
    expect(out).toEqual([])
  })
})
