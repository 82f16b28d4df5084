import { connect, createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { openRealServer } from '@parlance/drivers/testing'
import { expect, test } from 'vitest'
import { raiseVersion } from './store.ts'
import { createManagedApp } from '../../testing/managed-app.ts'
import type { SignedInUser } from '../../testing/test-app.ts'

/** Opens another address of a server, like a tunnel. No setting shows that it is the same server. */
async function openTunnel(to: { host: string; port: number }) {
  const server = createServer((near) => {
    const far = connect(to)
    near.pipe(far).pipe(near)
    near.on('error', () => far.destroy())
    far.on('error', () => near.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { port: (server.address() as AddressInfo).port, close: () => server.close() }
}

test.each(['postgresql', 'mysql'] as const)(
  'R24 protects a protected table of %s behind another address of the same server',
  async (kind) => {
    const real = await openRealServer(kind)
    if ('skip' in real) throw new Error(real.skip)
    await real.run('create table salaries (id integer primary key, amount integer); insert into salaries values (1, 5)')
    const tunnel = await openTunnel(real.place)
    const app = await createManagedApp(null)
    const reader = await app.signIn('GENERAL')
    const application = async (name: string) =>
      (await app.call(app.admin, 'POST', 'applications', { name })).json<{ id: string }>().id
    const connection = async (name: string, change: object) => {
      const place = { ...real.config, ...change, application_id: await application(name), visibility: 'public' }
      return (await app.createTested({ ...place, name, db_type: kind })).id
    }
    const direct = await connection('Direct', {})
    const tunneled = await connection('Tunneled', { port: tunnel.port })
    const read = async (who: SignedInUser, id: string) => {
      const payload = { sql_query: 'SELECT amount FROM salaries', database_config_id: id }
      const answer = await app.app.inject({
        method: 'POST',
        url: '/api/v1/query/full-results',
        headers: who.headers,
        payload,
      })
      return answer.statusCode
    }
    expect([await read(reader, direct), await read(reader, tunneled)]).toEqual([200, 200])
    const change = { table_name: 'salaries', protected: true }
    expect((await app.call(app.admin, 'PUT', `${direct}/protection`, change)).statusCode).toBe(200)
    expect([await read(reader, direct), await read(reader, tunneled)]).toEqual([422, 422])
    expect(await read(app.admin, tunneled)).toBe(200)
    // Nothing is recorded yet after an upgrade, so a query waits until the engine identifies its database.
    const { db } = app.context.store
    await db.deleteFrom('connection_identities').where('connection_id', '=', tunneled).execute()
    await db.deleteFrom('protected_tables').where('identity', '=', `connection:${tunneled}`).execute()
    await raiseVersion(db)
    expect(await read(reader, tunneled)).toBe(422)
    expect(
      (await app.call(app.admin, 'PUT', `${tunneled}/protection`, { ...change, protected: false })).statusCode,
    ).toBe(200)
    expect([await read(reader, direct), await read(reader, tunneled)]).toEqual([200, 200])
    await app.close()
    tunnel.close()
    await real.stop()
  },
)
