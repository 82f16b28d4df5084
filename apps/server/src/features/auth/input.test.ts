import { emailKey, isEmail, normalizeEmail } from '@parlance/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { account, accountOf, postAuth } from '../../testing/accounts.ts'
import { createTestApp } from '../../testing/test-app.ts'
import type { TestApp } from '../../testing/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
  await postAuth(app, 'register', account)
})
afterAll(() => app.close())

/** Everything that a call could have changed. */
async function everything(): Promise<string> {
  const { db } = app.context.store
  const tables = ['users', 'sign_ins', 'refresh_tokens', 'activations', 'password_resets'] as const
  const rows = await Promise.all(tables.map((table) => db.selectFrom(table).selectAll().execute()))
  return JSON.stringify(rows)
}

const complete: Record<string, Record<string, unknown>> = {
  register: { ...accountOf('new') },
  login: { email: account.email, password: account.password },
  activate: { email: account.email, code: 'AAAA-AAAA' },
  'resend-activation': { email: account.email },
  'forgot-password': { email: account.email },
  'reset-password': { email: account.email, token: 'x', new_password: 'long enough' },
}
const calls = Object.keys(complete)
const emailText: Record<string, string> = {
  'forgot-password': 'Please enter a valid email address.',
  'reset-password': 'This reset link is invalid or has expired.',
}

describe('bad input is refused with a clear text, and nothing changes', () => {
  const badEmails: [string, unknown][] = [
    ['10,000 characters', `${'a'.repeat(9988)}@example.test`],
    ['a NUL', 'ann\u0000@example.test'],
    ['a line break', 'ann@example.test\r\nBcc: victim@example.test'],
    ['two addresses', 'ann@example.test,bob@example.test'],
    ['a display name', 'Ann <ann@example.test>'],
    ['HTML', '<script>alert(1)</script>@example.test'],
    ['an invisible letter', 'a\u200Bnn@example.test'],
    ['a turned direction', 'ann\u202E@example.test'],
    ['spaces', 'a nn@example.test'],
    ['no domain', 'ann@'],
    ['a domain that is an address', 'ann@[127.0.0.1]'],
    ['a domain with a path', 'ann@example.test/x.y'],
  ]

  test.each(badEmails)('refuses an email with %s', async (_title, email) => {
    const before = await everything()
    for (const call of calls) {
      const answer = await postAuth(app, call, { ...complete[call], email })
      expect([call, answer.statusCode, answer.json().detail]).toEqual([
        call,
        400,
        emailText[call] ?? 'Please enter a valid email',
      ])
    }
    expect(await everything()).toBe(before)
  })

  test.each([[{ $gt: '' }], [['ann@example.test']], [42], [true], [null]])('refuses %j as a text', async (value) => {
    const before = await everything()
    for (const call of calls) {
      for (const field of Object.keys(complete[call] ?? {})) {
        const answer = await postAuth(app, call, { ...complete[call], [field]: value })
        expect([call, field, answer.statusCode, answer.json().code]).toEqual([call, field, 400, 'bad_request'])
        expect(answer.json().detail).not.toMatch(/expected|received|undefined|ZodError/)
      }
    }
    expect(await everything()).toBe(before)
  })

  test('refuses missing and additional keys', async () => {
    const before = await everything()
    for (const call of calls) {
      const fields = Object.keys(complete[call] ?? {})
      for (const field of fields) {
        const { [field]: _left, ...rest } = complete[call] ?? {}
        const answer = await postAuth(app, call, rest)
        expect([call, field, answer.statusCode]).toEqual([call, field, 400])
        expect(answer.json().detail).not.toMatch(/expected|received|undefined/)
      }
      for (const extra of ['role', 'is_active', 'status', 'constructor']) {
        const answer = await postAuth(app, call, { ...complete[call], [extra]: 'ADMIN' })
        expect([call, answer.statusCode, answer.json().detail]).toEqual([
          call,
          400,
          `“${extra}” is not a known field. Remove it.`,
        ])
      }
      const polluted = await app.app.inject({
        method: 'POST',
        url: `/api/v1/auth/${call}`,
        headers: { 'content-type': 'application/json' },
        payload: `{"__proto__":{"role":"ADMIN"},${JSON.stringify(complete[call]).slice(1)}`,
      })
      expect([call, polluted.statusCode, polluted.json().code]).toEqual([call, 400, 'invalid_json'])
    }
    expect(await everything()).toBe(before)
  })

  test.each([
    [{ username: 'ann\u0000' }, 'Username contains a character that is not allowed'],
    [{ username: 'ann\r\nBcc: x@example.test' }, 'Username contains a character that is not allowed'],
    [{ username: 'nna\u202E' }, 'Username contains a character that is not allowed'],
    [{ username: '  ab  ' }, 'Username must be at least 3 characters'],
    [{ username: '   ' }, 'Username is required'],
    [{ username: 'x'.repeat(101) }, 'Username must be at most 100 characters'],
    [{ organization: '\u2028' }, 'Organization is required'],
    [{ organization: 'a\nb' }, 'Organization contains a character that is not allowed'],
    [{ organization: '' }, 'Organization is required'],
    [{ password: '12345' }, 'Password must be at least 6 characters'],
    [{ password: 'x'.repeat(1025) }, 'Password must be at most 1024 characters'],
  ])('AC-036 AC-037 AC-038 AC-039 AC-040 AC-051 refuses registering with %j', async (change, detail) => {
    const answer = await postAuth(app, 'register', { ...accountOf('new'), ...change })
    expect([answer.statusCode, answer.json().detail]).toEqual([400, detail])
  })

  test.each([
    [{ current_password: '' }, 'Current password is required.'],
    [{ new_password: '1234567' }, 'New password must be at least 8 characters.'],
    [{ new_password: 'x'.repeat(1025) }, 'New password must be at most 1024 characters.'],
    [{ current_password: 'x'.repeat(1025) }, 'The current password is incorrect.'],
    [{ current_password: 'wrong one' }, 'The current password is incorrect.'],
  ])('AC-160 AC-161 refuses changing the password with %j', async (change, detail) => {
    const { headers } = await app.signIn('GENERAL')
    const before = await everything()
    const body = { current_password: 'correct horse battery', new_password: 'brand new 1', ...change }
    const answer = await postAuth(app, 'change-password', body, headers)
    expect([answer.statusCode, answer.json().detail]).toEqual([400, detail])
    expect(await everything()).toBe(before)
  })
})

