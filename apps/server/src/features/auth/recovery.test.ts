import { afterEach, describe, expect, test } from 'vitest'
import { initialEmailSettings } from '@parlance/contract'
import {
  account,
  auditedActions,
  cookieOf,
  mailedLink,
  me,
  postAuth,
  refresh,
  refusal,
  resetByLink,
  sendByMail,
} from '../../testing/accounts.ts'
import { startSilentServer } from '../../testing/mail-server.ts'
import type { MailServer } from '../../testing/mail-server.ts'
import { createTestApp } from '../../testing/test-app.ts'
import type { TestApp } from '../../testing/test-app.ts'

const sent = { message: 'If the email exists, a reset link has been sent.' }
const newPassword = 'entirely new'
let server: MailServer | null = null
afterEach(async () => {
  await server?.close()
  server = null
})

/** Creates an account and a mail server for the installation. */
async function ready(app: TestApp): Promise<MailServer> {
  await postAuth(app, 'register', account)
  server = await sendByMail(app)
  return server
}

const reset = (app: TestApp, link: URL, password = newPassword) => resetByLink(app, link, password)
const login = (app: TestApp, password: string) => postAuth(app, 'login', { email: account.email, password })

describe('a forgotten password', () => {
  test('AC-054 AC-055 AC-065 AC-066 sets a new one once with a mailed link, and ends every sign-in', async () => {
    const app = await createTestApp()
    const mails = await ready(app)
    const signedIn = await login(app, account.password)
    const asked = await postAuth(app, 'forgot-password', { email: 'ANN@example.test' })
    expect(asked.json()).toEqual(sent)
    const link = await mailedLink(app, mails)
    expect(link.pathname).toBe('/reset-password')
    expect([...link.searchParams.keys()]).toEqual(['token', 'email'])
    expect(link.searchParams.get('email')).toBe(account.email)
    const stored = JSON.stringify(await app.context.store.db.selectFrom('password_resets').selectAll().execute())
    expect(stored).not.toContain(link.searchParams.get('token'))
    const done = await reset(app, link)
    expect(done.json()).toEqual({ message: 'Password reset successfully. You can now log in.' })
    expect((await me(app, signedIn.json().access_token)).statusCode).toBe(401)
    expect((await refresh(app, cookieOf(signedIn))).statusCode).toBe(401)
    expect((await login(app, account.password)).statusCode).toBe(401)
    expect((await login(app, newPassword)).statusCode).toBe(200)
    const again = await reset(app, link, 'yet another one')
    expect([again.statusCode, again.json().code, again.json().detail]).toEqual([
      400,
      'reset_invalid',
      'This reset link was already used. Request a new one if you need it.',
    ])
    expect((await login(app, newPassword)).statusCode).toBe(200)
    await app.close()
  })

  test('AC-060 AC-068 answers wrong, expired and foreign links with the same words, and changes nothing', async () => {
    const app = await createTestApp()
    const mails = await ready(app)
    const link = await mailedLink(app, mails)
    await postAuth(app, 'register', { ...account, email: 'bob@example.test' })
    const foreign = new URL(link)
    foreign.searchParams.set('email', 'bob@example.test')
    const wrong = new URL(link)
    wrong.searchParams.set('token', 'x'.repeat(43))
    const answers = [await reset(app, foreign), await reset(app, wrong)]
    app.advance(60 * 60 * 1000)
    answers.push(await reset(app, link))
    expect(answers.map((answer) => [answer.statusCode, answer.json().detail])).toEqual(
      Array.from({ length: 3 }, () => [400, 'This reset link is invalid or has expired.']),
    )
    expect((await login(app, account.password)).statusCode).toBe(200)
    await app.close()
  })

  test('AC-061 refuses a password below 8 characters, and the link stays valid', async () => {
    const app = await createTestApp()
    const link = await mailedLink(app, await ready(app))
    const short = await reset(app, link, '1234567')
    expect([short.statusCode, short.json().detail]).toEqual([400, 'Must be at least 8 characters.'])
    expect((await reset(app, link)).statusCode).toBe(200)
    await app.close()
  })

  test('AC-053 AC-059 refuses an invalid email, and a link without token or email', async () => {
    const app = await createTestApp()
    const forgot = await postAuth(app, 'forgot-password', { email: 'nobody' })
    expect([forgot.statusCode, forgot.json().detail]).toEqual([400, 'Please enter a valid email address.'])
    for (const body of [{ token: 'x' }, { email: account.email }, { email: '', token: '' }]) {
      const answer = await postAuth(app, 'reset-password', { ...body, new_password: newPassword })
      expect([answer.statusCode, answer.json().detail]).toEqual([400, 'This reset link is invalid or has expired.'])
    }
    await app.close()
  })

  test('answers known and unknown emails alike, before contacting the mail server', async () => {
    const app = await createTestApp()
    await postAuth(app, 'register', account)
    const silent = await startSilentServer()
    const settings = { backend: 'smtp', from_email: 'p@example.test', smtp_host: '127.0.0.1' } as const
    await app.services.settings.set('email', { ...initialEmailSettings, ...settings, smtp_port: silent.port }, null)
    const known = await postAuth(app, 'forgot-password', { email: account.email })
    const unknown = await postAuth(app, 'forgot-password', { email: 'nobody@example.test' })
    expect([known.statusCode, known.body]).toEqual([unknown.statusCode, unknown.body])
    expect(known.json()).toEqual(sent)
    // The known account's email is being sent to a server that never answers, long after both answers.
    await silent.connected
    await app.close()
    silent.close()
  })

  test('invalidates old links after a later link, a changed password, or deactivation', async () => {
    const app = await createTestApp()
    const mails = await ready(app)
    const links = [await mailedLink(app, mails), await mailedLink(app, mails)]
    const token = (await login(app, account.password)).json().access_token
    const body = { current_password: account.password, new_password: newPassword }
    await postAuth(app, 'change-password', body, { authorization: `Bearer ${token}` })
    for (const link of links) expect(refusal(await reset(app, link, 'a stolen link'))).toEqual([400, 'reset_invalid'])
    await app.context.store.db.updateTable('users').set({ is_active: 0 }).execute()
    const before = mails.mails.length
    await postAuth(app, 'forgot-password', { email: account.email })
    await app.services.auth.settled()
    expect(mails.mails).toHaveLength(before)
    await app.close()
  })

  test('allows up to three unused links, so that no one can fill a mailbox', async () => {
    const app = await createTestApp()
    const mails = await ready(app)
    for (let index = 0; index < 5; index += 1) await postAuth(app, 'forgot-password', { email: account.email })
    await app.services.auth.settled()
    expect(mails.mails).toHaveLength(3)
    app.advance(60 * 60 * 1000)
    await mailedLink(app, mails)
    expect(mails.mails).toHaveLength(4)
    await app.close()
  })

  test('links to the public URL or the server’s own, whatever host the request names', async () => {
    const addresses: Record<string, string> = {}
    for (const publicUrl of [null, 'https://ask.example.com/parlance']) {
      const app = await createTestApp({ config: { publicUrl, host: '0.0.0.0', port: 8123 } })
      const mails = await ready(app)
      const headers = { host: 'evil.example', 'x-forwarded-host': 'evil.example' }
      await postAuth(app, 'forgot-password', { email: account.email }, headers)
      await app.services.auth.settled()
      addresses[String(publicUrl)] = /http\S+(?=\?)/.exec(mails.mails[0]?.text ?? '')?.[0] ?? ''
      await app.close()
      await mails.close()
    }
    server = null
    expect(addresses).toEqual({
      null: 'http://localhost:8123/reset-password',
      'https://ask.example.com/parlance': 'https://ask.example.com/parlance/reset-password',
    })
  })

  test('uses the port that a server chose for itself', async () => {
    const app = await createTestApp({ config: { port: 0 } })
    const mails = await ready(app)
    const address = await app.app.listen({ host: '127.0.0.1', port: 0 })
    await fetch(`${address}/api/v1/auth/forgot-password`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: account.email }),
    })
    await app.services.auth.settled()
    expect(mails.mails[0]?.text).toContain(`http://localhost:${new URL(address).port}/reset-password?token=`)
    await app.close()
  })

  test('R21 records who and from where in the audit log, and the link in neither log', async () => {
    const app = await createTestApp()
    const link = await mailedLink(app, await ready(app))
    await reset(app, link)
    await reset(app, link)
    const rows = await app.context.store.db.selectFrom('audit_log').selectAll().execute()
    expect(await auditedActions(app)).toEqual(
      expect.arrayContaining([
        'user.mail-reset-link allowed',
        'user.reset-password allowed',
        'user.reset-password denied',
      ]),
    )
    expect(rows.filter(({ address }) => address !== '127.0.0.1')).toEqual([])
    const token = link.searchParams.get('token') ?? ''
    expect(token).not.toBe('')
    expect(app.logged.join('') + JSON.stringify(rows)).not.toContain(token)
    await app.close()
  })
})
