import { csvLines, customFormatSchema, type CustomFormat, type ResultColumn, type Row } from '@parlance/contract'
import { seeded } from '@parlance/evaluation'
import { expect, test } from 'vitest'
import { jsonToCsv } from './json-to-csv.ts'

const kinds = ['text', 'integer', 'number', 'boolean', 'date'] as const
const columns: ResultColumn[] = kinds.map((kind) => ({ name: kind, dataType: '', kind }))

const styles: Partial<CustomFormat>[] = [
  {},
  { delimiter: ';', decimal: ',', null_text: 'NULL', line_end: 'lf' },
  { delimiter: '\t', null_text: '–' },
  { delimiter: '|', decimal: ',', null_text: 'n|a' },
  { delimiter: ',', decimal: ',', null_text: 'not available today' },
]

const texts = ['', 'NULL', 'null', '–', 'n|a', '0', ' ', 'a', 'Ann', 'x,y', 'x;y', 'x|y', 'x\ty', 'say "hi"', '"', '\\']
const strangeTexts = ['\\"', 'two\nlines', '\r', '\u0000', '\u2028', 'Zoë', '日本', '😀', '\ud800', '＞']
const formulas = ['=1+1', '+1', '-1', '@A1', '＝1', '－1', '＠', '-12345678901234567890.12', '1.5', '1e5', '-1+cmd']
const longTexts = ['a'.repeat(5_000), `${'b'.repeat(5_000)},`, '"'.repeat(3_000)]
const values = [null, 0, -0, 1, -5, 1.5, -0.25, 1e21, 1e-7, true, false]
const cells: Row = [...texts, ...strangeTexts, ...formulas, ...longTexts, ...values]

function jsonOf(rows: Row[]): string {
  return JSON.stringify(rows).slice(1, -1)
}

/** In a file, half of a character that needs two code units is a replacement character. */
function asUtf8(text: string): string {
  return Buffer.from(text).toString()
}

test.each(styles)('writes the same lines as csvLines, in the style %j', (given) => {
  const style = customFormatSchema.parse(given)
  const linesOf = jsonToCsv(columns, style)
  const rows = cells.map((cell) => kinds.map(() => cell))
  expect(linesOf(jsonOf(rows)).toString()).toBe(asUtf8(csvLines(rows, columns, style)))
  for (const row of rows) expect(linesOf(jsonOf([row])).toString()).toBe(asUtf8(csvLines([row], columns, style)))
  expect(linesOf('')).toHaveLength(0)
})

test.each(styles)('writes the same lines for random rows, in the style %j', (given) => {
  const style = customFormatSchema.parse(given)
  const linesOf = jsonToCsv(columns, style)
  const random = seeded(styles.indexOf(given))
  for (let time = 0; time < 200; time++) {
    const rows = Array.from({ length: 1 + Math.floor(random() * 30) }, () =>
      kinds.map(() => cells[Math.floor(random() * cells.length)] ?? null),
    )
    expect(linesOf(jsonOf(rows)).toString()).toBe(asUtf8(csvLines(rows, columns, style)))
  }
})

test('a piece keeps its bytes when the next one is written', () => {
  const linesOf = jsonToCsv(columns.slice(0, 1), customFormatSchema.parse({}))
  const first = linesOf('["a"]')
  linesOf('["b"]')
  expect(first.toString()).toBe('a\r\n')
})
