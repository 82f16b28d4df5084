import { describe, expect, test } from 'vitest'
import { csvHeader, csvLines } from './csv.ts'
import type { ResultColumn } from './values.ts'

function column(name: string, kind: ResultColumn['kind'] = 'text'): ResultColumn {
  return { name, dataType: '', kind }
}

test('CH-157 OP-73 quotes commas, quotes and line breaks; lines end with CRLF', () => {
  const columns = [column('a,b'), column('c')]
  expect(csvHeader(columns)).toBe('"a,b",c\r\n')
  expect(
    csvLines(
      [
        ['x,y', 'say "hi"'],
        ['two\nlines', 'plain'],
      ],
      columns,
    ),
  ).toBe('"x,y","say ""hi"""\r\n"two\nlines",plain\r\n')
})

test.each(['=1+1', '+1', '-1', '@A1', '\tx', '\rx', '\nx', '＝1+1', '＋1', '－1', '＠A1', '=HYPERLINK("http://x")'])(
  'makes text that a spreadsheet would compute safe: %j',
  (text) => {
    expect(csvLines([[text]], [column('a')]).replaceAll('"', '')).toMatch(/^'/)
    expect(csvHeader([column(text)]).replaceAll('"', '')).toMatch(/^'/)
  },
)

test('a text with the separator of another locale’s spreadsheet stays one cell there too', () => {
  expect(csvLines([['x;=1+1'], ['x\t=1+1']], [column('a')])).toBe('"x;=1+1"\r\n"x\t=1+1"\r\n')
})

test('numbers stay numbers, also as exact text and when negative', () => {
  const columns = [column('n', 'number'), column('i', 'integer'), column('b', 'boolean')]
  expect(csvLines([['-12345678901234567890.12', -5, true]], columns)).toBe('-12345678901234567890.12,-5,true\r\n')
})

test('makes text safe that only looks like a number in a number column of a loosely typed engine', () => {
  expect(csvLines([['-1+cmd']], [column('n', 'number')])).toBe("'-1+cmd\r\n")
})

describe('AC-433 a custom style', () => {
  const columns = [column('a|b'), column('n', 'number')]
  const style = { delimiter: ';', decimal: ',', null_text: 'NULL', line_end: 'lf' } as const

  test('uses the style’s separators, decimals, NULL and line ends', () => {
    expect(csvHeader(columns, { ...style, delimiter: '|' })).toBe('"a|b"|n\n')
    expect(csvLines([['x;y', 1.5]], columns, style)).toBe('"x;y";1,5\n')
    expect(csvLines([[null, '-1234567890.125']], columns, style)).toBe('NULL;-1234567890,125\n')
  })

  test('quotes a number that contains the separator, and a text that reads as NULL', () => {
    expect(csvLines([['NULL', 1.5]], columns, { ...style, delimiter: ',' })).toBe('"NULL","1,5"\n')
    expect(csvLines([[null, null]], columns, { ...style, null_text: 'n;a' })).toBe('"n;a";"n;a"\n')
  })

  test('also makes text safe that a spreadsheet would compute', () => {
    expect(csvLines([['=1+1', null]], columns, style)).toBe("'=1+1;NULL\n")
  })
})

test('NULL and empty text differ', () => {
  expect(csvLines([[null, '']], [column('a'), column('b')])).toBe(',""\r\n')
})
