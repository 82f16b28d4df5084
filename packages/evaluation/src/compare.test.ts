import type { Cell, ColumnKind } from '@parlance/contract'
import { formatMessage } from '@parlance/contract'
import { describe, expect, it } from 'vitest'
import { compareResults } from './compare.ts'
import { describeDifference } from './difference.ts'
import type { ComparedResult } from './encode.ts'
import { isRightByDefinition } from './testing/naive-compare.ts'
import { seeded, shuffled } from './random.ts'

function result(rows: Cell[][], kinds: ColumnKind[] = [], width = rows[0]?.length ?? 0): ComparedResult {
  return {
    columns: Array.from({ length: width }, (_, at) => ({ name: `c${at}`, kind: kinds[at] ?? 'other' })),
    rows,
  }
}

const compare = (expected: Cell[][], found: Cell[][], ordered = false) =>
  compareResults(result(expected), result(found), { ordered })
const verdict = (expected: Cell[][], found: Cell[][], ordered = false) => {
  const { outcome, columns } = compare(expected, found, ordered)
  return columns ?? outcome
}
const one = (expected: Cell, found: Cell, kinds: [ColumnKind, ColumnKind] = ['other', 'other']) =>
  compareResults(result([[expected]], [kinds[0]]), result([[found]], [kinds[1]]), { ordered: false }).outcome
const sentence = (expected: Cell[][], found: Cell[][], ordered = false) => {
  const { difference } = compare(expected, found, ordered)
  return difference && formatMessage(describeDifference(difference))
}

describe('two cells', () => {
  it.each<[Cell, Cell, string]>([
    [1, 1, 'right'],
    [1, 2, 'wrong'],
    [null, null, 'right'],
    [null, 0, 'wrong'],
    [null, '', 'wrong'],
    [null, 'null', 'wrong'],
    [0, -0, 'right'],
    [1, 1 + 0.9e-9, 'right'],
    [1, 1 + 1.1e-9, 'wrong'],
    [0, 0.9e-12, 'right'],
    [0, 1.1e-12, 'wrong'],
    [3e9, 3e9 + 1, 'wrong'],
    [3e9 + 0.25, 3e9 + 1.25, 'right'],
    ['9007199254740993', '9007199254740992', 'wrong'],
    ['9007199254740993', '9007199254740993', 'right'],
    [true, 1, 'wrong'],
    [true, true, 'right'],
    ['1', 1, 'wrong'],
    ['a', 'A', 'wrong'],
    ['n1', 1, 'wrong'],
    ['2024-01-01', '2024-01-01', 'right'],
    ['2024-01-01', '2024-01-02', 'wrong'],
    ['NaN', 'NaN', 'right'],
  ])('%j and %j are %s', (a, b, expected) => {
    expect(one(a, b)).toBe(expected)
    expect(one(b, a)).toBe(expected)
  })

  it('compares decimals that a driver returns as text as numbers', () => {
    expect(one('12.50', 12.5, ['number', 'number'])).toBe('right')
    expect(one('12.50', '12.5', ['number', 'number'])).toBe('right')
    expect(one('5.0', 5, ['number', 'integer'])).toBe('right')
    expect(one('12.50', '12.51', ['number', 'number'])).toBe('wrong')
    expect(one('123456789012345678.00', '123456789012345679', ['number', 'integer'])).toBe('wrong')
    expect(one('123456789012345678.00', '123456789012345678', ['number', 'integer'])).toBe('right')
  })

  it('compares texts that look like numbers as texts', () => {
    expect(one('1.10', '1.1', ['text', 'text'])).toBe('wrong')
    expect(one('007', '7', ['text', 'other'])).toBe('wrong')
    expect(one('90210', '90210', ['text', 'other'])).toBe('right')
  })
})

