import { expect, test } from 'vitest'
import type { ResultColumn } from '@parlance/contract'
import { formatTable } from './print-table.ts'

function column(name: string, kind: ResultColumn['kind'] = 'text'): ResultColumn {
  return { name, dataType: '', kind }
}

test('aligns columns, numbers to the right, and shows NULL as a word', () => {
  const table = formatTable(
    [column('name'), column('total', 'number')],
    [
      ['Ana', 1234.5],
      ['Benedikt', null],
    ],
  )
  expect(table.split('\n')).toEqual(['name       total', '────────  ──────', 'Ana       1234.5', 'Benedikt    NULL'])
})

test('cuts long cells, and no cell can control the terminal', () => {
  const table = formatTable([column('a')], [['\u001b[2J\u202etext'], ['x'.repeat(100)], ['two\nlines']])
  for (const control of ['\u001b', '\u202e']) expect(table).not.toContain(control)
  expect(table.split('\n')).toHaveLength(5)
  expect(table).toContain('…')
})

test('gives wide characters two places', () => {
  const lines = formatTable(
    [column('a'), column('b')],
    [
      ['日本', 'x'],
      ['abcd', 'y'],
    ],
  ).split('\n')
  expect(lines.slice(2)).toEqual(['日本  x', 'abcd  y'])
})

test('prints a binary fraction with the digits that it has', () => {
  expect(formatTable([column('sum', 'number')], [[893.9699999999999]])).toContain('893.97')
  expect(formatTable([column('sum', 'number')], [['893.9699999999999']])).toContain('893.9699999999999')
})
