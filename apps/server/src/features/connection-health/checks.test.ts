import { renameSync } from 'node:fs'
import { expect, test } from 'vitest'
import { createManagedApp, type ManagedApp } from '../../testing/managed-app.ts'
import { createSecondServer, type TestApp } from '../../testing/test-app.ts'
import { describeOneStore, describeStores } from '../../testing/test-store.ts'

const minuteMs = 60_000
const never = new AbortController().signal

async function checkLater(app: TestApp, minutes: number): Promise<void> {
  app.advance(minutes * minuteMs)
  await app.services.connectionHealth.checkDue(never)
}

async function setInterval(app: ManagedApp, interval: string): Promise<number> {
  return (await app.call(app.admin, 'PUT', 'health-checks', { interval })).statusCode
}

/** Not over HTTP, because the token expires while the clock advances. */
const stateOf = async ({ services, admin }: ManagedApp, id: string) =>
  services.connections.get(await services.users.principalOf(admin.user), id)

describeOneStore('scheduled checks', (current) => {
  test('mark a connection as failed after the second failure, and report each change once to whom it concerns', async () => {
    const app = await createManagedApp(current())
    await app.signIn('ADMIN')
    const path = app.file('books.sqlite')
    const books = await app.createTested({ name: 'Books', db_type: 'sqlite', database: path, visibility: 'public' })
    const own = await app.createTested({ name: 'Own', db_type: 'sqlite', database: path })
    expect(await setInterval(app, 'hourly')).toBe(200)

    renameSync(path, `${path}.away`)
    await checkLater(app, 61)
    expect((await stateOf(app, books.id)).state).toBe('ready')
    await checkLater(app, 2)
    expect(await stateOf(app, books.id)).toMatchObject({ state: 'failed', test_stage: 'resolve' })
    await app.services.email.settled()
    expect(app.printed.filter((text) => /failed their check: Books, Own\./.test(text))).toHaveLength(1)
    expect(app.printed.filter((text) => /failed their check: Books\./.test(text))).toHaveLength(1)

    await checkLater(app, 7)
    renameSync(`${path}.away`, path)
    app.printed.length = 0
    await checkLater(app, 7)
    expect((await stateOf(app, books.id)).state).toBe('ready')
    await app.services.email.settled()
    await checkLater(app, 61)
    await app.services.email.settled()
    expect(app.printed.filter((text) => /These connections work again: Books, Own\./.test(text))).toHaveLength(1)
    expect(app.printed.filter((text) => /These connections work again: Books\./.test(text))).toHaveLength(1)

    const records = await app.context.store.db
      .selectFrom('audit_log')
      .select(['outcome'])
      .where('action', '=', 'connection.check')
      .where('target_id', '=', own.id)
      .orderBy('at')
      .execute()
    expect(records.map(({ outcome }) => outcome)).toEqual(['failed', 'allowed'])
    await app.close()
  })

  test('are off at first, and leave out connections that an administrator excluded or never tested', async () => {
    const app = await createManagedApp(current())
    const path = app.file('more.sqlite')
    const [first, excluded] = [
      await app.createTested({ name: 'First', db_type: 'sqlite', database: path }),
      await app.createTested({ name: 'Excluded', db_type: 'sqlite', database: path }),
    ]
    const untested = await app.create({ name: 'Untested', db_type: 'sqlite', database: path })
    await app.call(app.admin, 'PUT', `configurations/${excluded.id}`, { is_checked: false })
    await checkLater(app, 1)
    expect((await stateOf(app, first.id)).last_tested).toBe(first.last_tested)
    await setInterval(app, 'daily')
    await checkLater(app, 1)
    expect((await stateOf(app, first.id)).last_tested).not.toBe(first.last_tested)
    expect((await stateOf(app, excluded.id)).last_tested).toBe(excluded.last_tested)
    expect((await stateOf(app, untested.id)).state).toBe('not_tested')
    expect(await stateOf(app, excluded.id)).toMatchObject({ is_checked: false })
    await app.close()
  })
})

describeStores('scheduled checks of several servers', (current) => {
  test('check each connection once', async () => {
    const app = await createManagedApp(current())
    const path = app.file('shared.sqlite')
    for (const name of ['A', 'B', 'C', 'D']) await app.createTested({ name, db_type: 'sqlite', database: path })
    await setInterval(app, 'hourly')
    const second = await createSecondServer(current())
    const counts = [app, second].map(({ services }) => {
      const { health } = services.connections
      const check = health.check.bind(health)
      const counted: string[] = []
      health.check = (id) => {
        counted.push(id)
        return check(id)
      }
      return counted
    })
    await Promise.all([app, second].map(({ services }) => services.connectionHealth.checkDue(never)))
    expect(counts.flat()).toHaveLength(4)
    expect(new Set(counts.flat()).size).toBe(4)
    await second.close()
    await app.close()
  })
})
