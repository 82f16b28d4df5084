import type { ResultColumn, Row } from '@parlance/contract'
import { expect, it } from 'vitest'
import { cellsAsText } from './copy-cells.ts'

const columns: ResultColumn[] = [
  { name: 'name', dataType: '', kind: 'text' },
  { name: 'total, EUR', dataType: '', kind: 'number' },
]
const rows: Row[] = [
  ['Chair "old"', -5],
  ['=1+1', '-12.50'],
  ['a|b\nc', null],
]

it('copies tabs between values and lines, as spreadsheets paste them', () => {
  expect(cellsAsText('tsv', { columns, rows, withHeader: false })).toBe(
    `"Chair ""old"""\t-5\n'=1+1\t-12.50\n"a|b\nc"\t`,
  )
})

it('OP-73 copies CSV in the format of exported files', () => {
  expect(cellsAsText('csv', { columns, rows, withHeader: true })).toBe(
    `name,"total, EUR"\r\n"Chair ""old""",-5\r\n'=1+1,-12.50\r\n"a|b\nc",`,
  )
})

it('copies JSON in the format of exported files, with exact values and distinct names', () => {
  const sales: ResultColumn[] = [
    { name: 'id', dataType: '', kind: 'integer' },
    { name: '2025', dataType: '', kind: 'number' },
    { name: 'id', dataType: '', kind: 'text' },
  ]
  const text = cellsAsText('json', {
    columns: sales,
    rows: [
      ['9007199254740993', '0.10', 'a"b'],
      [2, null, '=1+1'],
    ],
    withHeader: true,
  })
  expect(text).toBe('[\n{"id":"9007199254740993","2025":"0.10","id_2":"a\\"b"},\n{"id":2,"2025":null,"id_2":"=1+1"}\n]')
})

it('copies Markdown with its cells intact', () => {
  expect(cellsAsText('markdown', { columns, rows, withHeader: true })).toBe(
    [
      '| name | total, EUR |',
      '| --- | ---: |',
      '| Chair "old" | -5 |',
      '| =1+1 | -12.50 |',
      String.raw`| a\|b c | NULL |`,
    ].join('\n'),
  )
  expect(cellsAsText('markdown', { columns, rows: [['<b>x</b>', 1]], withHeader: true })).toContain(
    String.raw`\<b\>x\</b\>`,
  )
})
