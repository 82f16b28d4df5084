import { expect, test } from 'vitest'
import { auditActions, type AuditEntry } from '@parlance/contract'
import { allRoutes } from '../../app.ts'
import { createAdministeredApp } from '../../testing/administered-app.ts'
import type { AdministeredApp } from '../../testing/administered-app.ts'
import { describeOneStore } from '../../testing/test-store.ts'
import { routeActions } from './route-actions.ts'

async function page(app: AdministeredApp, query = '') {
  const answer = await app.call(app.admin, 'GET', `audit?${query}`)
  return answer.json<{ records: AuditEntry[]; next_cursor: string | null; actions: string[] }>()
}

/** Adds the test's own records, one per second from noon on. */
async function fill(app: AdministeredApp, count: number): Promise<void> {
  const noon = Date.parse('2026-11-21T12:00:00.000Z')
  const rows = Array.from({ length: count }, (_, index) => ({
    id: `record-${String(index).padStart(4, '0')}`,
    // Two records share each moment, so the id decides their order.
    at: new Date(noon + Math.floor(index / 2) * 1000).toISOString(),
    user_id: index % 3 === 0 ? app.admin.user.id : null,
    action: index % 2 === 0 ? 'user.login' : 'query.run',
    action_group: index % 2 === 0 ? 'people' : 'queries',
    target_kind: null,
    target_id: null,
    target_name: index === 0 ? '=cmd|calc, "x"\nline' : null,
    outcome: index % 5 === 0 ? ('denied' as const) : ('allowed' as const),
    detail: '{}',
    address: '192.0.2.7',
    request_id: null,
  }))
  await app.context.store.db.insertInto('audit_log').values(rows).execute()
}