describe('rows', () => {
  it('are compared in any order, and each as often as it is there', () => {
    expect(verdict([[1], [2], [2]], [[2], [1], [2]])).toBe('same')
    expect(verdict([[1], [2], [2]], [[2], [1], [1]])).toBe('wrong')
    expect(verdict([[1], [2]], [[1], [2], [2]])).toBe('wrong')
  })

  it('must be in the same order only if the expected query orders them', () => {
    expect(verdict([[1], [2]], [[2], [1]], true)).toBe('wrong')
    expect(sentence([[1], [2]], [[2], [1]], true)).toBe('The rows are right, but in a different order.')
    expect(verdict([[1], [2]], [[1], [2]], true)).toBe('same')
  })

  it('can be missing altogether', () => {
    const empty = (width: number) => result([], [], width)
    const of = (left: number, right: number) =>
      compareResults(empty(left), empty(right), { ordered: false }).columns ?? 'wrong'
    expect([of(2, 2), of(2, 3), of(3, 2), of(0, 0)]).toEqual(['same', 'more', 'wrong', 'same'])
    expect(verdict([[1]], [])).toBe('wrong')
    expect(verdict([[], []], [[], []])).toBe('same')
    expect(verdict([[], []], [[]])).toBe('wrong')
  })
})

describe('columns', () => {
  it('can be in another order, and an answer can have more of them', () => {
    expect(
      verdict(
        [
          [1, 'a'],
          [2, 'b'],
        ],
        [
          ['a', 1],
          ['b', 2],
        ],
      ),
    ).toBe('reordered')
    expect(
      verdict(
        [
          [1, 'a'],
          [2, 'b'],
        ],
        [
          ['a', 9, 1],
          ['b', 9, 2],
        ],
      ),
    ).toBe('more')
    expect(
      verdict(
        [
          [1, 'a', 9],
          [2, 'b', 9],
        ],
        [
          ['a', 1],
          ['b', 2],
        ],
      ),
    ).toBe('wrong')
  })

  it('must agree row by row, not only column by column', () => {
    expect(
      verdict(
        [
          [1, 'a'],
          [2, 'b'],
        ],
        [
          [1, 'b'],
          [2, 'a'],
        ],
      ),
    ).toBe('wrong')
    expect(
      verdict(
        [
          [1, 2],
          [2, 1],
        ],
        [
          [1, 1],
          [2, 2],
        ],
      ),
    ).toBe('wrong')
  })

  it('match if an answer repeats a column', () => {
    expect(
      verdict(
        [[1], [2]],
        [
          [1, 1],
          [2, 2],
        ],
      ),
    ).toBe('more')
    expect(
      verdict(
        [
          [1, 1],
          [2, 2],
        ],
        [
          [1, 3],
          [2, 4],
        ],
      ),
    ).toBe('wrong')
  })

  it('match among 500 equal columns', () => {
    const rows = Array.from({ length: 50 }, (_, row) => Array.from({ length: 500 }, () => row))
    expect(verdict(rows, shuffled(rows, seeded(1)))).toBe('same')
    expect(verdict(rows, rows.with(7, rows[7]!.with(3, 8)))).toBe('wrong')
  })

  it('match among 200 columns with the same values in other rows', () => {
    const random = seeded(7)
    const columns = Array.from({ length: 200 }, () => shuffled([...Array(40).keys()], random))
    const rows = Array.from({ length: 40 }, (_, row) => columns.map((column) => column[row]!))
    const order = shuffled([...Array(200).keys()], random)
    const moved = shuffled(rows, random).map((row) => order.map((at) => row[at]!))
    expect(verdict(rows, moved)).toBe('reordered')
    expect(verdict(rows, moved.with(0, moved[0]!.with(0, moved[1]![0]!)))).toBe('wrong')
  })
})

describe('fractions near the tolerance', () => {
  const near = 0.7e-9

  it('pair rows even if a chain of them connects different values', () => {
    expect(verdict([[1], [1 + near]], [[1 + near], [1 + 2 * near]])).toBe('same')
    expect(verdict([[1], [1 + 2 * near]], [[1 + near], [1 + near]])).toBe('same')
    expect(verdict([[1], [1]], [[1 + near], [1 + 2 * near]])).toBe('wrong')
    expect(sentence([[1], [1]], [[1 + near], [1 + 2 * near]])).toBe('Some fractions differ by more than rounding.')
  })

  it('sort rows by their other columns', () => {
    const expected = [
      [1.5, 'a'],
      [1.5 + near, 'b'],
    ]
    expect(
      verdict(expected, [
        [1.5 + near, 'a'],
        [1.5, 'b'],
      ]),
    ).toBe('same')
  })

  it('leave whole numbers exact', () => {
    const large = [3e9, 3e9 + 1]
    expect(verdict([[large[0]!], [3e9 + 0.5]], [[large[1]!], [3e9 + 0.5]])).toBe('same')
    expect(verdict([[large[0]!], ['x']], [[large[1]!], ['x']])).toBe('wrong')
  })
})

