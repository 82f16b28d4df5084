import {
  portableKey,
  cardinalities,
  joinTypes,
  noDefinitions,
  type Metric,
  type PortableItem,
  type AreaJoin,
} from '@parlance/contract'
import { testDataFolder } from '@parlance/contract/testing'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { seeded } from '../../../../evaluation/src/random.ts'
import type { AreaContent, AreaTables } from '../area-content.ts'
import { itemsOf } from '../area-items.ts'
import { compareItems } from '../compare-items.ts'
import { readDefinitions } from '../import-file.ts'
import { plainMetric } from '../plain-metric.ts'
import { emptyShop, shopTables } from '../testing/shop-tables.ts'
import { exportOssie, ossieDocument } from './export-ossie.ts'

const rounds = 60

/** Texts that YAML, JSON, and SQL each write in another way. */
const texts = [
  'Net revenue',
  'a: b # c',
  '- x',
  "it's 100 %",
  'two\nlines\r\n\ttab ',
  ' spaces ',
  'true',
  'null',
  '0123',
  '2026-01-01',
  '\u00dcmsatz \u{1F4B6}',
  '*alias',
  '&anchor',
  '!tag',
  '<<',
  '__proto__',
  'constructor',
  '',
  '\\n',
  '%',
  '"quoted"',
  '|',
]
const names = ['Revenue', 'Größe', 'toString', 'region', 'amount', 'Orders per day', '__proto__', 'null', '1e3', '- a']

function randomArea(random: () => number): AreaContent {
  const upTo = (most: number) => Math.floor(random() * (most + 1))
  const one = <T>(values: readonly T[]): T => values[upTo(values.length - 1)]!
  const maybe = <T>(value: T): T | null => (random() < 0.5 ? value : null)
  const words = () => Array.from({ length: upTo(3) }, () => one(texts).trim()).filter((word) => word !== '')
  const { tables } = shopTables()
  const table = () => one(tables)
  const columnOf = (of = table()) => ({ table: of.name, column: one(of.columns ?? []).name })
  const quoted = (name: string) => (name.includes(' ') ? `"${name}"` : one([name, name.toUpperCase(), `"${name}"`]))
  const deprecated = () => maybe({ reason: 'Old', use_instead: maybe('Revenue') })
  const distinct = () => names.filter(() => random() < 0.5)

  const aggregate = (name: string): Metric => {
    const of = table()
    const { column } = columnOf(of)
    const call = one(['SUM', 'count', 'AVG', 'COUNT(DISTINCT', 'UNKNOWN'])
    const value = call.includes('(') ? `${call} ${quoted(column)})` : `${call}(${quoted(column)})`
    const expression = one([
      value,
      `${value} / NULLIF(COUNT(*), 0)`,
      `${of.name}.${column} broken (`,
      `  ${value} `,
    ]).trim()
    const condition = maybe(`${quoted(columnOf(of).column)} IS NOT NULL AND 'a' <> 'x'`)
    const time_column = maybe(columnOf(of))
    return plainMetric(name, { kind: 'aggregate', table: of.name, expression, condition, time_column })
  }
  const metrics = distinct().map((name, at, all) => {
    const formula = `{${one(all)}} / ({ ${one(all)} } + 1)`
    const metric = at > 0 && random() < 0.4 ? plainMetric(name, { kind: 'formula', formula }) : aggregate(name)
    return {
      ...metric,
      description: maybe(one(texts)),
      synonyms: words(),
      dimensions: maybe(distinct()),
      unit: maybe('EUR'),
      format: maybe({ style: one(['number', 'percent', 'currency'] as const), decimals: maybe(upTo(10)) }),
      deprecated: deprecated(),
    }
  })
  const dimensions = distinct().map((name) => {
    const of = table()
    const column = quoted(columnOf(of).column)
    const expression = one([column, `UPPER(${column})`, `${of.name}.${column}`, `'x' || ${column}`])
    const parent = maybe(one(names))
    return {
      name,
      description: maybe(one(texts)),
      synonyms: words(),
      table: of.name,
      expression,
      parent,
      deprecated: deprecated(),
    }
  })
  const filters = distinct().map((name) => ({
    name,
    description: maybe(one(texts)),
    synonyms: words(),
    table: table().name,
    condition: "status = 'open'",
    applies_by_default: random() < 0.5,
    deprecated: deprecated(),
  }))
  const value_synonyms =
    one(texts.slice(0, 3)) === 'Net revenue' ? [{ ...columnOf(), value: one(texts) || 'x', synonyms: ['NRW'] }] : []
  const time_columns = tables.filter(() => random() < 0.5).map((of) => columnOf(of))
  const relationships = Array.from({ length: upTo(4) }, (): AreaJoin => {
    const [left, right] = [columnOf(), columnOf()]
    const sides = {
      left_table: left.table,
      left_column: left.column,
      right_table: right.table,
      right_column: right.column,
    }
    return {
      ...one([sides, sides, { ...sides, join_condition: 'a = b' }, { description: 'Ask first' }]),
      ...(random() < 0.5 ? { join_type: one(joinTypes) } : {}),
      ...(random() < 0.5 ? { description: one(texts) } : {}),
      ...(random() < 0.7 ? { cardinality: one(cardinalities) } : {}),
    }
  })
  const different = relationships.filter(
    (join, at) => relationships.findIndex((other) => relationshipKey(other) === relationshipKey(join)) === at,
  )
  const hints = tables.map((of) => ({
    table_name: of.name,
    description: maybe(one(texts)),
    synonyms: words(),
    columns: (of.columns ?? [])
      .filter(() => random() < 0.5)
      .map(({ name }) => ({ name, description: maybe(one(texts)), synonyms: words() })),
  }))
  return {
    name: 'Shop',
    description: maybe(one(texts)),
    instructions: maybe(one(texts)),
    synonyms: words(),
    tables: hints,
    relationships: different,
    definitions: { ...noDefinitions, metrics, dimensions, filters, time_columns, value_synonyms },
  }
}

