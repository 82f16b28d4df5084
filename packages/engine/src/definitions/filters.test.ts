import { formatMessage, noDefinitions, type Cell } from '@parlance/contract'
import { afterAll, describe, expect, it } from 'vitest'
import { askDefined, translateOn } from '../testing/ask.ts'
import { definedToday, modelOf, openDefinedShop, shopDefinitions } from '../testing/defined-shop.ts'
import { suggestQuestions } from '../translate.ts'

const database = openDefinedShop()
const model = modelOf(database, shopDefinitions)

afterAll(() => database.close())

async function rowsOf(...questions: string[]): Promise<Cell[][]> {
  return (await askDefined(database, model, definedToday, ...questions)).rows
}

describe('a named filter of the area', () => {
  it.each<[string, Cell[][]]>([
    ['how many active customers', [[2]]],
    ['who is active', [['Anna'], ['Chloé']]],
    ['customers that are not active', [['Boris'], ['Test user']]],
    ['net revenue of active customers', [[1340]]],
    ['net revenue without test accounts', [[1520]]],
    ['net revenue excluding test accounts', [[1520]]],
    ['net revenue of customers that are not internal', [[1520]]],
    ['how many test accounts', [[1]]],
    ['how many late orders were there in 2025', [[1]]],
    [
      'number of late orders by country',
      [
        ['France', 1],
        ['Germany', 1],
      ],
    ],
    ['customers without late orders', [['Boris'], ['Test user']]],
    ['what percentage of customers are active', [[50]]],
    ['what share of orders are late', [[200 / 7]]],
  ])('answers: %s', async (question, rows) => {
    expect(await rowsOf(question)).toEqual(rows)
  })

  it('says what it means', async () => {
    const { translation } = await askDefined(database, model, definedToday, 'how many active customers')
    expect(translation.assumptions.map((one) => formatMessage(one))).toEqual([
      "“Active” means last_login >= '2026-01-01'",
    ])
  })
})

describe('a dimension of the area', () => {
  it('groups by an expression, and its values are conditions', async () => {
    expect(await rowsOf('net revenue by size class')).toEqual([
      ['large', 1200],
      ['small', 360],
    ])
    expect(await rowsOf('net revenue of large orders')).toEqual([[1200]])
  })

  it('is not among the columns of a list', async () => {
    const { translation } = await askDefined(database, model, definedToday, 'list the orders')
    expect(translation.sql).not.toContain('CASE')
  })
})

describe('synonyms of values', () => {
  it('are read as the stored value, and said', async () => {
    const { rows, translation } = await askDefined(database, model, definedToday, 'turnover from NRW')
    expect(rows).toEqual([[430]])
    expect(translation.assumptions.map((one) => formatMessage(one))).toContain('“NRW” is read as Nordrhein-Westfalen')
  })
})

describe('the time column of a table', () => {
  it('is the date that periods mean', async () => {
    const shipped = modelOf(database, {
      ...shopDefinitions,
      time_columns: [{ table: 'orders', column: 'shipped_on' }],
    })
    const orders = await askDefined(database, shipped, definedToday, 'how many late orders in January 2026')
    expect(orders.translation.sql).toContain('shipped_on >=')
    expect(await rowsOf('orders per year')).toEqual([
      ['2025', 2],
      ['2026', 4],
    ])
  })
})

describe('without definitions', () => {
  it('questions are read as before', async () => {
    const none = modelOf(database, noDefinitions)
    const found = await translateOn(database, 'net revenue by country', definedToday, [], none)
    expect(found.understood).toBe(false)
    const { catalogue } = database
    const plain = suggestQuestions({ catalogue, today: definedToday })
    expect(suggestQuestions({ catalogue, today: definedToday, definitions: none })).toEqual(plain)
  })
})
