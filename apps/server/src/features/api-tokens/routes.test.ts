import { randomUUID } from 'node:crypto'
import type { CreatedApiToken } from '@parlance/contract'
import { expect, test } from 'vitest'
import { allRoutes } from '../../app.ts'
import { openedByScope, scopesFor } from '../../http/token-scopes.ts'
import { createAreaApp } from '../../testing/area-app.ts'
import type { AreaApp } from '../../testing/area-app.ts'
import { appName, readEvents, runRequest } from '../../testing/asking-app.ts'
import { installLicense } from '../../testing/install-license.ts'
import type { SignedInUser } from '../../testing/test-app.ts'
import { describeOneStore } from '../../testing/test-store.ts'

const dayMs = 24 * 60 * 60 * 1000

/** Makes a token. @returns it, and the user who sends it */
async function newToken(
  app: AreaApp,
  owner: SignedInUser,
  request: object,
): Promise<{ made: CreatedApiToken; bearer: SignedInUser }> {
  const answer = await app.api(owner, 'POST', 'api-tokens', { name: 'Report', scopes: ['ask'], ...request })
  if (answer.statusCode !== 200) throw new Error(answer.body)
  const made = answer.json<CreatedApiToken>()
  return { made, bearer: { user: owner.user, headers: { authorization: `Bearer ${made.token}` } } }
}

const query = (app: AreaApp, bearer: SignedInUser, areaId: string | null, sql_query = 'select name from customers') =>
  app.outcome(bearer, 'POST', 'query/full-results', {
    sql_query,
    database_config_id: app.databaseId,
    business_area_id: areaId,
  })

