import { expect, test } from 'vitest'
import type { InviteUsersResponse } from '@parlance/contract'
import { cookieOf, postAuth, sendByMail } from '../../testing/accounts.ts'
import { createAdministeredApp } from '../../testing/administered-app.ts'
import type { AdministeredApp } from '../../testing/administered-app.ts'
import { privateArea } from '../../testing/owned-objects.ts'
import { describeOneStore, describeStores } from '../../testing/test-store.ts'

const dayMs = 24 * 60 * 60 * 1000
const tokenIn = (link: string | null = '') => new URL(link ?? '').searchParams.get('token') ?? ''

async function invite(app: AdministeredApp, payload: object): Promise<InviteUsersResponse> {
  return (await app.call(app.admin, 'POST', 'users/invitations', payload)).json()
}

const accept = (app: AdministeredApp, token: unknown, change: object = {}) =>
  postAuth(app, 'accept-invitation', { token, username: 'New Person', password: 'long enough', ...change })

describeStores('invitations', (current) => {
  test('let a person set a name and password once, and sign them in with the role and access that was chosen', async () => {
    const app = await createAdministeredApp(current())
    const areaId = await privateArea(app, app.admin.user.id)
    await app.context.store.db.updateTable('areas').set({ visibility: 'restricted' }).execute()
    const group = (await app.call(app.admin, 'POST', 'groups', { name: 'Sales' })).json()
    const answer = await invite(app, {
      group_ids: [group.group_id],
      emails: ['New@Example.test', 'new@example.test', app.admin.user.email],
      role: 'ADMIN',
      access: [{ type: 'business_area', id: areaId }],
    })
    const [invited, ...more] = answer.invited
    expect([invited?.email, more]).toEqual(['new@example.test', []])
    expect(answer.skipped.map(({ detail }) => detail)).toEqual([`${app.admin.user.email} already has an account.`])
    const token = tokenIn(invited?.link)
    const stored = await app.context.store.db.selectFrom('invitations').selectAll().executeTakeFirstOrThrow()
    expect(JSON.stringify(stored)).not.toContain(token)
    expect((await postAuth(app, 'invitation', { token })).json()).toEqual({
      email: 'new@example.test',
      expires_at: invited?.expires_at,
    })
    // Before that, the account lets no one in.
    for (const password of ['', 'long enough'])
      expect((await postAuth(app, 'login', { email: 'new@example.test', password })).statusCode).not.toBe(200)
    expect(await app.outcome(app.admin, 'POST', `users/${invited?.user_id}/activate`)).toContain(
      'has not accepted the invitation yet',
    )
    expect((await accept(app, token, { password: 'short' })).statusCode).toBe(400)
    const accepted = await Promise.all([accept(app, token), accept(app, token)])
    expect(accepted.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 400])
    const signedIn = accepted.find(({ statusCode }) => statusCode === 200)!
    expect(signedIn.json().user).toMatchObject({ username: 'New Person', role: 'ADMIN', status: 'A', is_active: true })
    expect(cookieOf(signedIn)).toContain('parlance_refresh=')
    expect((await accept(app, token)).json().detail).toBe(
      'This invitation was already accepted. Sign in with your email address and password.',
    )
    expect((await postAuth(app, 'login', { email: 'new@example.test', password: 'long enough' })).statusCode).toBe(200)
    expect((await app.call(app.admin, 'GET', `users/${invited?.user_id}`)).json().groups).toMatchObject([
      { name: 'Sales' },
    ])
    const areas = (await app.call(app.admin, 'GET', `users/${invited?.user_id}/access`)).json().business_areas
    expect(areas).toMatchObject([{ area_id: areaId, has_access: true }])
    await app.app.close()
  })

  test('stop working after seven days, after a newer link, and when they are withdrawn', async () => {
    const app = await createAdministeredApp(current())
    const [first] = (await invite(app, { emails: ['a@example.test'] })).invited
    const again = (await app.call(app.admin, 'POST', `users/${first?.user_id}/invitation`)).json()
    const invalid = 'This invitation is invalid or has expired. Ask your administrator for a new one.'
    const token = tokenIn(again.link)
    for (const wrong of [tokenIn(first?.link), 'unknown', '', 'x'.repeat(5000), null, { $ne: '' }, `${token}'--`]) {
      const answer = await accept(app, wrong)
      expect([answer.statusCode, answer.json().detail]).toEqual([400, expect.stringContaining('invitation') as string])
    }
    expect((await invite(app, { emails: ['A@example.test'] })).skipped[0]?.detail).toContain('is already invited')
    app.advance(7 * dayMs + 1000)
    expect((await accept(app, token)).json().detail).toBe(invalid)
    const admin = await app.signIn('ADMIN')
    const fresh = (await app.call(admin, 'POST', `users/${first?.user_id}/invitation`)).json()
    expect((await app.call(admin, 'DELETE', `users/${first?.user_id}/invitation`)).json().message).toBe(
      'The invitation of a@example.test was withdrawn.',
    )
    expect((await accept(app, tokenIn(fresh.link))).json().detail).toBe(invalid)
    expect(await app.outcome(admin, 'DELETE', `users/${admin.user.id}/invitation`)).toBe(
      `409 ${admin.user.email} has no open invitation.`,
    )
    await app.app.close()
  })
})

