import { expect, test } from 'vitest'
import type { ResultColumn } from '@parlance/contract'
import { csvHeader, csvLines } from './csv.ts'

function column(name: string, kind: ResultColumn['kind'] = 'text'): ResultColumn {
  return { name, dataType: '', kind }
}

test('CH-157 OP-73 commas, quotes and line breaks are quoted; lines end with CRLF', () => {
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

test.each(['=1+1', '+1', '-1', '@A1', '\tx', '\rx', '=HYPERLINK("http://x")'])(
  'text that a spreadsheet would compute is made text: %j',
  (text) => {
    expect(csvLines([[text]], [column('a')]).replaceAll('"', '')).toMatch(/^'/)
    expect(csvHeader([column(text)]).replaceAll('"', '')).toMatch(/^'/)
  },
)

test('numbers stay numbers, also as exact text and when negative', () => {
  const columns = [column('n', 'number'), column('i', 'integer'), column('b', 'boolean')]
  expect(csvLines([['-12345678901234567890.12', -5, true]], columns)).toBe('-12345678901234567890.12,-5,true\r\n')
})

test('text that only looks like a number but is in a number column of a loose engine is still made safe', () => {
  expect(csvLines([['-1+cmd']], [column('n', 'number')])).toBe("'-1+cmd\r\n")
})

test('NULL and empty text differ', () => {
  expect(csvLines([[null, '']], [column('a'), column('b')])).toBe(',""\r\n')
})
