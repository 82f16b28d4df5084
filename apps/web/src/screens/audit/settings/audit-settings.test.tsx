import type { AuditSettings, AuditSink } from '@parlance/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { describe, expect, it } from 'vitest'
import { renderApp, useTestBrowser } from '../../../testing/render-app.tsx'
import { at, signedInHandlers, useTestServer } from '../../../testing/test-server.ts'

const server = useTestServer()
useTestBrowser()

const sink: AuditSink = {
  sink_id: 's1',
  settings: { kind: 'syslog', host: 'logs.example.com', port: 6514, transport: 'tls' },
  is_active: true,
  has_secret: false,
  sent_at: null,
  waiting_since: '2026-01-05T00:00:00.000Z',
  last_error: { text: 'logs.example.com:6514 refused the connection.' },
  failed_at: '2026-01-05T00:00:00.000Z',
  next_try_at: '2026-01-05T01:00:00.000Z',
}

async function open(stored: AuditSettings) {
  const sent: { call: string; body: unknown }[] = []
  let settings = stored
  const change = (call: string, apply: (body: never) => Partial<AuditSettings>) =>
    async function answer({ request }: { request: Request }) {
      const body: unknown = request.method === 'DELETE' ? null : await request.json()
      sent.push({ call, body })
      settings = { ...settings, ...apply(body as never) }
      return HttpResponse.json(settings)
    }
  const base = at('/api/v1/audit')
  server.use(
    http.get(`${base}/settings`, () => HttpResponse.json(settings)),
    http.put(
      `${base}/retention`,
      change('retention', ({ days }: { days: number | null }) => ({ retention_days: days })),
    ),
    http.post(`${base}/sinks/test`, async ({ request }) => {
      sent.push({ call: 'test', body: await request.json() })
      return HttpResponse.json({ success: false, message: 'siem.example.com closed the connection.' })
    }),
    http.post(
      `${base}/sinks`,
      change('add', () => ({ sinks: [sink] })),
    ),
    http.delete(
      `${base}/sinks/s1`,
      change('delete', () => ({ sinks: [] })),
    ),
    ...signedInHandlers(),
  )
  const app = renderApp('/audit/settings')
  await screen.findByRole('heading', { name: 'Retention' })
  return { ...app, sent }
}

describe('the settings of the audit log', () => {
  it('delete old entries only after a question, and refuse fewer than 30 days', async () => {
    const { user, sent } = await open({ retention_days: null, sinks: [] })
    const field = screen.getByLabelText('Days')
    await user.type(field, '7')
    expect(screen.getByText('Enter a whole number of at least 30, or nothing.')).toBeDefined()
    await user.clear(field)
    await user.type(field, '90')
    await user.click(screen.getByRole('button', { name: 'Save retention' }))
    const question = within(await screen.findByRole('alertdialog'))
    expect(question.getByText('Delete entries that are older than 90 days? This cannot be undone.')).toBeDefined()
    await user.click(question.getByRole('button', { name: 'Delete old entries' }))
    await waitFor(() => expect(sent).toEqual([{ call: 'retention', body: { days: 90 } }]))
  })

  it('show why a test entry did not arrive, and add a system', async () => {
    const { user, sent } = await open({ retention_days: null, sinks: [] })
    await user.click(screen.getByRole('button', { name: 'Add a system' }))
    await user.type(screen.getByLabelText('Address'), 'https://siem.example.com/parlance')
    await user.type(screen.getByLabelText('Secret'), 'a secret of the webhook')
    await user.click(screen.getByRole('button', { name: 'Send a test entry' }))
    expect(await screen.findByText('siem.example.com closed the connection.')).toBeDefined()
    await user.selectOptions(screen.getByLabelText('Kind'), 'Syslog (RFC 5424)')
    await user.type(screen.getByLabelText('Host'), 'logs.example.com')
    await user.selectOptions(screen.getByLabelText('Protocol'), 'UDP')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('logs.example.com:6514 refused the connection.')).toBeDefined()
    const webhook = { kind: 'webhook', url: 'https://siem.example.com/parlance' }
    const syslog = { kind: 'syslog', host: 'logs.example.com', port: 6514, transport: 'udp' }
    expect(sent).toEqual([
      { call: 'test', body: { settings: webhook, is_active: true, secret: 'a secret of the webhook' } },
      { call: 'add', body: { settings: syslog, is_active: true } },
    ])
  })

  it('show how a system is doing, and stop sending to it after a question', async () => {
    const { user, sent } = await open({ retention_days: null, sinks: [sink] })
    expect(await screen.findByText(/^Last received: Never\. The oldest entry that waits is of /)).toBeDefined()
    expect(screen.getByText(/^Failed .*\. Next try: /)).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Delete' }))
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(sent).toEqual([{ call: 'delete', body: null }]))
    expect(await screen.findByRole('button', { name: 'Add a system' })).toBeDefined()
  })
})