describeOneStore('invitations and the installation', (current) => {
  test('keep to the limit of the edition when they are sent and when they are accepted', async () => {
    const app = await createAdministeredApp(current(), { trial: false })
    expect((await app.call(app.admin, 'GET', 'users/invitations/room')).json()).toEqual({
      used: 1,
      max: 1,
      is_mailed: false,
    })
    expect(await app.outcome(app.admin, 'POST', 'users/invitations', { emails: ['a@example.test'] })).toBe(
      '403 The personal edition allows 1 user, and 1 is active or invited. Invite fewer people, delete a user, or upgrade your license.',
    )
    await app.services.license.ensureTrial()
    const [invited] = (await invite(app, { emails: ['a@example.test'] })).invited
    await app.services.license.remove()
    const refused = await accept(app, tokenIn(invited?.link))
    expect([refused.statusCode, refused.json().code]).toEqual([403, 'license_limit'])
    expect(refused.json().detail).toContain('Ask your administrator')
    await app.app.close()
  })

  test('are mailed if there is a mail server, and name an address that is none', async () => {
    const app = await createAdministeredApp(current())
    const server = await sendByMail(app)
    const { invited } = await invite(app, { emails: ['a@example.test', 'b@example.test'] })
    await app.services.email.settled()
    expect(invited.map(({ link }) => link)).toEqual([null, null])
    expect(server.mails.map(({ text }) => /\/invitation\?token=[\w-]{43}\s/.test(text))).toEqual([true, true])
    expect(
      await app.outcome(app.admin, 'POST', 'users/invitations', {
        emails: ['c@example.test', 'warehouse.example.com'],
      }),
    ).toBe('400 “warehouse.example.com” isn’t an email address. Correct or remove it.')
    await server.close()
    await app.app.close()
  })
})

describeOneStore('a reset link of an administrator', (current) => {
  test('sets a new password once, is recorded, and is not made for accounts that cannot sign in', async () => {
    const app = await createAdministeredApp(current())
    const person = await app.signIn('GENERAL')
    const off = await app.signIn('GENERAL', { is_active: 0 })
    const make = (id: string, delivery = 'copy') => app.call(app.admin, 'POST', `users/${id}/reset-link`, { delivery })
    const { link } = (await make(person.user.id)).json()
    const { token, email } = Object.fromEntries(new URL(link).searchParams)
    const reset = () => postAuth(app, 'reset-password', { token, email, new_password: 'another long one' })
    expect([(await reset()).statusCode, (await reset()).statusCode]).toEqual([200, 400])
    expect((await app.call(person, 'GET', 'auth/me')).statusCode).toBe(401)
    expect((await make(off.user.id)).json().detail).toBe('This account is not active. Activate it first.')
    expect((await make('gone')).statusCode).toBe(404)
    expect((await make(person.user.id, 'shout')).statusCode).toBe(400)
    const links = [
      await make(person.user.id, 'email'),
      await make(person.user.id),
      await make(person.user.id),
      await make(person.user.id),
    ]
    expect(links.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 409])
    const { records } = (await app.call(app.admin, 'GET', 'audit?action=user.create-reset-link&outcome=allowed')).json()
    expect(records).toHaveLength(4)
    expect(JSON.stringify(records)).not.toContain(token)
    await app.app.close()
  })
})
