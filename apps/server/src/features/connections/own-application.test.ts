import { expect, test } from 'vitest'
import type { Application, DatabaseConfiguration } from '@parlance/contract'
import { createManagedApp } from '../../testing/managed-app.ts'
import type { ManagedApp } from '../../testing/managed-app.ts'
import type { SignedInUser } from '../../testing/test-app.ts'
import { describeStores } from '../../testing/test-store.ts'

const sqlite = (app: ManagedApp, name: string, rest: object = {}) => ({
  name,
  db_type: 'sqlite',
  database: app.file(`${name}.sqlite`),
  ...rest,
})
const names = async (app: ManagedApp, who: SignedInUser) =>
  (await app.call(who, 'GET', 'applications')).json<Application[]>().map(({ name }) => name)

describeStores('An application of a connection', (current) => {
  test('is created with a connection that names none, under a free name', async () => {
    const app = await createManagedApp(current())
    await app.call(app.admin, 'POST', 'applications', { name: 'HR' })
    const [first, other] = [await app.create(sqlite(app, 'hr')), await app.create(sqlite(app, 'Trade'))]
    expect([first.application_name, other.application_name]).toEqual(['hr 2', 'Trade'])
    await app.close()
  })

  test('is not created if the connection is refused', async () => {
    const app = await createManagedApp(current())
    await app.create(sqlite(app, 'hr'))
    const again = await app.call(app.admin, 'POST', 'configurations', sqlite(app, 'HR'))
    expect([again.statusCode, await names(app, app.admin)]).toEqual([409, ['hr']])
    await app.close()
  })

  test('is created once by the first successful tests of a connection that has none', async () => {
    const app = await createManagedApp(current())
    const { id } = await app.create(sqlite(app, 'old'))
    await app.services.connections.update(await app.services.users.principalOf(app.admin.user), id, {
      application_id: '',
    })
    const read = async () => (await app.call(app.admin, 'GET', `configurations/${id}`)).json<DatabaseConfiguration>()
    expect((await read()).application_id).toBeNull()
    await Promise.all([1, 2].map(() => app.call(app.admin, 'POST', `configurations/${id}/test`)))
    expect((await read()).application_name).toBe('old 2')
    expect(await names(app, app.admin)).toEqual(['old', 'old 2'])
    await app.close()
  })

  test('is created once if administrators ask for it at the same time', async () => {
    const app = await createManagedApp(current())
    const { id } = await app.create(sqlite(app, 'old'))
    await app.services.connections.update(await app.services.users.principalOf(app.admin.user), id, {
      application_id: '',
    })
    const made = await Promise.all(
      [1, 2, 3].map(async () =>
        app.services.connections.ensureApplication(await app.services.users.principalOf(app.admin.user), id),
      ),
    )
    expect(new Set(made).size).toBe(1)
    expect(await names(app, app.admin)).toEqual(['old', 'old 2'])
    await app.close()
  })

  test('with the name of a private connection is unknown to users who may not use the connection', async () => {
    const app = await createManagedApp(current())
    const someone = await app.signIn('GENERAL')
    await app.create(sqlite(app, 'secret-merger'))
    await app.create(sqlite(app, 'open', { visibility: 'public' }))
    expect([await names(app, app.admin), await names(app, someone)]).toEqual([['open', 'secret-merger'], ['open']])
    await app.close()
  })
})
