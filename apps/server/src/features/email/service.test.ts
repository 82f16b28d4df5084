import type { SMTPServerOptions } from 'smtp-server'
import { initialEmailSettings } from '@parlance/contract'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createLog } from '../../http/request-log.ts'
import { loadKeys } from '../../secrets/keys.ts'
import { Secret } from '../../secrets/secret.ts'
import {
  mailAccount,
  readFixture,
  startFloodingServer,
  startMailServer,
  startSilentServer,
  trustTestAuthority,
} from '../../testing/mail-server.ts'
import type { MailServer, SilentServer } from '../../testing/mail-server.ts'
import { createTestPlace, openTestStore } from '../../testing/test-store.ts'
import type { AuditRecord } from '../audit/service.ts'
import type { SettingKey, SettingValue } from '../settings/definitions.ts'
import type { OutboundEmail } from './configuration.ts'
import { createEmailService } from './service.ts'
import type { QueuedMail } from './outbox.ts'
import type { EmailOptions, EmailService } from './service.ts'

const closers: (() => Promise<void>)[] = []
beforeAll(() => trustTestAuthority())
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close()
})

async function mailServer(options?: SMTPServerOptions): Promise<MailServer> {
  const server = await startMailServer(options)
  closers.push(() => server.close())
  return server
}

const certificate = { key: readFixture('good.key'), cert: readFixture('good.pem') }
const expired = { key: readFixture('expired.key'), cert: readFixture('expired.pem') }
const startTls: SMTPServerOptions = { ...certificate, disabledCommands: [], authOptional: false }

/** Returns settings with the server's account, as an administrator would type it. */
function outbound(server: MailServer, change: Partial<OutboundEmail> = {}): OutboundEmail {
  return {
    ...server.settings,
    smtp_username: mailAccount.username,
    smtp_password: new Secret(mailAccount.password),
    ...change,
  }
}

interface Sending {
  email: EmailService
  logged: string[]
  printed: string[]
  audited: AuditRecord[]
  /** Queues an email and delivers it. */
  send: (mail: Omit<QueuedMail, 'userId'>) => Promise<void>
}

/** Creates the service with these settings. */
async function sending(stored: OutboundEmail, options: EmailOptions = {}): Promise<Sending> {
  const place = await createTestPlace('sqlite')
  if ('skip' in place) throw new Error(place.skip)
  const testStore = await openTestStore(place)
  closers.push(() => testStore.close())
  const { store, dataDir } = testStore
  const logged: string[] = []
  const { smtp_password, ...settings } = stored
  const values = { email: settings, email_password: smtp_password?.reveal() ?? null }
  const get = async <K extends SettingKey>(key: K) => values[key as keyof typeof values] as SettingValue<K>
  const log = createLog('info', (line) => void logged.push(line))
  const audited: AuditRecord[] = []
  const record = async (entry: AuditRecord) => void audited.push(entry)
  const printed: string[] = []
  const print = (text: string) => void printed.push(text)
  const context = { store, log, print, now: () => new Date(), keys: loadKeys(dataDir, { expectedFingerprint: null }) }
  const email = createEmailService(context, { settings: { get }, audit: { record } }, options)
  closers.push(() => email.close())
  const send: Sending['send'] = async (mail) => {
    await email.queue(store.db, { ...mail, userId: null })
    email.deliver()
  }
  return { email, logged, printed, audited, send }
}

const consoleOnly: OutboundEmail = { ...initialEmailSettings, smtp_password: null }
const anywhere = sending

