import { afterEach, expect, test } from 'vitest'
import { accountOf, codeIn, postAuth, withAdmin } from '../../testing/accounts.ts'
import { startMailServer, startSilentServer } from '../../testing/mail-server.ts'
import type { MailServer, SilentServer } from '../../testing/mail-server.ts'
import { createSecondServer } from '../../testing/test-app.ts'
import type { TestApp } from '../../testing/test-app.ts'
import { describeStores } from '../../testing/test-store.ts'
import { createEmailService } from './service.ts'
import type { EmailService } from './service.ts'
import { claimMail, leaseMs } from './outbox.ts'

const bob = accountOf('bob')
const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close()
})

async function mailServer(options?: Parameters<typeof startMailServer>[0]): Promise<MailServer> {
  const server = await startMailServer(options)
  closers.push(() => server.close())
  return server
}

async function hangingServer(): Promise<SilentServer> {
  const server = await startSilentServer()
  closers.push(() => server.close())
  return server
}

function rowsOf({ context }: TestApp) {
  return context.store.db.selectFrom('outgoing_mails').selectAll().execute()
}

/** The service over an app's store, with the test's own retry delays. */
function impatient({ context, services }: TestApp, retryDelaysMs: number[]): EmailService {
  const { settings, audit } = services
  const email = createEmailService(context, { settings, audit }, { retryDelaysMs })
  closers.push(() => email.close())
  return email
}

describeStores('queued emails', (current) => {
  test('sends queued emails once after a restart of the server that queued them', async () => {
    const hanging = await hangingServer()
    const server = await mailServer()
    const first = await withAdmin(await createSecondServer(current()), { activation: true })
    await first.services.settings.set('email', { ...server.settings, smtp_port: hanging.port }, null)
    expect((await postAuth(first, 'register', bob)).statusCode).toBe(200)
    await postAuth(first, 'forgot-password', { email: 'ann@example.test' })
    await hanging.connected
    await first.close()

    const second = await createSecondServer(current())
    closers.push(() => second.close())
    await second.services.settings.set('email', server.settings, null)
    expect((await rowsOf(second)).map(({ template, tries }) => `${template} ${tries}`).toSorted()).toEqual([
      'activation_code 0',
      'password_reset 0',
    ])
    second.services.email.deliver()
    await second.services.email.settled()
    expect(server.mails.map(({ to }) => String(to[0])).toSorted()).toEqual(['Ann@example.test', bob.email])
    const code = codeIn(server.mails.find(({ to }) => to[0] === bob.email)?.text)
    expect((await postAuth(second, 'activate', { email: bob.email, code })).statusCode).toBe(200)
    expect(await rowsOf(second)).toEqual([])
  })

  test('sends each email from one of two servers, and from the other one if the first died', async () => {
    const server = await mailServer()
    const [one, other] = [await createSecondServer(current()), await createSecondServer(current())]
    for (const app of [one, other]) closers.push(() => app.close())
    await one.services.settings.set('email', server.settings, null)
    const { user } = await one.signIn('GENERAL')
    for (let index = 0; index < 20; index += 1) {
      const data = { username: String(index), link: 'http://localhost/login' }
      const mail = { template: 'account_approved', to: user.email, data, userId: user.id } as const
      await one.services.email.queue(one.context.store.db, mail)
    }
    // Claimed by a process that ends before sending it.
    const taken = await claimMail(one.context.store.db, one.context.now())
    for (const app of [one, other]) app.services.email.deliver()
    await expect.poll(() => server.mails.length).toBe(19)
    await expect.poll(async () => (await rowsOf(one)).map(({ id }) => id)).toEqual([taken?.id])
    other.advance(leaseMs)
    other.services.email.deliver()
    await other.services.email.settled()
    const names = server.mails.map(({ text }) => Number(/Hello (\d+)/.exec(text)?.[1])).toSorted((a, b) => a - b)
    expect(names).toEqual(Array.from({ length: 20 }, (_, index) => index))
    const ids = server.mails.map(({ source }) => /^Message-ID: <(\S+)@example\.test>\r$/im.exec(source)?.[1])
    expect(ids).toContain(taken?.id)
  })

  test('R21 stores queued emails encrypted, drops them after some tries, and records for whom and why in the audit log', async () => {
    const server = await mailServer({
      onMailFrom: (_address, _session, callback) => callback(Object.assign(new Error('later'), { responseCode: 451 })),
    })
    const app = await createSecondServer(current())
    closers.push(() => app.close())
    await app.services.settings.set('email', server.settings, null)
    const { user, headers } = await app.signIn('ADMIN')
    const email = impatient(app, [1, 1])
    const data = { username: user.username, code: 'K7QM-4TXP', hours: 24 }
    await email.queue(app.context.store.db, { template: 'activation_code', to: user.email, data, userId: user.id })
    const stored = JSON.stringify(await rowsOf(app))
    for (const secret of ['K7QM', '4TXP', user.email]) expect(stored).not.toContain(secret)
    email.deliver()
    await email.settled()
    expect(await rowsOf(app)).toEqual([])
    const answer = await app.app.inject({ url: '/api/v1/audit?action=email.send', headers })
    expect(answer.json().records).toMatchObject([
      {
        user_id: null,
        outcome: 'failed',
        target_kind: 'user',
        target_id: user.id,
        target_name: user.email,
        detail: { template: 'activation_code', reason: '451', tries: 3 },
      },
    ])
    expect(answer.body).not.toContain('K7QM')
  })

  test('drops an email if its content expires before the next try', async () => {
    const gone = await startMailServer()
    await gone.close()
    const app = await createSecondServer(current())
    closers.push(() => app.close())
    await app.services.settings.set('email', gone.settings, null)
    const { user } = await app.signIn('GENERAL')
    const email = impatient(app, [60 * 60_000])
    const data = { username: 'Ann', link: 'http://localhost/reset-password?token=t', minutes: 60 }
    await email.queue(app.context.store.db, { template: 'password_reset', to: user.email, data, userId: user.id })
    email.deliver()
    await email.settled()
    expect(app.logged.filter((line) => line.includes('"reason":"ECONNREFUSED","tries":1,"isLast":true'))).toHaveLength(
      1,
    )
  })

  test('deletes queued emails with a registration that is rejected', async () => {
    const hanging = await hangingServer()
    const app = await withAdmin(await createSecondServer(current()), { activation: true })
    closers.push(() => app.close())
    const { headers } = await app.signIn('ADMIN')
    const settings = (await mailServer()).settings
    await app.services.settings.set('email', { ...settings, smtp_port: hanging.port }, null)
    await postAuth(app, 'register', bob)
    await hanging.connected
    const waiting = await app.services.users.findByEmail(bob.email)
    const url = `/api/v1/users/${waiting?.id}/reject`
    expect((await app.app.inject({ method: 'POST', url, headers })).statusCode).toBe(200)
    expect(await rowsOf(app)).toEqual([])
  })
})