function relationshipKey(value: AreaJoin): string {
  return portableKey({ kind: 'relationship', value })
}

function sorted(items: readonly PortableItem[]): PortableItem[] {
  return items.toSorted((one, other) => (portableKey(one) < portableKey(other) ? -1 : 1))
}

function readAgain(content: AreaContent, area: AreaTables): { items: PortableItem[]; notes: unknown[] } {
  const { items, notes } = readDefinitions(exportOssie(content, area), area)
  return { items: items.map(({ place: _place, ...item }) => item), notes }
}

const folder = testDataFolder()
const isValid =
  folder === null
    ? null
    : new Ajv2020({ strict: false }).compile(
        JSON.parse(readFileSync(join(folder, 'ossie/osi-schema.json'), 'utf8')) as object,
      )

describe('an exported area', () => {
  it.each(Array.from({ length: rounds }, (_, seed) => seed))('comes back exactly the same (seed %i)', (seed) => {
    const content = randomArea(seeded(seed))
    const area = shopTables((['postgresql', 'sqlite', 'snowflake'] as const)[seed % 3])
    const { items, notes } = readAgain(content, area)
    expect(notes).toEqual([])
    expect(sorted(items)).toEqual(sorted(itemsOf(content)))
    expect(
      compareItems(readDefinitions(exportOssie(content, area), area).items, content).map(({ change }) => change),
    ).not.toContain('changed')
  })

  it.skipIf(isValid === null)('is valid by the JSON schema of Apache Ossie', () => {
    for (let seed = 0; seed < rounds; seed++) {
      const document = ossieDocument(randomArea(seeded(seed)), shopTables())
      isValid?.(JSON.parse(JSON.stringify(document)))
      expect(isValid?.errors).toBeNull()
    }
  })

  it('names each table by a dataset, also in SQL', () => {
    const content = emptyShop()
    content.definitions = {
      ...noDefinitions,
      metrics: [
        plainMetric('Revenue', {
          kind: 'aggregate',
          table: 'orders',
          expression: 'SUM(amount)',
          condition: "status = 'paid'",
          time_column: null,
        }),
        plainMetric('Visitors', {
          kind: 'aggregate',
          table: 'visits',
          expression: 'SUM(visitors)',
          condition: null,
          time_column: null,
        }),
        plainMetric('Revenue per visitor', { kind: 'formula', formula: '{Revenue} / {Visitors}' }),
      ],
    }
    const [model] = ossieDocument(content, shopTables()).semantic_model
    expect(model?.metrics?.map((metric) => metric.expression.dialects[0]?.expression)).toEqual([
      "SUM(CASE WHEN orders.status = 'paid' THEN orders.amount END)",
      'SUM(visits.visitors)',
      "(SUM(CASE WHEN orders.status = 'paid' THEN orders.amount END)) / NULLIF(SUM(visits.visitors), 0)",
    ])
    expect(model?.datasets.map((dataset) => dataset.source)).toContain('public.orders')
  })

  it('takes what another tool changed in an exported file', () => {
    const content = emptyShop()
    const revenue = plainMetric('Revenue', {
      kind: 'aggregate',
      table: 'orders',
      expression: 'SUM(amount)',
      condition: null,
      time_column: null,
    })
    content.definitions = { ...noDefinitions, metrics: [{ ...revenue, unit: 'EUR' }] }
    const changed = exportOssie(content, shopTables()).replace(
      'expression: SUM(orders.amount)',
      'expression: AVG(orders.amount)',
    )
    const [item] = readDefinitions(changed, shopTables()).items
    expect(item?.value).toMatchObject({ name: 'Revenue', unit: 'EUR', computation: { expression: 'AVG(amount)' } })
  })

  it('moves to an area whose tables have other names', () => {
    const content = emptyShop()
    const revenue = plainMetric('Revenue', {
      kind: 'aggregate',
      table: 'orders',
      expression: 'SUM(amount)',
      condition: null,
      time_column: null,
    })
    content.definitions = { ...noDefinitions, metrics: [revenue] }
    const { dialect, tables } = shopTables()
    const elsewhere = tables.map((table) => ({ ...table, name: `shop.${table.name}`, schema: 'shop' }))
    const { items } = readDefinitions(exportOssie(content, shopTables()), { dialect, tables: elsewhere })
    expect(items.find((item) => item.kind === 'metric')?.value).toMatchObject({ computation: { table: 'shop.orders' } })
  })

  it('says when an area has nothing to export', () => {
    expect(() => exportOssie({ ...emptyShop(), tables: [] }, shopTables())).toThrow(
      'The area has no table that you may see.',
    )
  })
})