describe('AC-207 the test of a configuration', () => {
  test('requires STARTTLS, signs in and sends an email', async () => {
    const server = await mailServer(startTls)
    const { email } = await anywhere(consoleOnly)
    const tested = await email.test(outbound(server, { smtp_use_tls: true }), 'admin@example.test')
    expect(tested).toEqual({
      message: 'Test email sent successfully.',
      details: 'The mail server accepted a test email to admin@example.test.',
      pattern: 'The mail server accepted a test email to {to}.',
      values: { to: 'admin@example.test' },
    })
    expect(server.mails).toMatchObject([
      { from: 'parlance@example.test', to: ['admin@example.test'], isEncrypted: true, signedInAs: 'postman' },
    ])
    expect(server.mails[0]?.source).toContain('Subject: Parlance test email')
    const without = await mailServer({ authOptional: true })
    await expect(email.test(outbound(without, { smtp_use_tls: true }), 'admin@example.test')).rejects.toMatchObject({
      code: 'email_failed',
      detail: 'The mail server does not support STARTTLS. Choose another encryption.',
    })
    expect(without.mails).toEqual([])
  })

  test('speaks TLS from the first byte if that is selected', async () => {
    const server = await mailServer({ ...certificate, secure: true, disabledCommands: [] })
    const { email } = await anywhere(consoleOnly)
    await email.test(outbound(server, { smtp_use_ssl: true }), 'admin@example.test')
    expect(server.mails).toMatchObject([{ isEncrypted: true }])
    const plain = await mailServer()
    await expect(email.test(outbound(plain, { smtp_use_ssl: true }), 'a@example.test')).rejects.toMatchObject({
      detail: 'The mail server does not use TLS on this port. Check the port and the encryption.',
    })
  })

  test.each([
    [
      'expired',
      { ...expired },
      'localhost',
      'The certificate of the mail server has expired. Renew it on the mail server.',
    ],
    [
      'for another name',
      { ...certificate },
      '127.0.0.1',
      'The certificate of the mail server is for another host name. Check the host.',
    ],
  ])('refuses a certificate that is %s', async (_title, tls, host, reason) => {
    const server = await mailServer({ ...tls, disabledCommands: [] })
    const tested = (await anywhere(consoleOnly)).email.test(
      outbound(server, { smtp_host: host, smtp_use_tls: true }),
      'admin@example.test',
    )
    await expect(tested).rejects.toMatchObject({ detail: reason })
    expect(server.mails).toEqual([])
  })

  test('distinguishes a wrong password and a refused recipient, without the server’s words', async () => {
    const server = await mailServer({
      onRcptTo: (_address, _session, callback) =>
        callback(Object.assign(new Error('no such user: secret words'), { responseCode: 550 })),
    })
    const { email } = await anywhere(consoleOnly)
    const wrong = outbound(server, { smtp_password: new Secret('wrong') })
    await expect(email.test(wrong, 'admin@example.test')).rejects.toMatchObject({
      detail: 'The mail server rejected the username or the password. Check both.',
    })
    await expect(email.test(outbound(server), 'admin@example.test')).rejects.toMatchObject({
      detail: 'The mail server rejected the recipient (code 550). Check the email address.',
    })
  })

  test('AC-201 AC-204 requires a host, a user name and a password', async () => {
    const server = await mailServer()
    const { email } = await anywhere(consoleOnly)
    await expect(email.test(outbound(server, { smtp_host: ' ' }), 'a@example.test')).rejects.toMatchObject({
      code: 'bad_request',
      detail: 'SMTP host is required for SMTP backend.',
    })
    for (const missing of [{ smtp_username: '' }, { smtp_password: null }]) {
      await expect(email.test(outbound(server, missing), 'a@example.test')).rejects.toMatchObject({
        detail: 'SMTP username and password are required for testing authentication.',
      })
    }
  })

  test('AC-205 passes on the console backend with the note that emails are only printed', async () => {
    expect(await (await anywhere(consoleOnly)).email.test(consoleOnly, 'a@example.test')).toEqual({
      message: 'Console backend is working.',
      details: 'Emails are printed to standard output, not sent.',
    })
  })

  test.each(['169.254.169.254', '::ffff:169.254.169.254', '[fd00:ec2::254]', '100.100.100.200'])(
    'R14 refuses to connect to %s',
    async (host) => {
      const server = await mailServer()
      const tested = (await anywhere(consoleOnly)).email.test(outbound(server, { smtp_host: host }), 'a@example.test')
      await expect(tested).rejects.toMatchObject({ detail: expect.stringContaining('Parlance does not connect to') })
    },
  )

  test('stops waiting for a silent or dripping server with a clear reason', async () => {
    const patience = { totalMs: 150, silenceMs: 60 }
    const { email } = await anywhere(consoleOnly, { patience })
    for (const drip of [false, true]) {
      const { port } = await silentServer(drip)
      const tested = email.test(
        {
          ...consoleOnly,
          backend: 'smtp',
          from_email: 'p@example.test',
          smtp_host: '127.0.0.1',
          smtp_port: port,
          ...account,
        },
        'a@example.test',
      )
      await expect(tested).rejects.toMatchObject({
        detail: 'The mail server did not respond in time. Check the host and the port.',
      })
    }
  })

  test.each([
    ['a greeting line that never ends', '220 ', 'x', false],
    ['a reply of lines that never ends', '', '220-more\r\n', false],
    ['a greeting line that never ends, in TLS', '220 ', 'x', true],
    ['a reply of lines that never ends, in TLS', '', '220-more\r\n', true],
  ])('R25 disconnects a server that sends %s, with a clear reason', async (_title, first, text, tls) => {
    const server = await startFloodingServer(first, text, tls)
    closers.push(async () => server.close())
    const { email } = await anywhere(consoleOnly)
    const settings = { ...consoleOnly, backend: 'smtp' as const, from_email: 'p@example.test', smtp_use_tls: false }
    const tested = email.test(
      { ...settings, ...account, smtp_host: 'localhost', smtp_port: server.port, smtp_use_ssl: tls },
      'a@example.test',
    )
    await expect(tested).rejects.toMatchObject({
      detail: 'The mail server sent too much data. Check the host and the port.',
    })
    expect(server.sent()).toBeLessThan(64 * 1024 * 1024)
  })

  test('reports a closed port, and a name that does not exist', async () => {
    const server = await startMailServer()
    await server.close()
    const { email } = await anywhere(consoleOnly)
    await expect(email.test(outbound(server), 'a@example.test')).rejects.toMatchObject({
      detail: 'The mail server refused the connection. Check the host and the port.',
    })
    await expect(
      email.test(outbound(server, { smtp_host: 'no.such.invalid' }), 'a@example.test'),
    ).rejects.toMatchObject({
      detail: 'Could not resolve the host name no.such.invalid. Check its spelling.',
    })
  })
})

