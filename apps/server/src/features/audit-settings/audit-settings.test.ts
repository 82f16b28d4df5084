import { createHmac } from 'node:crypto'
import type { AuditEntry, AuditSettings } from '@parlance/contract'
import { expect, test } from 'vitest'
import { createAdministeredApp, type AdministeredApp } from '../../testing/administered-app.ts'
import { describeStores } from '../../testing/test-store.ts'
import { createAuditSettings } from './service.ts'

const secret = 'a secret of the webhook'
const webhook = { kind: 'webhook', url: 'https://siem.example.com/parlance' } as const

async function addEntry(app: AdministeredApp, id: string, at: Date): Promise<void> {
  await app.context.store.db
    .insertInto('audit_log')
    .values({
      id,
      at: at.toISOString(),
      user_id: null,
      user_email: null,
      action: 'user.login',
      action_group: 'people',
      target_kind: null,
      target_id: null,
      target_name: null,
      outcome: 'allowed',
      detail: '{}',
      changes: null,
      address: null,
      request_id: null,
    })
    .execute()
}

describeStores('the settings of the audit log', (current) => {
  test('deletes entries after the set number of days, in steps, and records both', async () => {
    const app = await createAdministeredApp(current())
    const day = 24 * 60 * 60 * 1000
    const now = app.context.now().getTime()
    expect(await app.services.auditSettings.retention.run()).toBe(0)
    expect(await app.outcome(app.admin, 'PUT', 'audit/retention', { days: 29 })).toContain('at least 30 days')
    await app.call(app.admin, 'PUT', 'audit/retention', { days: 30 })
    await addEntry(app, 'old', new Date(now - 31 * day))
    await addEntry(app, 'young', new Date(now - 29 * day))
    expect(await app.services.auditSettings.retention.run()).toBe(1)
    const { records } = (await app.call(app.admin, 'GET', 'audit')).json<{ records: AuditEntry[] }>()
    expect(records.map(({ action, id, sentence }) => (action === 'user.login' ? id : sentence))).toEqual([
      'The server deleted old audit entries.',
      `${app.admin.user.email} changed how long audit entries are stored.`,
      expect.stringContaining('could not change how long audit entries are stored'),
      'young',
    ])
    await app.app.close()
  })

  test('sends each entry to a webhook with a signature, again after a failure, and never before it is settled', async () => {
    const app = await createAdministeredApp(current())
    let now = app.context.now()
    const requests: { body: string; headers: Headers }[] = []
    let isDown = true
    const service = createAuditSettings(
      { ...app.context, now: () => now },
      {
        ...app.services,
        fetchFrom: async (_url, init) => {
          requests.push({ body: typeof init?.body === 'string' ? init.body : '', headers: new Headers(init?.headers) })
          return new Response(null, { status: isDown ? 500 : 204 })
        },
      },
    )
    const made = await app.call(app.admin, 'POST', 'audit/sinks', { settings: webhook, secret })
    expect(made.statusCode).toBe(200)
    expect(made.body).not.toContain(secret)
    now = app.context.now()
    await addEntry(app, 'entry-1', now)
    await service.delivery.run()
    expect(requests).toEqual([])
    now = new Date(now.getTime() + 11_000)
    await service.delivery.run()
    const [sink] = (await service.read()).sinks
    expect(sink).toMatchObject({ sent_at: null, has_secret: true, last_error: { values: { status: '500' } } })
    await service.delivery.run()
    expect(requests).toHaveLength(1)
    isDown = false
    now = new Date(now.getTime() + 11_000)
    await service.delivery.run()
    await service.delivery.run()
    expect(requests).toHaveLength(2)
    const [, { body, headers } = { body: '', headers: new Headers() }] = requests
    expect(JSON.parse(body).records.map(({ id }: AuditEntry) => id)).toContain('entry-1')
    const signed = createHmac('sha256', secret)
      .update(`${headers.get('x-parlance-timestamp')}.${body}`)
      .digest('hex')
    expect(headers.get('x-parlance-signature')).toBe(`sha256=${signed}`)
    expect((await service.read()).sinks[0]).toMatchObject({ last_error: null, waiting_since: null })
    await service.close()
    await app.app.close()
  })

  test('refuses a third system, plain HTTP, and a webhook without a secret', async () => {
    const app = await createAdministeredApp(current())
    const add = (payload: object) => app.outcome(app.admin, 'POST', 'audit/sinks', payload)
    expect(await add({ settings: webhook })).toContain('Enter a secret')
    expect(await add({ settings: { ...webhook, url: 'http://siem.example.com' }, secret })).toContain('https://')
    const syslog = { kind: 'syslog', host: '127.0.0.1', port: 9, transport: 'tcp' }
    expect(await add({ settings: webhook, secret })).toBe('200')
    expect(await add({ settings: syslog })).toBe('200')
    expect(await add({ settings: syslog })).toContain('at most two systems')
    const { sinks } = (await app.call(app.admin, 'GET', 'audit/settings')).json<AuditSettings>()
    for (const { sink_id: id } of sinks) await app.call(app.admin, 'DELETE', `audit/sinks/${id}`)
    expect((await app.call(app.admin, 'GET', 'audit/settings')).json()).toEqual({ retention_days: null, sinks: [] })
    await app.app.close()
  })
})
