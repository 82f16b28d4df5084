import type { Area, AreaJoin, AreaProblem } from '@parlance/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createAreaApp, type AreaApp } from '../../../testing/area-app.ts'
import type { SignedInUser } from '../../../testing/test-app.ts'

const join = (change: Partial<AreaJoin> = {}): AreaJoin => ({
  left_table: 'orders',
  left_column: 'rep',
  right_table: 'customers',
  right_column: 'region',
  cardinality: 'many_to_one',
  ...change,
})

let app: AreaApp
let owner: SignedInUser
beforeAll(async () => {
  app = await createAreaApp(null)
  app.alter("INSERT INTO customers (id, region) VALUES (90, 'east'), (91, 'east'), (92, 'west'), (93, 'west')")
  owner = await app.signIn('GENERAL', { attributes: JSON.stringify({ region: 'east' }) })
})
afterAll(() => app.close())

async function save(joins: AreaJoin[], who = app.admin, more: object = {}) {
  const made = await app.newArea(more)
  const path = `business-areas/${made.area_id}`
  if (who !== app.admin) await app.api(app.admin, 'PUT', `${path}/owner`, { user_id: who.user.id })
  const change = { area_name: made.area_name, visibility: made.visibility, joins }
  return { path, change, answer: await app.api(who, 'PUT', path, change) }
}
const warnings = (answer: { json<T>(): T }): AreaProblem[] =>
  answer.json<Area>().warnings.filter(({ section }) => section === 'joins')

test('refuses a cardinality that several rows contradict, with their number and values', async () => {
  const { answer } = await save([join()])
  expect(answer.statusCode).toBe(422)
  const { detail } = answer.json<{ detail: string }>()
  expect(detail).toContain('2 values of region in customers are in several rows')
  expect(detail).toContain('east')
})

test('accepts a cardinality that the rows fit, and asks nothing about keys and undeclared ones', async () => {
  const { answer } = await save([
    join({ right_column: 'id', left_column: 'customer_id' }),
    join({ cardinality: 'many_to_many' }),
  ])
  expect([answer.statusCode, warnings(answer)]).toEqual([200, []])
})

test('shows the editor only values that their rules allow, and says that it saw only some rows', async () => {
  const rules = {
    row_security_rules: {
      rules: [{ name: 'Own', tables: { customers: { condition: 'region = :user.region', always_apply: true } } }],
    },
  }
  const repeated = await save([join()], owner, rules)
  const { detail } = repeated.answer.json<{ detail: string }>()
  expect(detail).toContain('One value of region in customers is in several rows, such as east')
  expect(detail).not.toContain('west')
  app.alter('DELETE FROM customers WHERE id = 91')
  const partly = await app.api(owner, 'PUT', repeated.path, repeated.change)
  expect(partly.statusCode).toBe(200)
  expect(warnings(partly)).toEqual([
    expect.objectContaining({ severity: 'warning', message: expect.stringContaining('Row rules hide some rows') }),
  ])
})

test('says that it could not check what a mask hides', async () => {
  const { answer } = await save([join()], owner, {
    column_security_rules: {
      rules: [{ name: 'Mask', tables: { customers: { region: { mask_type: 'hash' } } } }],
    },
  })
  expect(answer.statusCode).toBe(200)
  expect(warnings(answer)).toEqual([expect.objectContaining({ severity: 'warning' })])
  expect(answer.body).not.toContain('west')
})
