import { expect, test } from 'vitest'
import { account, accountOf, me, postAuth, refusal, withAdmin } from '../../testing/accounts.ts'
import { createSecondServer, createTestApp, createTestAppOver } from '../../testing/test-app.ts'
import type { TestApp } from '../../testing/test-app.ts'
import { describeOneStore, describeStores } from '../../testing/test-store.ts'
import type { TestStore } from '../../testing/test-store.ts'

const config = { rateLimitScale: 1 }
const right = { email: account.email, password: account.password }
const wrong = { ...right, password: 'wrong password' }
const minute = 60_000

const login = (app: TestApp, body: object) => postAuth(app, 'login', body)

async function statuses(count: number, call: (at: number) => Promise<{ statusCode: number }>): Promise<number[]> {
  const found: number[] = []
  for (let at = 0; at < count; at += 1) found.push((await call(at)).statusCode)
  return found
}

const times = (count: number, status: number) => Array.from({ length: count }, () => status)

const ready = async (current: TestStore) => withAdmin(await createTestAppOver(current, { config }))

describeStores('the limit of failed sign-ins', (current) => {
  test('allows ten wrong passwords, and then not even the right one until the stated wait is over', async () => {
    const app = await ready(current())
    expect(await statuses(9, () => login(app, wrong))).toEqual(times(9, 401))
    app.advance(3 * minute)
    expect((await login(app, right)).statusCode).toBe(200)
    expect((await login(app, wrong)).statusCode).toBe(401)
    const held = await login(app, right)
    expect(held.json()).toMatchObject({
      code: 'rate_limited',
      detail: 'Too many failed attempts. Try again in 12 minutes.',
    })
    expect(Math.ceil(Number(held.headers['retry-after']) / 60)).toBe(12)
    app.advance(12 * minute - 30_000)
    expect((await login(app, right)).json().detail).toMatch(
      /^Too many failed attempts\. Try again in [123]?\d seconds?\.$/,
    )
    app.advance(30_000)
    expect((await login(app, right)).statusCode).toBe(200)
    await app.close()
  })

  test('checks ten of forty concurrent passwords, and accepts the right one if it is among them', async () => {
    const app = await ready(current())
    const answers = await Promise.all(Array.from({ length: 40 }, (_, at) => login(app, at === 5 ? right : wrong)))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([
      ...times(5, 401),
      200,
      ...times(5, 401),
      ...times(29, 429),
    ])
    await app.close()
  })

  test('shares the limit of failed sign-ins among all processes', async () => {
    const app = await ready(current())
    const second = await createSecondServer(current(), { config })
    expect(await statuses(14, (at) => login(at % 2 === 0 ? app : second, wrong))).toEqual([
      ...times(10, 401),
      ...times(4, 429),
    ])
    await second.close()
    await app.close()
  })
})

describeOneStore('what the limit of failed sign-ins counts', (current) => {
  test('does not count right passwords', async () => {
    const app = await ready(current())
    const counted = () => current().store.db.selectFrom('attempts').selectAll().orderBy('key').execute()
    const before = await counted()
    expect(await statuses(25, () => login(app, right))).toEqual(times(25, 200))
    expect(await counted()).toEqual(before)
    await app.close()
  })

  test('gives no further tries at another account after signing in to one', async () => {
    const app = await ready(current())
    const outcomes: number[] = []
    for (let at = 0; at < 60; at += 1) {
      if (at % 5 === 0) await login(app, right)
      outcomes.push((await login(app, { ...wrong, email: `user${at}@example.test` })).statusCode)
    }
    // The address may fail fifty times in total.
    expect(outcomes).toEqual([...times(50, 401), ...times(10, 429)])
    await app.close()
  })

  test('does not count right passwords of an account that may not sign in yet', async () => {
    const app = await ready(current())
    const { email, password } = accountOf('bob')
    await postAuth(app, 'register', accountOf('bob'))
    expect(await statuses(12, () => login(app, { email, password }))).toEqual(times(12, 403))
    await app.close()
  })
})

test('has a separate wide limit for right passwords, which keeps a loop from using the whole processor', async () => {
  const app = await withAdmin(await createTestApp({ config }))
  expect(await statuses(61, () => login(app, right))).toEqual([...times(60, 200), 429])
  expect((await login(app, right)).json().detail).toMatch(
    /^Too many requests\. Try again in (\d\d? seconds|1 minute)\.$/,
  )
  await app.close()
})

test('counts only wrong current passwords when changing the password', async () => {
  const app = await withAdmin(await createTestApp({ config }))
  let token: string = (await login(app, right)).json().access_token
  const change = (current_password: string, new_password: string) =>
    postAuth(app, 'change-password', { current_password, new_password }, { authorization: `Bearer ${token}` })
  let password = account.password
  for (let at = 0; at < 12; at += 1) {
    const changed = await change(password, `password ${at}`)
    expect(changed.statusCode).toBe(200)
    token = changed.json().access_token
    password = `password ${at}`
  }
  expect(await statuses(10, () => change('wrong password', 'brand new 1'))).toEqual(times(10, 400))
  expect(refusal(await change(password, 'brand new 1'))).toEqual([429, 'rate_limited'])
  expect((await me(app, token)).statusCode).toBe(200)
  await app.close()
})
