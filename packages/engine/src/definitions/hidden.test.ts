import { definitionsSchema, formatMessage, sqlDialects, type Catalogue, type Definitions } from '@parlance/contract'
import { afterAll, describe, expect, it } from 'vitest'
import { gate } from '../../../sql/src/gate.ts'
import { parseSql } from '../../../sql/src/parse/index.ts'
import { askDefined, translateOn } from '../testing/ask.ts'
import { definedToday, modelOf, openDefinedShop, shopDefinitions } from '../testing/defined-shop.ts'
import { translate } from '../translate.ts'

const database = openDefinedShop()
afterAll(() => database.close())

/** The shop as someone sees it who may not see these columns; a table without columns is left out. */
function seenBy(hidden: Record<string, string[] | 'all'>): Catalogue {
  const tables = database.catalogue.tables.flatMap((table) => {
    const names = hidden[table.name]
    if (names === 'all') return []
    return [{ ...table, columns: table.columns.filter((one) => names?.includes(one.name) !== true) }]
  })
  return { ...database.catalogue, tables }
}

async function outcomeOf(catalogue: Catalogue, definitions: Definitions, question: string): Promise<unknown> {
  const found = await translateOn(
    { ...database, catalogue },
    question,
    definedToday,
    [],
    modelOf({ catalogue }, definitions),
  )
  return found.understood
    ? { sql: found.sql, used: found.used, notes: found.assumptions.map((one) => formatMessage(one)) }
    : { reason: formatMessage(found.reason), missed: found.missed, suggestions: found.suggestions }
}

/** The definitions without those that need hidden columns. */
function without(names: readonly string[]): Definitions {
  const isKept = ({ name }: { name: string }) => !names.includes(name)
  return {
    ...shopDefinitions,
    metrics: shopDefinitions.metrics
      .filter(isKept)
      .map((one) => ({ ...one, dimensions: one.dimensions?.filter((name) => !names.includes(name)) ?? null })),
    dimensions: shopDefinitions.dimensions.filter(isKept),
    filters: shopDefinitions.filters.filter(isKept),
  }
}

const questions = [
  'what was our net revenue',
  'AOV by country',
  'refund rate',
  'refunds by customer',
  'how many active customers',
  'gross sales',
  'buyers by segment',
  'net revenue of large orders',
]

describe('a definition over something that the asker may not see', () => {
  it.each(questions)('does not exist for them if it reads a hidden column: %s', async (question) => {
    const catalogue = seenBy({ orders: ['discount'], customers: ['last_login'], regions: ['country'] })
    const names = ['Net revenue', 'Average order value', 'Refund rate', 'Active', 'Country']
    const withoutThem = without(names)
    const gross = withoutThem.metrics.find((one) => one.name === 'Gross sales')
    if (gross?.deprecated) gross.deprecated = { ...gross.deprecated, use_instead: null }
    expect(await outcomeOf(catalogue, shopDefinitions, question)).toEqual(
      await outcomeOf(catalogue, withoutThem, question),
    )
  })

  it.each(questions)('does not exist for them if it reads a hidden table: %s', async (question) => {
    const catalogue = seenBy({ returns: 'all', regions: 'all' })
    const names = ['Refunds', 'Refund rate', 'Country']
    expect(await outcomeOf(catalogue, shopDefinitions, question)).toEqual(
      await outcomeOf(catalogue, without(names), question),
    )
  })

  it('does not lend its synonyms', async () => {
    const catalogue = seenBy({ regions: ['state'] })
    expect(JSON.stringify(await outcomeOf(catalogue, shopDefinitions, 'turnover from NRW'))).not.toContain('Westfalen')
  })
})

describe('a hostile definition', () => {
  const hostile = definitionsSchema.parse({
    metrics: [
      {
        name: "Robert'); DROP TABLE orders;--",
        synonyms: ['students'],
        computation: { kind: 'aggregate', table: 'orders', expression: 'SUM(amount)' },
      },
      {
        name: 'Escape',
        computation: {
          kind: 'aggregate',
          table: 'orders',
          expression: 'SUM(amount)) FROM orders; DELETE FROM orders; --',
        },
      },
      {
        name: 'Peek',
        computation: { kind: 'aggregate', table: 'orders', expression: '(SELECT MAX(last_login) FROM customers)' },
      },
      {
        name: 'Always',
        computation: {
          kind: 'aggregate',
          table: 'orders',
          expression: 'SUM(amount)',
          condition: "1 = 1) OR (status = 'x' -- ",
        },
      },
      { name: 'Loop', computation: { kind: 'formula', formula: '{Loop} + 1' } },
    ],
    dimensions: [
      { name: '{{7*7}}'.replaceAll(/[{}]/g, '<'), table: 'customers', expression: "name || ' ' || segment" },
    ],
  })
  const model = modelOf(database, hostile)

  it('with SQL in its name is only a name', async () => {
    const { rows, translation } = await askDefined(database, model, definedToday, 'students by segment')
    expect(rows).toEqual([
      ['Business', 1450],
      ['Consumer', 740],
    ])
    expect(translation.sql).toContain(`"Robert'); DROP TABLE orders;--"`)
    const { catalogue } = database
    const principal = { userId: '7', tenantId: null, deptId: null, attributes: {} }
    const limits = { maxRows: 1000 }
    const asked = { sql: translation.sql, dialect: catalogue.dialect, catalogue, allowedTables: null, policies: null }
    expect((await gate({ ...asked, principal, limits }, parseSql)).allowed).toBe(true)
  })

  it.each(['escape', 'peek', 'always', 'loop'])('that is no expression of its table is not used: %s', async (name) => {
    const found = await translateOn(database, name, definedToday, [], model)
    expect(found.understood).toBe(false)
  })
})

describe('definitions in other dialects', () => {
  it.each(sqlDialects)('are written with the names of %s', async (dialect) => {
    const catalogue = { ...database.catalogue, dialect }
    const found = await translate({
      question: 'net revenue of late orders by country',
      catalogue,
      today: definedToday,
      history: [],
      valuesOf: database.valuesOf,
      definitions: modelOf({ catalogue }, { ...shopDefinitions, filters: [{ ...late, condition: 'discount > 5' }] }),
    })
    if (!found.understood) throw new Error(formatMessage(found.reason))
    expect(found.sql).toMatch(/SUM\(.*orders.*amount.* - .*orders.*discount.*\)/)
    expect(found.sql).toMatch(/WHERE \(.*status.*'cancelled'\)/)
  })
})

const late = {
  name: 'Late',
  description: null,
  synonyms: [],
  table: 'orders',
  condition: '',
  applies_by_default: false,
  deprecated: null,
}
