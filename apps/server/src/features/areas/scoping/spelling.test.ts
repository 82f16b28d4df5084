import { expect, test } from 'vitest'
import type { DatabaseTables } from '@parlance/contract'
import { createPostgresDatabase, runOnServer, startPostgres } from '@parlance/drivers/testing'
import { createAreaApp } from '../../../testing/area-app.ts'

test('spells the tables of the default schema in lists as in areas', async ({ skip }) => {
  const server = await startPostgres()
  if ('skip' in server) return skip(server.skip)
  const { url } = await createPostgresDatabase(server.url)
  await runOnServer(url, 'CREATE TABLE orders (id integer); CREATE SCHEMA hr; CREATE TABLE hr.staff (id integer)')
  const { hostname: host, port, pathname, username, password } = new URL(url)
  const app = await createAreaApp(null)
  const address = { host, port: Number(port), database: pathname.slice(1), username, password }
  const { id } = await app.createTested({
    ...address,
    name: 'PostgreSQL',
    db_type: 'postgresql',
    application_id: app.applicationId,
    visibility: 'public',
  })
  const path = `business-areas/database-tables?database_config_id=${id}`
  const listed = (await app.api(app.admin, 'GET', path)).json<DatabaseTables>().tables.map((table) => table.table_name)
  expect(listed.toSorted()).toEqual(['hr.staff', 'orders'])
  const { tables } = await app.newArea({ tables: listed.map((table_name) => ({ table_name })) })
  expect(tables.map(({ table_name }) => table_name)).toEqual(listed)
  await app.close()
  await server.stop()
})
