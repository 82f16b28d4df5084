import type { CreatedApiToken, ServiceAccount } from '@parlance/contract'
import { expect, test } from 'vitest'
import { createAreaApp } from '../../testing/area-app.ts'
import type { AreaApp } from '../../testing/area-app.ts'
import { testPassword } from '../../testing/test-app.ts'
import type { SignedInUser } from '../../testing/test-app.ts'
import { describeOneStore } from '../../testing/test-store.ts'

async function newAccount(app: AreaApp, name = 'Nightly report'): Promise<ServiceAccount> {
  const answer = await app.api(app.admin, 'POST', 'service-accounts', { name })
  if (answer.statusCode !== 200) throw new Error(answer.body)
  return answer.json<ServiceAccount>()
}

/** A token of the account. @returns it, and who sends it */
async function newToken(app: AreaApp, userId: string, request: object = {}) {
  const body = { name: 'Nightly', scopes: ['ask'], ...request }
  const made = (await app.api(app.admin, 'POST', `service-accounts/${userId}/api-tokens`, body)).json<CreatedApiToken>()
  const bearer: SignedInUser = { user: app.admin.user, headers: { authorization: `Bearer ${made.token}` } }
  return { made, bearer }
}

const ownRegion = {
  row_security_rules: {
    rules: [{ name: 'own region', tables: { customers: { condition: 'region = :user.region' } } }],
  },
}

describeOneStore('service accounts', (current) => {
  test('act with their own attributes, and are listed with their tokens', async () => {
    const app = await createAreaApp(current())
    const area = await app.newArea(ownRegion)
    const account = await newAccount(app)
    const { made, bearer } = await newToken(app, account.user_id)
    const names = async () =>
      (
        await app.api(bearer, 'POST', 'query/full-results', {
          sql_query: 'select name from customers',
          database_config_id: app.databaseId,
          business_area_id: area.area_id,
        })
      ).json<{ results: unknown[] }>().results
    expect(await names()).toEqual([])
    await app.api(app.admin, 'PATCH', `users/${account.user_id}`, { attributes: { region: 'north' } })
    expect(await names()).toEqual([['Ann']])
    expect((await app.api(app.admin, 'GET', 'service-accounts')).json()).toEqual([
      { ...account, tokens: 1, last_used_at: expect.any(String) },
    ])
    const owner = { user_id: account.user_id, name: 'Nightly report', email: null }
    expect((await app.api(app.admin, 'GET', 'admin/api-tokens?limit=1')).json()).toMatchObject({
      total: 1,
      tokens: [{ token_id: made.token_id, owner }],
    })
    expect((await app.api(app.admin, 'GET', 'admin/api-tokens?offset=1')).json()).toEqual({ total: 1, tokens: [] })
    await app.close()
  })

  test('end with their account, and a revoked token at once', async () => {
    const app = await createAreaApp(current())
    const account = await newAccount(app)
    const first = await newToken(app, account.user_id)
    const second = await newToken(app, account.user_id)
    expect(await app.outcome(first.bearer, 'GET', 'auth/me')).toBe('200')
    expect(await app.outcome(app.admin, 'DELETE', `admin/api-tokens/${first.made.token_id}`)).toBe('200')
    expect(await app.outcome(first.bearer, 'GET', 'auth/me')).toContain('401 ')
    await app.api(app.admin, 'POST', `users/${account.user_id}/deactivate`)
    expect(await app.outcome(second.bearer, 'GET', 'auth/me')).toMatch(/^40[13] /)
    const { records } = (await app.api(app.admin, 'GET', 'audit')).json()
    expect(records.map(({ sentence }: { sentence: string }) => sentence)).toEqual(
      expect.arrayContaining([expect.stringMatching(/created the service account .*Nightly report/)]),
    )
    await app.close()
  })

  test('R11 have no password, and no one makes tokens of people or of accounts as a general user', async () => {
    const app = await createAreaApp(current())
    const account = await newAccount(app)
    const ada = await app.signIn('GENERAL')
    const token = { name: 'Nightly', scopes: ['ask'] }
    expect(await app.outcome(app.admin, 'POST', `service-accounts/${ada.user.id}/api-tokens`, token)).toContain('404 ')
    expect(await app.outcome(ada, 'POST', `service-accounts/${account.user_id}/api-tokens`, token)).toContain('403 ')
    expect(await app.outcome(app.admin, 'POST', `users/${account.user_id}/reset-link`, { delivery: 'copy' })).toBe(
      '409 A service account has no password. Create an API token for it instead.',
    )
    const [{ email }] = (await app.api(app.admin, 'GET', 'users/'))
      .json<{ email: string }[]>()
      .filter((user) => user.email.endsWith('.invalid')) as [{ email: string }]
    for (const password of ['', testPassword])
      expect(await app.outcome(ada, 'POST', 'auth/login', { email, password })).toMatch(/^40[01] /)
    await app.close()
  })

  test('never count as the administrator who is left', async () => {
    const app = await createAreaApp(current())
    const account = await newAccount(app)
    const other = await app.signIn('ADMIN')
    const makeAdmin = { role: 'ADMIN' }
    expect(await app.outcome(app.admin, 'PATCH', `users/${account.user_id}/role`, makeAdmin)).toBe('200')
    expect(await app.outcome(other, 'POST', `users/${app.admin.user.id}/deactivate`)).toBe('200')
    const { bearer } = await newToken({ ...app, admin: other }, account.user_id, { scopes: ['administer'] })
    expect(await app.outcome(bearer, 'POST', `users/${other.user.id}/deactivate`)).toContain(
      'last active administrator',
    )
    await app.close()
  })
})
