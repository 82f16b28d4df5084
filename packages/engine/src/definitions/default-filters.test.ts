import { definitionsSchema, formatMessage, type Cell } from '@parlance/contract'
import { afterAll, describe, expect, it } from 'vitest'
import { askDefined } from '../testing/ask.ts'
import { definedToday, modelOf, openDefinedShop, shopDefinitions } from '../testing/defined-shop.ts'

const database = openDefinedShop()
const model = modelOf(
  database,
  definitionsSchema.parse({
    ...shopDefinitions,
    metrics: [
      ...shopDefinitions.metrics,
      {
        name: 'Turnaround',
        computation: { kind: 'aggregate', table: 'orders', expression: 'COUNT(DISTINCT order_id)' },
      },
    ],
    filters: [
      {
        name: 'Active customers',
        table: 'customers',
        condition: "last_login >= '2026-01-01'",
        applies_by_default: true,
      },
      { name: 'Not cancelled', table: 'orders', condition: "status <> 'cancelled'", applies_by_default: true },
      { name: 'Internal customers', table: 'customers', condition: 'internal = 1' },
    ],
  }),
)

afterAll(() => database.close())

const active = "Only customers that match “Active customers” are included: last_login >= '2026-01-01'"
const uncancelled = "Only orders that match “Not cancelled” are included: status <> 'cancelled'"

async function asked(...questions: string[]): Promise<{ rows: Cell[][]; notes: string[]; followUps: string[] }> {
  const { rows, translation, followUps } = await askDefined(database, model, definedToday, ...questions)
  return { rows, followUps, notes: translation.assumptions.map((one) => formatMessage(one)) }
}

it('is reported as not applied where the asker may not see its column', async () => {
  const { filters, ...others } = model.definitions
  const shown = { ...others, filters: filters.filter(({ table }) => table !== 'customers') }
  const seen = { ...model, definitions: shown, unfiltered: ['customers'] }
  const notesOf = async (question: string) =>
    (await askDefined(database, seen, definedToday, question)).translation.assumptions.map((one) => formatMessage(one))
  expect(await notesOf('how many customers')).toEqual([
    'A filter that usually limits customers is not applied, because it uses a column that you can’t see. So others may get another answer.',
  ])
  expect(await notesOf('total discount')).toEqual([uncancelled])
})

describe('a default filter', () => {
  it.each<[string, Cell[][], string[]]>([
    ['how many customers', [[2]], [active]],
    ['total discount', [[130]], [uncancelled]],
    ['customers with more than 1 order', [['Anna'], ['Chloé']], [active, uncancelled]],
    ['which customer has the most orders', [['Chloé', 2]], [active, uncancelled]],
  ])('applies to the rows that are listed, counted, added up, or looked for: %s', async (question, rows, notes) => {
    expect(await asked(question)).toMatchObject({ rows, notes })
  })

  it.each<[string, Cell[][]]>([
    ['how many customers including inactive', [[4]]],
    ['how many customers are there, including inactive ones?', [[4]]],
    ['how many active and inactive customers', [[4]]],
    ['how many customers, active or not', [[4]]],
    ['what is the number of all customers', [[4]]],
    ['total discount including cancelled orders', [[130]]],
  ])('does not apply if the question says so: %s', async (question, rows) => {
    const found = await asked(question)
    expect(found.rows).toEqual(rows)
    expect(found.notes).toEqual([])
  })

  it('does not apply if the question names the state itself', async () => {
    expect((await asked('how many customers are not active')).rows).toEqual([[2]])
    expect((await asked('what percentage of customers are active')).rows).toEqual([[50]])
    expect((await asked('how many cancelled orders')).rows).toEqual([[1]])
  })

  it('leaves the numbers of joined tables and of metrics with their own condition as they are', async () => {
    expect((await asked('net revenue by country')).notes).not.toContain(active)
    expect((await asked('net revenue and turnaround')).rows).toEqual([[1560, 6]])
    expect((await asked('turnaround and number of customers by country')).rows).toEqual([
      ['Germany', 4, 1],
      ['France', 2, 1],
    ])
  })

  it('stays in follow-ups until one of them includes all rows', async () => {
    expect(await asked('how many customers', 'and by country?')).toMatchObject({
      rows: [
        ['France', 1],
        ['Germany', 1],
      ],
      notes: [active],
    })
    const { followUps } = await asked('how many customers')
    expect(followUps[0]).toBe('Include all customers')
    expect(await asked('how many customers', 'Include all customers')).toMatchObject({ rows: [[4]], notes: [] })
    expect((await asked('how many customers', 'including inactive ones', 'and by country?')).rows).toEqual([
      ['France', 1],
      ['Germany', 3],
    ])
  })
})
