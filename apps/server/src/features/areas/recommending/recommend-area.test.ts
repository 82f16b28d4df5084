import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AreaRecommendation } from '@parlance/contract'
import { createAreaApp } from '../../../testing/area-app.ts'
import type { AreaApp } from '../../../testing/area-app.ts'
import { connectReal, testDataReason } from '../../../testing/real-database.ts'
import type { SignedInUser } from '../../../testing/test-app.ts'

let app: AreaApp
let general: SignedInUser

beforeAll(async () => {
  app = await createAreaApp(null)
  general = await app.signIn('GENERAL')
})
afterAll(() => app.close())

async function recommend(query: string, who = general, more: object = {}): Promise<AreaRecommendation | null> {
  const answer = await app.api(who, 'POST', 'business-areas/recommend', { query, ...more })
  if (answer.statusCode !== 200) throw new Error(answer.body)
  return answer.json<{ recommendation: AreaRecommendation | null }>().recommendation
}

const tablesOf = (...names: string[]) => names.map((table_name) => ({ table_name }))

describe('OP-58 BA-165 BA-177 POST business-areas/recommend', () => {
  beforeAll(async () => {
    await app.newArea({ area_name: 'Buyers', description: 'Who buys', tables: tablesOf('customers') })
    await app.newArea({
      area_name: 'Turnover',
      tables: [{ table_name: 'orders', synonyms: ['purchase'], columns: [{ name: 'rep', synonyms: ['salesman'] }] }],
    })
    await app.newArea({ area_name: 'Payroll', visibility: 'private', tables: tablesOf('salaries') })
    const hidden = { region: { mask_type: 'disallow' } }
    await app.newArea({
      area_name: 'Blind',
      tables: tablesOf('customers', 'orders'),
      column_security_rules: { rules: [{ name: 'c', tables: { customers: hidden } }] },
    })
  })

  test('answers with the area, the confidence, its purpose, and the tables that were meant', async () => {
    const found = await recommend('How many customers are there?')
    expect(found).toEqual({
      area_id: expect.any(String),
      area_name: 'Buyers',
      confidence_score: expect.any(Number),
      description: 'Who buys',
      matched_tables: ['customers'],
    })
    expect(found?.confidence_score).toBeGreaterThan(0.9)
    expect(found?.confidence_score).toBeLessThanOrEqual(1)
  })

  test('prefers the area that has all of the needed tables', async () => {
    const found = await recommend('Which customers have which orders?')
    expect(found).toMatchObject({ area_name: 'Blind' })
    expect(found?.matched_tables.toSorted()).toEqual(['customers', 'orders'])
  })

  test("treats an administrator's words like names", async () => {
    expect(await recommend('purchases by salesman')).toMatchObject({
      area_name: 'Turnover',
      matched_tables: ['orders'],
    })
  })

  test('recommends nothing for a question that no table matches', async () => {
    expect(await recommend('zebra xylophone')).toBeNull()
    expect(await recommend('of the and')).toBeNull()
  })

  test('recommends no area or table that the caller may not use, and ignores hidden columns', async () => {
    expect(await recommend('What are the salaries of each person?')).toBeNull()
    expect(await recommend('What are the salaries of each person?', app.admin)).toMatchObject({ area_name: 'Payroll' })
    expect(await recommend('orders by region of the customers')).not.toMatchObject({ matched_tables: ['salaries'] })
    expect(await recommend('regions')).toMatchObject({ area_name: 'Buyers' })
  })

  test('recommends only areas of the named application', async () => {
    const other = await app.newDatabase('zoo', ['animals (id integer, species text)'])
    await app.newArea({ area_name: 'Zoo', application_id: other.applicationId, tables: tablesOf('animals') })
    expect(await recommend('How many animals?')).toMatchObject({ area_name: 'Zoo' })
    expect(await recommend('How many animals?', general, { application_id: app.applicationId })).toBeNull()
  })

  test('refuses an empty question', async () => {
    expect(await app.outcome(general, 'POST', 'business-areas/recommend', { query: '  ' })).toMatch(/^400 /)
  })
})

test('BA-177 finds the area of questions over a real database', async (context) => {
  const real = await connectReal(app, 'sakila')
  if (real === null) return context.skip(testDataReason)
  const application_id = real.applicationId
  for (const [area_name, tables] of Object.entries({
    Catalogue: ['film', 'actor', 'film_actor', 'category', 'film_category', 'language'],
    Rentals: ['rental', 'inventory', 'customer', 'store', 'payment'],
    Places: ['address', 'city', 'country'],
  })) {
    await app.newArea({ area_name, application_id, tables: tablesOf(...tables) })
  }
  const questions: [string, string][] = [
    ['Which actors played in the most films?', 'Catalogue'],
    ['average length of films by category', 'Catalogue'],
    ['total payment amount per customer', 'Rentals'],
    ['How many rentals does each store have?', 'Rentals'],
    ['cities of each country', 'Places'],
    ['postal codes by district', 'Places'],
  ]
  for (const [question, expected] of questions) {
    expect([question, (await recommend(question, general, { application_id }))?.area_name]).toEqual([
      question,
      expected,
    ])
  }
})
