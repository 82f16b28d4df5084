import { message } from '@parlance/contract'
import { driverFor } from '@parlance/drivers'
import { replaceDriver } from '@parlance/drivers/testing'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createManagedApp } from '../../testing/managed-app.ts'
import type { ManagedApp } from '../../testing/managed-app.ts'

let app: ManagedApp

const pattern = 'The account can write to {n, plural, one {# table} other {# tables}}.'

beforeEach(async () => {
  app = await createManagedApp(null)
  const real = await driverFor('sqlite')
  replaceDriver('sqlite', {
    ...real,
    connect: async (config, options) => {
      const connection = await real.connect(config, options)
      const report = await connection.test(() => undefined)
      return Object.assign(connection, { test: async () => ({ ...report, warnings: [message(pattern, { n: 3 })] }) })
    },
  })
})
afterEach(async () => {
  replaceDriver('sqlite', null)
  await app.close()
})

const cardOf = async (id: string) =>
  (await app.call(app.admin, 'GET', 'configurations')).json().find((card: { id: string }) => card.id === id)

test('warnings about an account have their patterns and values, in the result of the test and on the card', async () => {
  const { id } = await app.create({ name: 'Books', db_type: 'sqlite', database: app.file('books.sqlite') })
  const expected = {
    warnings: ['The account can write to 3 tables.'],
    warning_messages: [{ text: pattern, values: { n: 3 } }],
  }
  expect((await app.call(app.admin, 'POST', `configurations/${id}/test`)).json()).toMatchObject(expected)
  expect(await cardOf(id)).toMatchObject(expected)
})

test('the card still shows warnings that version 1.2.0 stored as texts', async () => {
  const { id } = await app.create({ name: 'Books', db_type: 'sqlite', database: app.file('books.sqlite') })
  const warnings = ['The account can write to {1} table.', 'The account can create objects in the database.']
  await app.context.store.db
    .updateTable('connections')
    .set({ warnings: JSON.stringify(warnings) })
    .execute()
  expect((await cardOf(id)).warnings).toEqual(warnings)
})