const account = { smtp_username: mailAccount.username, smtp_password: new Secret(mailAccount.password) }

async function silentServer(drip: boolean): Promise<SilentServer> {
  const server = await startSilentServer(drip)
  closers.push(async () => server.close())
  return server
}

describe('sending', () => {
  test('sends every email as plain text and as HTML, with user input escaped', async () => {
    const server = await mailServer()
    const { email, send } = await sending(outbound(server, { smtp_username: '', smtp_password: null }))
    await send({
      template: 'activation_code',
      to: 'ann@example.test',
      data: { username: '<b>Ann & "Co"</b>', code: 'K7QM-4TXP', hours: 24 },
    })
    await send({
      template: 'account_approved',
      to: 'ann@example.test',
      data: { username: 'Ann', link: 'http://localhost:8000/login' },
    })
    await email.settled()
    const [code, approved] = server.mails
      .toSorted((a, b) => a.text.indexOf('K7QM') - b.text.indexOf('K7QM'))
      .toReversed()
    expect(code?.text).toContain('Hello <b>Ann & "Co"</b>,')
    expect(code?.text).toContain('K7QM-4TXP')
    expect(code?.html).toContain('Hello &#60;b&#62;Ann &#38; &#34;Co&#34;&#60;/b&#62;,')
    expect(code?.html).toContain('<strong>K7QM-4TXP</strong>')
    expect(approved?.html).toContain('<a href="http://localhost:8000/login">')
  })

  test('adds neither headers nor recipients for line breaks in names and addresses', async () => {
    const server = await mailServer()
    const name = 'Eve\r\nBcc: victim@example.test\r\n\r\nbody'
    const { email, send } = await sending(outbound(server, { from_name: name, smtp_username: '', smtp_password: null }))
    await send({
      template: 'account_approved',
      to: 'eve@example.test',
      data: { username: name, link: 'http://localhost/login' },
    })
    await send({
      template: 'account_approved',
      to: 'eve@example.test\r\nBcc: victim@example.test',
      data: { username: 'Eve', link: 'x' },
    })
    await send({
      template: 'account_approved',
      to: 'eve@example.test, victim@example.test',
      data: { username: 'Eve', link: 'x' },
    })
    await email.settled()
    const source = server.mails.map((mail) => mail.source)
    expect(server.mails.length).toBeGreaterThan(0)
    expect(source.filter((text) => /^bcc:/im.test(text))).toEqual([])
    expect(server.mails.flatMap(({ to }) => to).filter((to) => to === 'victim@example.test')).toEqual([])
  })

  test('retries while the server is busy but not after a permanent refusal, and the log names no one', async () => {
    let answers = 0
    const server = await mailServer({
      onMailFrom: (_address, _session, callback) => {
        answers += 1
        if (answers < 3) callback(Object.assign(new Error('later'), { responseCode: 451 }))
        else callback()
      },
    })
    const stored = outbound(server, { smtp_username: '', smtp_password: null })
    const busy = await sending(stored, { retryDelaysMs: [1, 1, 1] })
    await busy.send({ template: 'test', to: 'ann@example.test', data: {} })
    await busy.email.settled()
    expect([answers, server.mails.length]).toEqual([3, 1])
    const refusing = await mailServer({
      onMailFrom: (_address, _session, callback) =>
        callback(Object.assign(new Error('never: ann@example.test'), { responseCode: 550 })),
    })
    const refused = await sending(outbound(refusing, { smtp_username: '', smtp_password: null }), {
      retryDelaysMs: [1, 1],
    })
    await refused.send({ template: 'test', to: 'ann@example.test', data: {} })
    await refused.email.settled()
    expect(refused.logged).toHaveLength(1)
    expect(refused.logged[0]).toMatch(/"template":"test","reason":"550","tries":1,"isLast":true/)
    expect([...refused.logged, ...busy.logged].join('\n')).not.toContain('ann@example.test')
    expect(busy.audited).toEqual([])
    expect(refused.audited).toMatchObject([
      { action: 'email.send', outcome: 'failed', detail: { template: 'test', reason: '550', tries: 1 } },
    ])
  })

  test('R21 prints the whole email and logs nothing on the console backend, and with SMTP without a host', async () => {
    for (const stored of [consoleOnly, { ...consoleOnly, backend: 'smtp' as const }]) {
      const { email, logged, printed, send } = await sending(stored)
      expect(await email.backend()).toBe('console')
      await send({
        template: 'activation_code',
        to: 'ann@example.test',
        data: { username: 'Ann', code: 'K7QM-4TXP', hours: 24 },
      })
      await email.settled()
      expect(printed.join('')).toBe(
        '--- Email to ann@example.test (console backend, not sent)\nSubject: Your Parlance activation code\n\n' +
          'Hello Ann,\n\nEnter this code to activate your account:\n\nK7QM-4TXP\n\n' +
          'The code is valid for 24 hours. If you did not register, ignore this email.\n---\n',
      )
      expect(logged).toEqual([])
    }
  })

  test('aborts a running delivery on close without a failure', async () => {
    const { port, connected } = await silentServer(false)
    const stored = { ...consoleOnly, backend: 'smtp' as const, from_email: 'p@example.test', smtp_host: '127.0.0.1' }
    const { email, logged, send } = await sending({ ...stored, smtp_port: port }, { retryDelaysMs: [3_600_000] })
    for (let index = 0; index < 10; index += 1) await send({ template: 'test', to: 'ann@example.test', data: {} })
    await connected
    await email.close()
    expect(logged).toEqual([])
  })
})
