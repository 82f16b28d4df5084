import { expect, test } from 'vitest'
import type { ConnectionConfig } from '@parlance/drivers'
import { createTestAppOver } from '../../testing/test-app.ts'
import { createTestPlace, openTestStore } from '../../testing/test-store.ts'
import { refuseOwnStore } from './own-store.ts'

test('R05 refuses its own store under any name, when it is tested and when it is read', async (context) => {
  const place = await createTestPlace('postgresql')
  if ('skip' in place) return context.skip(place.skip)
  const store = await openTestStore(place)
  const app = await createTestAppOver(store)
  const { hostname, port, pathname, username, password } = new URL(store.databaseUrl ?? '')
  const config: ConnectionConfig = {
    host: hostname,
    port: Number(port),
    database: pathname.slice(1),
    username: decodeURIComponent(username),
    password: decodeURIComponent(password) || 'none',
  }
  const { connections } = app.services
  const id = await connections.create({
    name: 'Ourselves',
    description: null,
    kind: 'postgresql',
    config,
    applicationId: null,
    visibility: 'private',
    ownerId: null,
  })
  const message = 'This database contains the data of Parlance itself. Choose another database.'
  expect(await connections.test(id)).toMatchObject({ success: false, message, stage: null })
  await expect(connections.introspect(id)).rejects.toMatchObject({ code: 'forbidden', detail: message })
  await app.close()
})

test('allows a database that only shares some names with the store', () => {
  const named = (names: string[]) => names.map((name) => ({ schema: 'public', name }))
  expect(() => refuseOwnStore(named(['users', 'sessions', 'settings', 'audit_log', 'refresh_tokens']))).not.toThrow()
})
