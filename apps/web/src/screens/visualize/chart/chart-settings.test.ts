import type { ResultColumn, Row } from '@parlance/contract'
import i18next from 'i18next'
import { beforeAll, describe, expect, it } from 'vitest'
import { startTranslations } from '../../../lib/i18n.ts'
import { shownText } from '../../../lib/turn/shown-text.ts'
import { englishChartWords as words } from '../../../testing/chart-words.ts'
import {
  autoSettings,
  missingColumn,
  restoreSettings,
  shapeOf,
  withType,
  type ChartSettings,
} from './chart-settings.ts'
import { titleOf } from './chart-title.ts'

const columns: ResultColumn[] = [
  { name: 'day', dataType: '', kind: 'date' },
  { name: 'country', dataType: '', kind: 'text' },
  { name: 'total', dataType: '', kind: 'number' },
  { name: 'cost', dataType: '', kind: 'number' },
]
const rows: Row[] = [
  ['2026-01-01', 'DE', 1, 2],
  ['2026-01-02', 'FR', 3, 4],
]
const shape = shapeOf(columns, rows, words)
const texts = shapeOf(
  columns.slice(0, 2),
  rows.map((row) => row.slice(0, 2)),
  words,
)

beforeAll(() => startTranslations())

describe('the settings of a chart', () => {
  it.each<[string, number[], Partial<ChartSettings>]>([
    ['dates: a line', [0, 2], { type: 'line', x: 0, y: [1] }],
    ['names: bars', [1, 2], { type: 'bar', x: 0, y: [1] }],
    ['two numbers: points', [2, 3], { type: 'scatter', x: 0, y: [1] }],
    ['only texts: a table', [1], { type: 'table' }],
  ])('%s', (_, chosen, expected) => {
    const some = chosen.flatMap((index) => columns[index] ?? [])
    const cells = rows.map((row) => chosen.map((index) => row[index] ?? null))
    expect(autoSettings(some, cells)).toMatchObject(expected)
  })

  it('distinguishes columns with equal or empty names', () => {
    const names = ['total', 'total', 'total (2)', ' '].map((name) => ({ name, dataType: '', kind: 'number' as const }))
    expect(shapeOf(names, [], words).columns.map(({ name }) => name)).toEqual([
      'total',
      'total (2)',
      'total (2) (2)',
      'Column 4',
    ])
  })

  it('shows a single number as a large figure', () => {
    expect(autoSettings(columns.slice(2, 3), [[5]])).toMatchObject({ type: 'number', y: [0] })
  })

  it.each<[ChartSettings['type'], Partial<ChartSettings>]>([
    ['bar', { x: 0, y: [2, 3] }],
    ['pie', { x: 0, y: [2] }],
    ['heatmap', { x: 0, y: [2], series: 1 }],
    ['scatter', { x: 3, y: [2], series: null }],
    ['number', { y: [2] }],
    ['table', { x: 0, y: [2, 3] }],
  ])('uses the columns that type %s needs', (type, expected) => {
    const made = withType(autoSettings(columns, rows), type, shape)
    expect(made).toMatchObject(expected)
    expect(missingColumn(made)).toBeNull()
    const back = withType(made, 'line', shape)
    expect(missingColumn(back)).toBeNull()
    expect(shape.roles[back.x ?? -1]).not.toBe('measure')
  })

  it('counts rows if there is nothing to sum', () => {
    const made = withType(autoSettings(texts.columns, []), 'bar', texts)
    expect(made).toMatchObject({ aggregation: 'count', x: 1, y: [] })
    expect(missingColumn(made)).toBeNull()
    expect(missingColumn(withType(made, 'scatter', texts))).toBe('x')
  })

  it('restores settings only if their columns still exist', () => {
    const kept = autoSettings(columns, rows)
    expect(restoreSettings(JSON.parse(JSON.stringify(kept)), 4)).toEqual(kept)
    expect(restoreSettings(kept, 3)).toBeNull()
    for (const bad of [null, {}, { ...kept, type: 'script' }, { ...kept, limit: 1e9 }, { ...kept, y: [-1] }]) {
      expect(restoreSettings(bad, 4)).toBeNull()
    }
  })

  it.each<[Partial<ChartSettings>, string]>([
    [{ type: 'bar', x: 1, y: [2] }, 'Sum of total by country'],
    [{ type: 'bar', x: 1, y: [2], series: 0, aggregation: 'average' }, 'Average of total by country and day'],
    [{ type: 'pie', x: 1, y: [], aggregation: 'count', series: 0 }, 'Count of rows by country'],
    [{ type: 'scatter', x: 2, y: [3] }, 'cost by total'],
    [{ type: 'number', y: [2], aggregation: 'max' }, 'Maximum of total'],
    [{ type: 'bar', x: 1, y: [2], title: 'Mine' }, 'Mine'],
  ])('titles %j as %s', (part, title) => {
    const made = titleOf({ ...autoSettings(columns, rows), series: null, ...part }, shape)
    expect(shownText(i18next.t, made)).toBe(title)
  })
})
