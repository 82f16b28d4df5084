import { expect, test } from 'vitest'
import type { ResultColumn } from '@parlance/contract'
import { formatTable } from './print-table.ts'

function column(name: string, kind: ResultColumn['kind'] = 'text'): ResultColumn {
  return { name, dataType: '', kind }
}

test('columns are aligned, numbers to the right, NULL a word', () => {
  const table = formatTable(
    [column('name'), column('total', 'number')],
    [
      ['Ana', 1234.5],
      ['Benedikt', null],
    ],
  )
  expect(table.split('\n')).toEqual(['name       total', '────────  ──────', 'Ana       1234.5', 'Benedikt    NULL'])
})

test('long cells are cut, and no cell can steer the terminal', () => {
  const table = formatTable([column('a')], [['\u001b[2J\u202etext'], ['x'.repeat(100)], ['two\nlines']])
  for (const control of ['\u001b', '\u202e']) expect(table).not.toContain(control)
  expect(table.split('\n')).toHaveLength(5)
  expect(table).toContain('…')
})

test('wide characters count for two', () => {
  const lines = formatTable(
    [column('a'), column('b')],
    [
      ['日本', 'x'],
      ['abcd', 'y'],
    ],
  ).split('\n')
  expect(lines.slice(2)).toEqual(['日本  x', 'abcd  y'])
})

test('a binary fraction is printed with the digits that it carries', () => {
  expect(formatTable([column('sum', 'number')], [[893.9699999999999]])).toContain('893.97')
  expect(formatTable([column('sum', 'number')], [['893.9699999999999']])).toContain('893.9699999999999')
})