describeOneStore('the audit log', (current) => {
  test('reads the audit log page by page, newest first, with each record once, even while more come in', async () => {
    const app = await createAdministeredApp(current())
    await fill(app, 25)
    const moment = { action: 'user.login', outcome: 'allowed', userId: null } as const
    await app.services.audit.recordAll(Array.from({ length: 30 }, (_, total) => ({ ...moment, detail: { total } })))
    const seen: unknown[] = []
    let cursor: string | null = ''
    for (let pages = 0; cursor !== null; pages += 1) {
      const answer: Awaited<ReturnType<typeof page>> = await page(app, `limit=7${cursor && `&cursor=${cursor}`}`)
      seen.push(...answer.records.map(({ id, detail }) => detail.total ?? id))
      cursor = answer.next_cursor
      await app.services.audit.record({ action: 'user.login', outcome: 'allowed', userId: null })
      expect(pages).toBeLessThan(9)
    }
    // The 30 were written within a few milliseconds, and the IDs of the others decide their order.
    expect(seen).toEqual([
      ...Array.from({ length: 30 }, (_, index) => 29 - index),
      ...Array.from({ length: 25 }, (_, index) => `record-${String(24 - index).padStart(4, '0')}`),
    ])
    await app.app.close()
  })

  test('filters the audit log by user, action, outcome and time in combination', async () => {
    const app = await createAdministeredApp(current())
    await fill(app, 25)
    const ids = async (query: string) => (await page(app, query)).records.map(({ id }) => Number(id.slice(-4)))
    expect(await ids('outcome=denied')).toEqual([20, 15, 10, 5, 0])
    expect(await ids(`outcome=denied&user_id=${app.admin.user.id}`)).toEqual([15, 0])
    expect(await ids(`outcome=denied&user_id=${app.admin.user.id}&action=user.login`)).toEqual([0])
    const time = 'from=2026-11-21T12:00:02Z&to=2026-11-21T12:00:04Z'
    expect(await ids(time)).toEqual([7, 6, 5, 4])
    expect(await ids(time.replaceAll('12:00', '13:00').replaceAll('Z', '%2B01:00'))).toEqual([7, 6, 5, 4])
    expect(await ids('action=nothing')).toEqual([])
    expect((await page(app)).records.at(-1)).toMatchObject({ user_email: app.admin.user.email, address: '192.0.2.7' })
    expect((await page(app)).actions).toEqual(auditActions)
    for (const wrong of [
      'limit=0',
      'limit=501',
      'limit=x',
      'cursor=nonsense',
      'cursor=%00',
      'from=yesterday',
      'outcome=maybe',
      'more=1',
      `action=${'x'.repeat(10_000)}`,
    ]) {
      expect([wrong, (await app.call(app.admin, 'GET', `audit?${wrong}`)).statusCode]).toEqual([wrong, 400])
    }
    await app.app.close()
  })

  test('OP-73 exports the audit log as CSV with the same filters and harmless formulas, and records the export', async () => {
    const app = await createAdministeredApp(current())
    await fill(app, 2100)
    const answer = await app.call(app.admin, 'GET', 'audit/export?action=user.login&to=2026-11-22T00:00:00Z')
    expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(answer.headers['content-disposition']).toMatch(
      /^attachment; filename="audit_\d{4}-\d\d-\d\d_\d\d-\d\d-\d\d\.csv"$/,
    )
    expect(answer.body.startsWith('\uFEFFat,user_id,user_email,action,outcome,')).toBe(true)
    expect(answer.body.split('\r\n')).toHaveLength(1 + 1050 + 1)
    expect(answer.body).toContain(`"'=cmd|calc, ""x""\nline"`)
    const [record] = (await page(app, 'action=audit.export')).records
    expect(record).toMatchObject({ user_id: app.admin.user.id, detail: { filters: 'action, to' } })
    await app.app.close()
  })

  test('R11 R21 records who, what, target, address and result for every route that may change something', async () => {
    const app = await createAdministeredApp(current())
    const general = await app.signIn('GENERAL')
    const writes = allRoutes(app.services, app.context).filter(
      ({ method, access, url }) =>
        method !== 'GET' &&
        access !== 'public' &&
        !url.includes('/:userId/') &&
        routeActions[`${method} ${url}`] !== null,
    )
    const missing: string[] = []
    for (const { method, url, access } of writes) {
      const name = `${method} ${url}`
      const known = routeActions[name]
      const who = access === 'admin' ? general : app.admin
      const answer = await app.app.inject({
        method,
        url: url.replaceAll(/:\w+/g, 'some-object'),
        headers: { ...who.headers, 'content-type': 'application/json' },
        payload: '{"secret_literal":"s3cr3t-literal"}',
      })
      const rows = app.context.store.db.selectFrom('audit_log').selectAll()
      const found = await rows
        .where('request_id', '=', String(answer.headers['x-request-id']))
        .where('action', '=', known?.action ?? '')
        .executeTakeFirst()
      const isWhole =
        found?.user_id === who.user.id &&
        found.address === '127.0.0.1' &&
        found.target_kind === (known?.target ?? null) &&
        answer.statusCode < 400 === (found.outcome === 'allowed')
      if (known === undefined || !isWhole) missing.push(`${name} ${answer.statusCode}`)
    }
    for (const sessionId of ['some-session', 'words of a user']) {
      const newMessage = { role: 'user', parts: [{ text: 'How many?' }] }
      await app.call(general, 'POST', '../../run', { userId: general.user.id, sessionId, newMessage })
    }
    expect((await page(app, 'action=question.ask')).records.slice(0, 2).map(({ target_id: id }) => id)).toEqual([
      null,
      'some-session',
    ])
    expect(writes.length).toBeGreaterThan(30)
    expect(missing).toEqual([])
    const everything = JSON.stringify(await app.context.store.db.selectFrom('audit_log').selectAll().execute())
    expect(everything).not.toContain('s3cr3t-literal')
    await app.app.close()
  })

  test("keeps the target's name from the time of the action, even after it is deleted", async () => {
    const app = await createAdministeredApp(current())
    const form = { name: 'Books', db_type: 'postgresql', host: '127.0.0.1', port: 9, database: 'd', username: 'u' }
    const made = await app.call(app.admin, 'POST', 'database-management/configurations', { ...form, password: 'p' })
    const url = `database-management/configurations/${made.json().id}`
    await app.call(app.admin, 'POST', `${url}/test`)
    await app.call(app.admin, 'DELETE', url)
    const { user } = await app.signIn('GENERAL')
    await app.call(app.admin, 'POST', `users/${user.id}/deactivate`)
    const names = (await page(app)).records.map(({ action, target_name }) => [action, target_name])
    expect(names).toEqual([
      ['user.deactivate', user.email],
      ['connection.delete', 'Books'],
      ['connection.test', 'Books'],
      ['connection.create', 'Books'],
    ])
    await app.app.close()
  })

  test('names what is created, and records nothing for a stranger’s refused request', async () => {
    const app = await createAdministeredApp(current())
    const made = (await app.call(app.admin, 'POST', 'env-config/applications', { name: 'Shop' })).json()
    const [record] = (await page(app, 'action=application.create')).records
    expect(record).toMatchObject({ target_kind: 'application', target_id: made.id, outcome: 'allowed', detail: {} })
    const before = (await page(app, 'limit=500')).records.length
    await app.app.inject({ method: 'POST', url: `/api/v1/users/${app.admin.user.id}/deactivate` })
    expect((await page(app, 'limit=500')).records).toHaveLength(before)
    await app.app.close()
  })
})

test('R11 names every route that is not a GET, and nothing else', async () => {
  const app = await createAdministeredApp(null)
  const routes = allRoutes(app.services, app.context).filter(({ method }) => method !== 'GET')
  expect(routes.map(({ method, url }) => `${method} ${url}`).toSorted()).toEqual(Object.keys(routeActions).toSorted())
  await app.close()
})

test('uses an index for each filter that ends with the order, so no query walks the whole log', async () => {
  const app = await createAdministeredApp(null)
  const { db } = app.context.store
  const plans: string[] = []
  for (const filter of [
    '',
    `user_id = 'x'`,
    `action = 'x'`,
    `action_group = 'x'`,
    `target_id = 'x'`,
    `outcome = 'denied'`,
  ]) {
    const { CompiledQuery } = await import('kysely')
    const where = [filter, `at <= '2026'`].filter(Boolean).join(' and ')
    const text = `explain query plan select * from audit_log where ${where} order by at desc, id desc limit 51`
    const { rows } = await db.executeQuery<{ detail: string }>(CompiledQuery.raw(text))
    plans.push(rows.map(({ detail }) => detail).join('; '))
  }
  expect(plans.every((plan) => /^SEARCH audit_log USING INDEX audit_log_\w+ /.test(plan))).toBe(true)
  expect(plans.join()).not.toContain('TEMP B-TREE')
  await app.close()
})
