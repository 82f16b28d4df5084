import { afterEach, expect, test } from 'vitest'
import {
  account,
  accountOf,
  codeIn,
  cookieOf,
  mailedLink,
  me,
  postAuth,
  refresh,
  refusal,
  resetByLink,
  sendByMail,
  withAdmin,
} from '../../testing/accounts.ts'
import type { MailServer } from '../../testing/mail-server.ts'
import { createSecondServer, createTestAppOver } from '../../testing/test-app.ts'
import type { TestApp } from '../../testing/test-app.ts'
import { describeStores } from '../../testing/test-store.ts'
import type { TestStore } from '../../testing/test-store.ts'

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

const activate = (app: TestApp, code: string) => postAuth(app, 'activate', { email: bob.email, code })

/** Returns the app and the refresh cookie of a sign-in. */
async function signedIn(current: TestStore): Promise<{ app: TestApp; cookie: string }> {
  const app = await withAdmin(await createTestAppOver(current))
  const login = await postAuth(app, 'login', { email: account.email, password: account.password })
  return { app, cookie: cookieOf(login) }
}

describeStores('accounts, also under concurrent requests', (current) => {
  test('AC-041 AC-042 makes the first account an administrator at once and the second wait for approval', async () => {
    const app = await createTestAppOver(current())
    const first = await postAuth(app, 'register', account)
    expect(first.json()).toMatchObject({ status: 'activated' })
    const later = await postAuth(app, 'register', bob)
    expect(later.json()).toMatchObject({ status: 'pending_approval' })
    const admin = await postAuth(app, 'login', { email: 'ann@example.TEST', password: account.password })
    expect(admin.json().user).toMatchObject({ role: 'ADMIN', status: 'A', is_active: true, email: 'Ann@Example.test' })
    const pending = await postAuth(app, 'login', { email: bob.email, password: bob.password })
    expect([pending.statusCode, pending.json().code]).toEqual([403, 'account_pending'])
    await app.app.close()
  })

  test('makes exactly one of many concurrent first registrations the administrator', async () => {
    const app = await createTestAppOver(current())
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, index) =>
        postAuth(app, 'register', { ...account, email: `u${index}@example.test` }),
      ),
    )
    expect(answers.map((answer) => String(answer.json().status)).toSorted((a, b) => a.localeCompare(b))).toEqual([
      'activated',
      ...Array.from({ length: 5 }, () => 'pending_approval'),
    ])
    await app.app.close()
  })

  test('refuses a taken email in any case, also when two register at once', async () => {
    const app = await createTestAppOver(current())
    const answers = await Promise.all(
      ['x@example.test', 'X@EXAMPLE.test'].map((email) => postAuth(app, 'register', { ...account, email })),
    )
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409])
    await app.app.close()
  })

  test('invalidates a code after five wrong tries, even concurrent ones, but accepts a new code', async () => {
    const app = await withAdmin(await createTestAppOver(current()), { activation: true, autoApproval: true })
    const server = await byMail(app)
    await postAuth(app, 'register', bob)
    await app.services.auth.settled()
    const first = codeIn(server.mails[0]?.text)
    await Promise.all(Array.from({ length: 5 }, () => activate(app, 'AAAA-AAAA')))
    expect(refusal(await activate(app, first))).toEqual([400, 'activation_invalid'])
    app.advance(61_000)
    await postAuth(app, 'resend-activation', { email: bob.email })
    await app.services.auth.settled()
    const second = codeIn(server.mails[1]?.text)
    expect(refusal(await activate(app, first))).toEqual([400, 'activation_invalid'])
    expect((await activate(app, second)).statusCode).toBe(200)
    await app.app.close()
  })

  test('activates once for ten concurrent uses of the right code', async () => {
    const app = await withAdmin(await createTestAppOver(current()), { activation: true, autoApproval: true })
    const code = (await postAuth(app, 'register', bob)).json().activation_code
    const answers = await Promise.all(Array.from({ length: 10 }, () => activate(app, code)))
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
    await app.app.close()
  })

  test('accepts one of ten concurrent uses of a link', async () => {
    const app = await createTestAppOver(current())
    const link = await mailedLink(await withAdmin(app), await byMail(app))
    const passwords = Array.from({ length: 10 }, (_, index) => `new password ${index}`)
    const answers = await Promise.all(passwords.map((password) => resetByLink(app, link, password)))
    const winner = answers.findIndex(({ statusCode }) => statusCode === 200)
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
    expect((await postAuth(app, 'login', { email: account.email, password: passwords[winner] ?? '' })).statusCode).toBe(
      200,
    )
    await app.app.close()
  })

  test('AC-083 gives two tabs that renew at once the same next token, and both stay signed in', async () => {
    const { app, cookie } = await signedIn(current())
    const answers = await Promise.all([refresh(app, cookie), refresh(app, cookie)])
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200])
    const [one, other] = answers.map(cookieOf)
    expect(one).toBe(other)
    expect(one).not.toBe(cookie)
    for (const answer of answers) expect((await me(app, answer.json().access_token)).statusCode).toBe(200)
    expect((await refresh(app, one ?? '')).statusCode).toBe(200)
    await app.app.close()
  })

  test('gives ten concurrent renewals on two servers of one store the same next token and signs no one out', async () => {
    const { app, cookie } = await signedIn(current())
    const second = await createSecondServer(current())
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) => refresh(index % 2 ? app : second, cookie)),
    )
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array.from({ length: 10 }, () => 200))
    expect(new Set(answers.map(cookieOf)).size).toBe(1)
    const rows = await app.context.store.db.selectFrom('refresh_tokens').selectAll().execute()
    expect(rows).toHaveLength(2)
    expect((await me(second, answers[0]?.json().access_token)).statusCode).toBe(200)
    await second.close()
    await app.app.close()
  })
})