describe('unusual but valid input', () => {
  test('stores SQL, HTML and letters of every script in a name unchanged', async () => {
    const names = ["'; DROP TABLE users; --", '<img src=x onerror=alert(1)>', 'Ѕофия 😀 مریم', '\\u0000 %s ${x}']
    for (const [index, username] of names.entries()) {
      const one = { ...accountOf(`name${index}`), username }
      expect((await postAuth(app, 'register', one)).statusCode).toBe(200)
      const row = await app.services.users.findByEmail(one.email)
      expect(row?.username).toBe(username)
    }
  })

  test('treats spellings of one address as one account, and look-alike letters of two scripts as two', async () => {
    const spellings = [
      'ZOË@münchen.example',
      'zoë@MÜNCHEN.example',
      'zoe\u0308@xn--mnchen-3ya.example',
      'ｚｏë@münchen.example',
    ]
    const answers = []
    for (const email of spellings) answers.push((await postAuth(app, 'register', { ...account, email })).statusCode)
    expect(answers).toEqual([200, 409, 409, 409])
    const cyrillic = await postAuth(app, 'register', { ...account, email: '\u0430nn@example.test' })
    expect(cyrillic.statusCode).toBe(200)
    const latin = await app.services.users.findByEmail('ann@example.test')
    expect(latin?.email).toBe(account.email)
  })

  test('accepts a password of 1,000 characters of any script, however it is typed', async () => {
    const one = { ...accountOf('unicode'), password: `\u0000пароль Å ${'😀'.repeat(480)}` }
    expect(one.password.normalize('NFC').length).toBeLessThan(1024)
    await postAuth(app, 'register', { ...one, password: one.password.normalize('NFC') })
    await app.context.store.db.updateTable('users').set({ status: 'A', is_active: 1 }).execute()
    const login = (password: string) => postAuth(app, 'login', { email: one.email, password })
    expect((await login(one.password.normalize('NFD'))).statusCode).toBe(200)
    expect((await login(`${one.password.normalize('NFD')}x`)).statusCode).toBe(401)
  })
})

describe('email addresses', () => {
  test.each([
    ['Ann@Example.test', 'ann@example.test'],
    [' ann@example.test ', 'ann@example.test'],
    ['ann@EXAMPLE.test', 'ann@example.test'],
    ['ﬁ@example.test', 'fi@example.test'],
    ['ann@例え.テスト', 'ann@xn--r8jz45g.xn--zckzah'],
  ])('gives %s the key %s', (email, key) => {
    expect([isEmail(normalizeEmail(email)), emailKey(email)]).toEqual([true, key])
  })

  test.each(['a.b+tag@sub.example.co.uk', "o'brien@example.test", 'x_1-2@ex-ample.test'])('accepts %s', (email) => {
    expect(isEmail(email)).toBe(true)
  })

  test.each([
    '',
    '@',
    'a@b',
    '.a@b.test',
    'a.@b.test',
    'a..b@b.test',
    'a@-b.test',
    'a@b.test.',
    'a@1.2.3.4',
    'a"b@c.test',
  ])('refuses %j', (email) => {
    expect(isEmail(email)).toBe(false)
  })
})
