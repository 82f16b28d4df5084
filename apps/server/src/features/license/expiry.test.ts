import type { Edition } from '@parlance/contract'
import { expect, test } from 'vitest'
import { createAreaApp } from '../../testing/area-app.ts'
import type { AreaApp } from '../../testing/area-app.ts'
import { appName, readEvents, runRequest } from '../../testing/asking-app.ts'
import { installLicense } from '../../testing/install-license.ts'
import { nowhere } from '../../testing/managed-app.ts'
import { testPassword } from '../../testing/test-app.ts'
import type { SignedInUser } from '../../testing/test-app.ts'
import { describeOneStore } from '../../testing/test-store.ts'

const dayMs = 24 * 60 * 60 * 1000
const rules = {
  row_security_rules: { rules: [{ name: 'North', tables: { customers: { condition: "region = 'north'" } } }] },
  column_security_rules: { rules: [{ name: 'Mail', tables: { customers: { email: { mask_type: 'null' } } } }] },
}

/** Signs in again, because access tokens expire before the license does. */
async function signInAgain(app: AreaApp, { user }: SignedInUser): Promise<SignedInUser> {
  const payload = { email: user.email, password: testPassword }
  const answer = await app.app.inject({ method: 'POST', url: '/api/v1/auth/login', payload })
  expect(answer.statusCode).toBe(200)
  return { user, headers: { authorization: `Bearer ${answer.json().access_token}` } }
}

/** An enterprise installation that exceeds all limits of the personal edition. */
async function fullInstallation(app: AreaApp) {
  const [ada, off, waiting] = [
    await app.signIn('GENERAL'),
    await app.signIn('GENERAL', { is_active: 0 }),
    await app.signIn('GENERAL', { status: 'N', is_active: 0 }),
  ]
  for (let at = 0; at < 4; at += 1) await app.create({ ...nowhere, name: `Further ${at}` })
  const tables = ['customers', 'orders', 'salaries', 'big_orders'].map((table_name) => ({ table_name }))
  const area = await app.newArea({ tables, visibility: 'restricted', ...rules })
  for (let at = 0; at < 4; at += 1) await app.newArea({ area_name: `Further ${at}` })
  await app.api(app.admin, 'POST', `business-areas/${area.area_id}/access`, { user_id: ada.user.id })
  return { ada, off, waiting, area }
}

async function countRows({ context }: AreaApp): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const table of ['users', 'connections', 'areas', 'area_access', 'sessions', 'turns', 'licenses'] as const) {
    counts[table] = (await context.store.db.selectFrom(table).selectAll().execute()).length
  }
  return counts
}

describeOneStore('when the license ends', (current) => {
  test('deletes nothing, lets existing users sign in, ask and query, and keeps existing rules in force', async () => {
    const app = await createAreaApp(current())
    const { ada, area } = await fullInstallation(app)
    const session = await app.app.inject({
      method: 'POST',
      url: `/apps/${appName}/users/${ada.user.id}/sessions`,
      headers: ada.headers,
      payload: {},
    })
    const before = await countRows(app)
    app.advance(15 * dayMs)
    await app.services.chat.retention.run()
    const again = await signInAgain(app, ada)
    expect((await app.api(again, 'GET', 'license/status')).json()).toMatchObject({ is_valid: false })
    expect(await countRows(app)).toEqual(before)

    const place = { database_config_id: app.databaseId, business_area_id: area.area_id }
    const rows = await app.api(again, 'POST', 'query/full-results', {
      sql_query: 'select name, email from customers',
      ...place,
    })
    expect(rows.json()).toMatchObject({ results: [['Ann', null]] })
    const asked = await app.app.inject({
      method: 'POST',
      url: '/api/v1/custom_run_sse',
      headers: again.headers,
      payload: {
        ...runRequest(again, session.json().id, 'How many customers are there?'),
        answerWith: 'builtin',
        databaseConfigId: app.databaseId,
        businessAreaId: area.area_id,
      },
    })
    const last = readEvents(asked.body).at(-1)
    expect(last).toMatchObject({ type: 'final', final: true })
    expect(asked.body).not.toContain('Canary')
    await app.close()
  })

  test('OP-75 allows no additions, and no loosening of existing rules', async () => {
    const app = await createAreaApp(current())
    const { off, waiting, area } = await fullInstallation(app)
    app.advance(15 * dayMs)
    const admin = await signInAgain(app, app.admin)
    const users = '403 The personal edition allows 1 active user. Deactivate a user, or upgrade your license.'
    const put = (path: string, payload: unknown) => app.outcome(admin, 'PUT', `business-areas/${path}`, payload)
    const basics = { area_name: 'Sales', visibility: 'restricted' }
    const areas = (await app.api(admin, 'GET', 'business-areas/')).json<{ area_id: string; area_name: string }[]>()
    const open = areas.find(({ area_name }) => area_name === 'Further 0')?.area_id ?? ''
    expect({
      approve: await app.outcome(admin, 'POST', `users/${waiting.user.id}/approve`, {}),
      activate: await app.outcome(admin, 'POST', `users/${off.user.id}/activate`),
      activateByEdit: await app.outcome(admin, 'PATCH', `users/${off.user.id}`, { is_active: true }),
      database: await app.outcome(admin, 'POST', 'database-management/configurations', {
        ...nowhere,
        name: 'One more',
      }),
      area: await app.outcome(admin, 'POST', 'business-areas/', app.form()),
      rows: await put(area.area_id, { ...basics, row_security_rules: {} }),
      columns: await put(area.area_id, { ...basics, column_security_rules: {} }),
      restricted: await put(open, { area_name: 'Further 0', visibility: 'restricted' }),
    }).toEqual({
      approve: users,
      activate: users,
      activateByEdit: users,
      database: '403 The personal edition allows 3 database connections. Delete a connection, or upgrade your license.',
      area: '403 Maximum business areas limit reached for personal edition (3 allowed)',
      rows: '403 Row-level security features are available only in Enterprise edition',
      columns: '403 Column-level security features are available only in Enterprise edition',
      restricted: '403 Restricted visibility is available only in Enterprise or Demo edition',
    })
    // Existing areas can still be edited except for their rules, switched off and removed.
    expect(await put(area.area_id, { ...basics, area_name: 'Renamed' })).toBe('200')
    expect(await app.outcome(admin, 'DELETE', `business-areas/${open}`)).toBe('200')
    await app.close()
  })

  test('OP-23 AC-433 offers the file formats of each edition, and those without a license', async () => {
    const app = await createAreaApp(current(), { trial: false })
    const sql_query = 'select name from customers'
    const refusals = new Set<string>()
    const formats = async () => {
      const taken: string[] = []
      for (const format of ['csv', 'xlsx', 'json', 'ndjson', 'parquet', 'custom']) {
        const request = { sql_query, format, database_config_id: app.databaseId }
        const answer = await app.api(app.admin, 'POST', 'query/full-results', request)
        if (answer.statusCode === 200) taken.push(format)
        else refusals.add(`${answer.statusCode} ${answer.json().code}`)
      }
      return taken.join(' ')
    }
    const found: Record<string, string> = { none: await formats() }
    for (const edition of ['personal', 'standard', 'demo', 'enterprise'] as const satisfies Edition[]) {
      await installLicense(app, { edition })
      found[edition] = await formats()
    }
    expect(found).toEqual({
      none: 'csv',
      personal: 'csv',
      standard: 'csv xlsx json ndjson',
      demo: 'csv xlsx json ndjson',
      enterprise: 'csv xlsx json ndjson parquet custom',
    })
    expect([...refusals]).toEqual(['403 license_feature'])
    await app.close()
  })
})
