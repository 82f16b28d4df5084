import { afterEach, describe, expect, test } from 'vitest'
import {
  account,
  accountOf,
  auditedActions,
  codeIn,
  postAuth,
  refusal,
  sendByMail,
  withAdmin,
} from '../../testing/accounts.ts'
import type { MailServer } from '../../testing/mail-server.ts'
import { createTestApp } from '../../testing/test-app.ts'
import type { TestApp } from '../../testing/test-app.ts'

const bob = accountOf('bob')
let mailServer: MailServer | null = null
afterEach(async () => {
  await mailServer?.close()
  mailServer = null
})

async function byMail(app: TestApp): Promise<MailServer> {
  mailServer = await sendByMail(app)
  return mailServer
}

const activate = (app: TestApp, code: string, email = bob.email) => postAuth(app, 'activate', { email, code })
const login = (app: TestApp, { email, password } = bob) => postAuth(app, 'login', { email, password })

describe('registration', () => {
  test('AC-042 AC-045 AC-048 emails a code for activation and leaves it out of the answer', async () => {
    const app = await withAdmin(await createTestApp(), { activation: true, autoApproval: true })
    const server = await byMail(app)
    const registered = await postAuth(app, 'register', bob)
    expect(registered.json()).toEqual({
      status: 'activation_required',
      message: 'Registration received. Enter the activation code that was sent to your email.',
    })
    expect(refusal(await login(app))).toEqual([403, 'activation_required'])
    await app.services.auth.settled()
    expect(server.mails.map(({ to }) => to)).toEqual([[bob.email]])
    const code = codeIn(server.mails[0]?.text)
    expect(JSON.stringify(await app.context.store.db.selectFrom('activations').selectAll().execute())).not.toContain(
      code,
    )
    expect(refusal(await activate(app, 'AAAA-AAAA'))).toEqual([400, 'activation_invalid'])
    const activated = await activate(app, ` ${code.toLowerCase().replace('-', ' ')} `)
    expect(activated.json()).toEqual({ status: 'activated', message: 'Account activated successfully!' })
    expect((await login(app)).statusCode).toBe(200)
    const again = await activate(app, code)
    expect(again.json()).toMatchObject({
      code: 'activation_invalid',
      detail: 'This account is already active. You can sign in.',
    })
    expect(app.logged.join('')).not.toContain(code)
    expect(await auditedActions(app)).toEqual(
      expect.arrayContaining(['user.register allowed', 'user.confirm-email denied', 'user.confirm-email allowed']),
    )
    await app.close()
  })

  test('AC-044 makes an activated account wait for approval, unless approval is automatic', async () => {
    const app = await withAdmin(await createTestApp(), { activation: true })
    const code = (await postAuth(app, 'register', bob)).json().activation_code
    const activated = await activate(app, code)
    expect(activated.json()).toEqual({
      status: 'pending_approval',
      message: 'Your email is confirmed. An administrator must approve your account before you can sign in.',
    })
    expect(refusal(await login(app))).toEqual([403, 'account_pending'])
    await app.close()
  })

  test('AC-046 prints the code on the console backend and returns it in the answer', async () => {
    const app = await withAdmin(await createTestApp(), { activation: true })
    const registered = await postAuth(app, 'register', bob)
    const code = registered.json().activation_code
    expect(registered.json()).toMatchObject({
      status: 'activation_required',
      message: 'Registration received. Enter the activation code.',
    })
    expect(codeIn(code)).toBe(code)
    await app.services.auth.settled()
    expect(app.printed.filter((mail) => mail.includes(code))).toHaveLength(1)
    expect(app.logged.filter((line) => line.includes(code))).toEqual([])
    await app.close()
  })

  test('AC-043 approves automatically if configured, but makes the account wait if the edition is full', async () => {
    const app = await withAdmin(await createTestApp(), { autoApproval: true })
    expect((await postAuth(app, 'register', bob)).json()).toEqual({
      status: 'activated',
      message: 'Your account is ready. You can sign in now.',
    })
    expect((await login(app)).statusCode).toBe(200)
    await app.close()
    const full = await withAdmin(await createTestApp({ trial: false }), { autoApproval: true })
    expect((await postAuth(full, 'register', bob)).json()).toMatchObject({ status: 'pending_approval' })
    expect(refusal(await login(full))).toEqual([403, 'account_pending'])
    await full.close()
  })

  test('accepts a code for 24 hours', async () => {
    const app = await withAdmin(await createTestApp(), { activation: true })
    const code = (await postAuth(app, 'register', bob)).json().activation_code
    app.advance(24 * 60 * 60 * 1000)
    expect((await activate(app, code)).json()).toMatchObject({
      code: 'activation_invalid',
      detail: 'This activation code is invalid or has expired.',
    })
    await app.close()
  })

  test('lets a user in without a code after an administrator’s approval', async () => {
    const app = await withAdmin(await createTestApp(), { activation: true })
    const code = (await postAuth(app, 'register', bob)).json().activation_code
    await app.context.store.db
      .updateTable('users')
      .set({ status: 'A', is_active: 1 })
      .where('email', '=', bob.email)
      .execute()
    expect((await login(app)).statusCode).toBe(200)
    expect((await activate(app, code)).json()).toMatchObject({ status: 'activated' })
    await app.close()
  })

  test('sends a new code once a minute and only by email, and reveals nothing', async () => {
    const app = await withAdmin(await createTestApp(), { activation: true })
    await postAuth(app, 'register', bob)
    await app.services.auth.settled()
    const server = await byMail(app)
    const resend = async (email: string) => (await postAuth(app, 'resend-activation', { email })).body
    const known = await resend(bob.email)
    expect(JSON.parse(known)).toEqual({
      message: 'If this account is waiting for activation, a new code has been sent.',
    })
    expect([await resend('nobody@example.test'), await resend(account.email)]).toEqual([known, known])
    await app.services.auth.settled()
    expect(server.mails).toEqual([])
    app.advance(60_000)
    await Promise.all([resend(bob.email), resend(bob.email)])
    await app.services.auth.settled()
    expect(server.mails.map(({ to }) => to)).toEqual([[bob.email]])
    await app.close()
  })

  test('answers an unknown email, one without a code and a wrong code alike', async () => {
    const app = await withAdmin(await createTestApp(), { activation: true })
    await postAuth(app, 'register', bob)
    const answers = []
    for (const email of ['nobody@example.test', account.email, bob.email]) {
      const { request_id: _id, ...body } = (await activate(app, 'AAAA-AAAA', email)).json()
      answers.push(body)
    }
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    await app.close()
  })

  test.each(['register', 'activate', 'resend-activation', 'forgot-password', 'reset-password', 'login'])(
    'limits calls of %s for one email in any spelling, and for no other',
    async (call) => {
      const app = await createTestApp({ config: { rateLimitScale: 1 } })
      const body = (email: string) => ({ ...bodies[call], email })
      const spellings = ['ann@example.test', 'ANN@example.test', 'ａｎｎ@example.test']
      const answers = []
      for (let index = 0; index < 11; index += 1) {
        answers.push(await postAuth(app, call, body(spellings[index % 3] ?? '')))
      }
      const held = answers.at(-1)
      const what = ['activate', 'reset-password', 'login'].includes(call) ? 'failed attempts' : 'requests'
      expect(held?.json()).toMatchObject({
        code: 'rate_limited',
        detail: `Too many ${what}. Try again in 15 minutes.`,
      })
      expect(Number(held?.headers['retry-after'])).toBeGreaterThan(0)
      expect(answers[4]?.statusCode).not.toBe(429)
      expect((await postAuth(app, call, body('other@example.test'))).statusCode).not.toBe(429)
      await app.close()
    },
  )
})

const bodies: Record<string, object> = {
  register: account,
  activate: { code: 'AAAA-AAAA' },
  'reset-password': { token: 'x', new_password: 'long enough' },
  login: { password: 'wrong password' },
}