describeOneStore('API tokens', (current) => {
  test('shows a token once, stores only its hash, and lists when it was last used', async () => {
    const app = await createAreaApp(current())
    const ada = await app.signIn('GENERAL')
    const { made, bearer } = await newToken(app, ada, { expires_in_days: 30 })
    expect(made.token).toMatch(/^parlance_[\w-]{43}$/)
    const [row] = await app.context.store.db.selectFrom('api_tokens').selectAll().execute()
    expect(JSON.stringify(row)).not.toContain(made.token.slice(-20))
    const listed = async () => (await app.api(ada, 'GET', 'api-tokens')).json()
    const { token: _, ...shown } = made
    expect(await listed()).toEqual([shown])
    expect((await app.api(bearer, 'GET', 'auth/me')).json()).toMatchObject({ user_id: ada.user.id })
    expect(await listed()).toEqual([{ ...shown, last_used_at: expect.any(String) }])
    const { records } = (await app.api(app.admin, 'GET', 'audit')).json()
    expect(records.map(({ action }: { action: string }) => action)).toContain('api-token.create')
    expect(JSON.stringify([records, app.logged])).not.toContain(made.token)
    await app.close()
  })

  test('R12 refuses a token that is unknown, changed, expired, or revoked', async () => {
    const app = await createAreaApp(current())
    const ada = await app.signIn('GENERAL')
    const { made, bearer } = await newToken(app, ada, { expires_in_days: 1 })
    const statusWith = async (token: string) =>
      (await app.api({ ...ada, headers: { authorization: `Bearer ${token}` } }, 'GET', 'auth/me')).json<{
        code?: string
      }>().code ?? 'ok'
    expect(await statusWith(made.token)).toBe('ok')
    expect(await statusWith(`parlance_${'A'.repeat(43)}`)).toBe('not_authenticated')
    expect(await statusWith(made.token.slice(0, -1))).toBe('not_authenticated')
    expect(await statusWith(made.token_start)).toBe('not_authenticated')
    app.advance(dayMs)
    expect(await statusWith(made.token)).toBe('token_expired')
    const bea = await app.signIn('GENERAL')
    const other = await newToken(app, bea, {})
    const revoke = (who: SignedInUser) => app.outcome(who, 'DELETE', `api-tokens/${other.made.token_id}`)
    const cyd = await app.signIn('GENERAL')
    expect(await revoke(cyd)).toMatch(/^404 This API token does not exist/)
    expect(await app.outcome(other.bearer, 'GET', 'auth/me')).toBe('200')
    expect(await revoke(bea)).toBe('200')
    expect(await app.outcome(other.bearer, 'GET', 'auth/me')).toMatch(/^401 This API token is unknown or was revoked/)
    expect(await app.outcome(bearer, 'GET', 'auth/me')).toMatch(/^401 This API token has expired/)
    await app.close()
  })

  test('R11 opens only the routes of its scopes, and none makes another token', async () => {
    const app = await createAreaApp(current())
    const routes = allRoutes(app.services, app.context).filter(({ access }) => access !== 'public')
    const known = new Set(routes.flatMap(({ access, operationId }) => (access === 'user' ? [operationId] : [])))
    expect(Object.values(openedByScope).flatMap((ids) => ids.filter((id) => !known.has(id)))).toEqual([])
    for (const scope of ['ask', 'read_results', 'manage_areas', 'administer'] as const) {
      const { bearer } = await newToken(app, app.admin, { scopes: [scope] })
      const wrong: string[] = []
      for (const route of routes.filter((each) => !scopesFor(each).includes(scope))) {
        const url = route.url.replaceAll(/:\w+/g, 'unknown')
        const answer = await app.app.inject({ method: route.method, url, headers: bearer.headers })
        if (answer.json().code !== 'token_scope') wrong.push(`${route.method} ${url}: ${answer.statusCode}`)
      }
      expect(wrong).toEqual([])
    }
    for (const id of [
      'listApiTokens',
      'createApiToken',
      'revokeApiToken',
      'changePassword',
      'deleteAllConversations',
    ]) {
      expect(scopesFor({ access: 'user', operationId: id })).toEqual([])
    }
    await app.close()
  })

  test('acts as a general user without the scope to administer, and as the owner is now', async () => {
    const app = await createAreaApp(current())
    const restricted = await app.newArea({ visibility: 'restricted' })
    const boss = await app.signIn('ADMIN')
    const asks = await newToken(app, boss, {})
    const administers = await newToken(app, boss, { scopes: ['administer', 'ask'] })
    expect(await query(app, boss, restricted.area_id)).toBe('200')
    expect(await query(app, administers.bearer, restricted.area_id)).toBe('200')
    expect(await query(app, asks.bearer, restricted.area_id)).toMatch(/^404/)
    expect(await app.outcome(administers.bearer, 'GET', 'users/')).toBe('200')
    await app.api(app.admin, 'PATCH', `users/${boss.user.id}/role`, { role: 'GENERAL' })
    expect(await app.outcome(administers.bearer, 'GET', 'users/')).toBe('403 Only administrators can do this.')
    await app.api(app.admin, 'POST', `users/${boss.user.id}/deactivate`)
    expect(await app.outcome(asks.bearer, 'GET', 'auth/me')).toMatch(/^403 Your account is deactivated/)
    await app.close()
  })

  test('a limited token reaches only its databases and areas, whatever it names', async () => {
    const app = await createAreaApp(current())
    const ada = await app.signIn('GENERAL')
    const sales = await app.newArea()
    const staff = await app.newArea({ area_name: 'Staff', tables: [{ table_name: 'salaries' }] })
    const other = await app.newDatabase('Other', ['secrets (id integer primary key)'])
    const byArea = await newToken(app, ada, { scopes: ['ask', 'manage_areas'], area_ids: [sales.area_id] })
    expect(await query(app, byArea.bearer, sales.area_id)).toBe('200')
    expect(await query(app, byArea.bearer, staff.area_id, 'select person from salaries')).toMatch(/^404/)
    expect(await query(app, byArea.bearer, sales.area_id, 'select person from salaries')).toMatch(
      /^422 There is no table salaries/,
    )
    const elsewhere = { sql_query: 'select * from secrets', database_config_id: other.id }
    expect(await app.outcome(ada, 'POST', 'query/full-results', elsewhere)).toBe('200')
    expect(await app.outcome(byArea.bearer, 'POST', 'query/full-results', elsewhere)).toMatch(
      /limited to business areas/,
    )
    const areas = (await app.api(byArea.bearer, 'GET', 'business-areas/')).json<{ area_name: string }[]>()
    expect(areas.map(({ area_name }) => area_name)).toEqual(['Sales'])
    expect(await app.outcome(byArea.bearer, 'GET', `business-areas/${staff.area_id}`)).toMatch(/^404/)
    const tables = await app.api(byArea.bearer, 'GET', `database-management/tables?connection_id=${app.databaseId}`)
    expect(tables.body).not.toContain('salaries')

    const byDatabase = await newToken(app, ada, { connection_ids: [other.id] })
    expect(await query(app, byDatabase.bearer, sales.area_id)).toMatch(/^404/)
    expect(await app.outcome(byDatabase.bearer, 'POST', 'query/full-results', elsewhere)).toBe('200')
    const listed = (await app.api(byDatabase.bearer, 'GET', 'database-management/configurations')).json<
      { id: string }[]
    >()
    expect(listed.map(({ id }) => id)).toEqual([other.id])
    await app.close()
  })

  test('a limited token reads only conversations that it began, also its default one', async () => {
    const app = await createAreaApp(current())
    const ada = await app.signIn('GENERAL')
    const sales = await app.newArea()
    const scopes = ['ask', 'read_results']
    const limited = await newToken(app, ada, { scopes, area_ids: [sales.area_id] })
    const whole = await newToken(app, ada, { scopes })
    const place = { answerWith: 'builtin', databaseConfigId: app.databaseId, businessAreaId: sales.area_id }
    const ask = async (who: SignedInUser, text: string) => {
      const payload = { ...runRequest(who, 'default-session', text, randomUUID()), ...place }
      return readEvents((await app.app.inject({ method: 'POST', url: '/run_sse', headers: who.headers, payload })).body)
    }
    const url = `/apps/${appName}/users/${ada.user.id}/sessions`
    const read = async (who: SignedInUser) =>
      (await app.app.inject({ url, headers: who.headers })).json<{ id: string }[]>()
    const [own] = await ask(ada, 'How many customers are there?')
    expect(await read(limited.bearer)).toEqual([])
    const events = await ask(limited.bearer, 'How many orders are there?')
    expect(events.at(-1)).toMatchObject({ type: 'final' })
    const begun = await read(limited.bearer)
    expect(begun).toHaveLength(1)
    expect(await read(ada)).toHaveLength(2)
    expect(await read(whole.bearer)).toHaveLength(2)
    const others = (await read(ada)).filter(({ id }) => id !== begun[0]?.id)
    for (const { id } of others) {
      expect((await app.app.inject({ url: `${url}/${id}`, headers: limited.bearer.headers })).statusCode).toBe(404)
    }
    expect(await app.outcome(limited.bearer, 'GET', `turns/${own?.turn_id}/events`)).toMatch(/^404/)
    const taken = { ...runRequest(ada, others[0]?.id ?? '', 'Again?', own?.turn_id), ...place }
    const reused = await app.app.inject({
      method: 'POST',
      url: '/run',
      headers: limited.bearer.headers,
      payload: taken,
    })
    expect(reused.body).not.toContain('customers')
    await app.close()
  })

  test('AC-437 needs an edition with API access, also for a token that exists', async () => {
    const app = await createAreaApp(current())
    const ada = await app.signIn('GENERAL')
    const { bearer } = await newToken(app, ada, {})
    await installLicense(app, { edition: 'standard' })
    expect(await app.outcome(bearer, 'GET', 'auth/me')).toBe('200')
    await installLicense(app, { edition: 'personal' })
    const refusal = '403 Your edition does not include this feature. Upgrade your license to use it.'
    expect(await app.outcome(bearer, 'GET', 'auth/me')).toBe(refusal)
    expect(await app.outcome(ada, 'POST', 'api-tokens', { name: 'x', scopes: ['ask'] })).toBe(refusal)
    expect(await app.outcome(ada, 'GET', 'api-tokens')).toBe('200')
    await app.close()
  })

  test('explains a request that makes no sense', async () => {
    const app = await createAreaApp(current())
    const outcome = (change: object) =>
      app.outcome(app.admin, 'POST', 'api-tokens', { name: 'x', scopes: ['ask'], ...change })
    expect(await outcome({ name: ' ' })).toMatch(/Enter a name/)
    expect(await outcome({ scopes: [] })).toMatch(/Choose what the token may do/)
    expect(await outcome({ expires_in_days: 0 })).toMatch(/Enter a number of days from 1 to 366/)
    expect(await outcome({ scopes: ['administer'], area_ids: ['a'] })).toMatch(/cannot be limited/)
    await app.close()
  })
})