describe('a wrong answer', () => {
  it('lists different cells by position, without values', () => {
    const expected = [
      [1, 'a', 5],
      [2, 'b', 6],
      [3, 'c', 7],
    ]
    const { difference } = compare(expected, [
      [3, 'c', 7],
      [2, 'b', 9],
      [1, 'a', 5],
    ])
    expect(difference).toEqual({
      isOnlyOrder: false,
      rows: { expected: 3, found: 3, missing: 1, extra: 1 },
      columns: { expected: 3, found: 3, missing: 0 },
      differentCells: 1,
      cells: [{ row: 1, column: 2, foundRow: 1, foundColumn: 2 }],
    })
  })

  it('lists no more cells than asked for, and counts all', () => {
    const rows = Array.from({ length: 500 }, (_, row) => [row])
    const others = rows.map(([row]) => [row! + 1000])
    const { difference } = compareResults(result(rows), result(others), { ordered: false, mostCells: 5 })
    expect(difference?.cells).toHaveLength(5)
    expect(difference?.differentCells).toBe(500)
  })

  it.each<[Cell[][], Cell[][], string]>([
    [[[1], [2]], [[1]], '2 rows expected, 1 found.'],
    [[[1, 2]], [[1]], '2 columns expected, 1 found.'],
    [
      [
        [1, 2],
        [3, 4],
      ],
      [
        [1, 2],
        [3, 5],
      ],
      'Rows that differ: 1 of 2. Values that differ: 1.',
    ],
  ])('is described in one sentence', (expected, found, text) => {
    expect(sentence(expected, found)).toBe(text)
  })
})

describe('300 seeded cases', () => {
  const pool: Cell[] = [1, 2, 1.5, 1.5 + 1e-9, 1.5 + 2e-9, 1.5 + 4e-9, null, 'a', 'b', true]

  it.each(Array.from({ length: 300 }, (_, seed) => seed))('agree with the definition: case %i', (seed) => {
    const random = seeded(seed)
    const pick = (count: number) => Math.floor(random() * count)
    const cell = () => pool[pick(pool.length)]!
    const [rows, width, more] = [pick(6), 1 + pick(4), pick(3) === 0 ? 1 : 0]
    const expected = Array.from({ length: rows }, () => Array.from({ length: width }, cell))
    const ordered = random() < 0.3
    let found = expected.map((row) => [...row, ...Array.from({ length: more }, cell)])
    const order = random() < 0.5 ? shuffled([...Array(width + more).keys()], random) : [...Array(width + more).keys()]
    found = found.map((row) => order.map((at) => row[at]!))
    if (random() < 0.5) found = shuffled(found, random)
    if (random() < 0.4 && rows > 0) found[pick(rows)]![pick(width)] = cell()
    if (random() < 0.1 && rows > 0) found.push([...found[0]!])
    const { outcome } = compareResults(result(expected, [], width), result(found, [], width + more), { ordered })
    expect(outcome === 'right').toBe(isRightByDefinition(expected, found, [width, width + more], ordered))
  })
})

it('compares 100,000 rows', () => {
  const random = seeded(3)
  const rows = Array.from({ length: 100_000 }, (_, row): Cell[] => [
    row % 1000,
    Math.floor(random() * 9999) / 16,
    `name ${row % 777}`,
    null,
  ])
  const found = shuffled(rows, random)
  expect(verdict(rows, found)).toBe('same')
  found[99_999] = found[99_999]!.with(1, 5)
  expect(compare(rows, found).difference?.rows).toEqual({ expected: 1e5, found: 1e5, missing: 1, extra: 1 })
})
