import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { testDataFolder, testDataReason } from '@parlance/contract/testing'
import type { Cell } from '@parlance/contract'
import { ask, translateOn } from './testing/ask.ts'
import { openTestDatabase } from './testing/sqlite-database.ts'

const folder = testDataFolder()
const today = '2018-06-15'

type Answers = [question: string, first: Cell[], rows: number][]

const chinook: Answers = [
  ['Which five artists sold the most?', ['Iron Maiden', 140], 5],
  ['top 5 artists by revenue', ['Iron Maiden', 138.6], 5],
  ['Which employee has the most customers?', ['Jane', 'Peacock', 21], 1],
  ['How many albums does AC/DC have?', [2], 1],
  ['albums by AC/DC', ['For Those About To Rock We Salute You'], 2],
  ['customers from Brazil', ['Luís', 'Gonçalves'], 5],
  ['How many tracks are there per genre?', ['Rock', 1297], 25],
  ['which genre earned the most?', ['Rock', 826.65], 1],
  ['How many tracks have no composer?', [977], 1],
  ['How many tracks are longer than 1000000 milliseconds?', [215], 1],
  ['How many songs are longer than 5 minutes?', [1069], 1],
  ['where does Frank Harris live?', ['Frank', 'Harris', '1600 Amphitheatre Parkway', 'Mountain View', 'CA', 'USA'], 1],
]

const northwind: Answers = [
  ['Which five products earned the most?', ['Côte de Blaye', 141396.735], 5],
  ['How many orders did we get in 2017?', [408], 1],
  ['the cheapest product', ['Geitost', 2.5], 1],
  ['average unit price by category', ['Beverages', 37.979167], 8],
  ['Which shipper shipped the most orders?', ['United Package', 326], 1],
  ['suppliers with more than 3 products', ['New Orleans Cajun Delights'], 4],
  ['products from Exotic Liquids', ['Chai'], 3],
  ['sales by employee', ['Nancy', 'Davolio', 192107.6045], 9],
  ['how many customers do we have in Germany?', [11], 1],
  ['what did Alfreds Futterkiste buy', ['Aniseed Syrup'], 11],
  ['who is the oldest employee?', ['Margaret', 'Peacock', '1957-09-19'], 1],
]

const sakila: Answers = [
  ['How many films are rated PG?', [194], 1],
  ['Which actors appear in the most films?', ['GINA', 'DEGENERES', 42], 1],
  ['which category has the most films?', ['Sports', 74], 1],
  ['films with PENELOPE GUINESS', ['ACADEMY DINOSAUR'], 19],
  ['customers in Canada', ['LORETTA', 'CARPENTER'], 5],
  ['What is the total amount paid by MARY SMITH?', [118.68], 1],
  ['How many films were never rented?', [42], 1],
  ['rentals per month in 2005', ['2005-05', 1156], 4],
]

const round = (cell: Cell | undefined): Cell =>
  typeof cell === 'number' ? Math.round(cell * 1e6) / 1e6 : (cell ?? null)

describe.skipIf(folder === null)(`unseen databases (${folder === null ? testDataReason : 'present'})`, () => {
  describe.each([
    ['chinook', chinook],
    ['northwind', northwind],
    ['sakila', sakila],
  ] as const)('%s', (name, answers) => {
    const path = join(folder ?? '', name, `${name}.sqlite`)
    const database = existsSync(path) ? openTestDatabase(path) : null
    afterAll(() => database?.close())

    it.each(answers)('%s', async (question, first, count) => {
      if (database === null) throw new Error(`${path} is missing`)
      const { rows } = await ask(database, today, question)
      expect(rows).toHaveLength(count)
      expect(rows[0]?.map(round)).toEqual(first)
    })
  })

  it("averages a film's rate by category, because a film belongs to a category only once", async () => {
    const database = openTestDatabase(join(folder ?? '', 'sakila', 'sakila.sqlite'))
    const { rows } = await ask(database, today, 'average rental rate by category')
    const [expected] = database.rows(
      "SELECT AVG(rental_rate) FROM film WHERE film_id IN (SELECT film_id FROM film_category JOIN category USING (category_id) WHERE name = 'Sports')",
    )
    expect(rows.find((row) => row[0] === 'Sports')?.[1]).toBeCloseTo(Number(expected?.[0]))
    database.close()
  })

  it('offers the readings of an ambiguous word', async () => {
    const database = openTestDatabase(join(folder ?? '', 'northwind', 'northwind.sqlite'))
    const found = await translateOn(database, 'average freight by country', today)
    if (found.understood || !('readings' in found)) throw new Error('Readings were expected')
    const answers = await Promise.all(found.readings.map((one) => ask(database, today, one.question)))
    expect(new Set(answers.map((one) => one.translation.sql)).size).toBe(found.readings.length)
    database.close()
  })
})
