import type {
  EmailConfigurationAnswer,
  LicenseStatus,
  PreferencesResponse,
  SessionStatistics,
} from '@parlance/contract'
import { HttpResponse, http, type RequestHandler } from 'msw'
import { at } from './test-server.ts'

interface SettingsBackendOptions {
  email?: Partial<EmailConfigurationAnswer>
  visualization?: string
  license?: LicenseStatus
  statistics?: Partial<SessionStatistics>
}

export const testProviders = {
  builtin: {
    id: 'builtin',
    name: 'Built-in engine',
    needs_key: false,
    needs_base_url: false,
    models: [{ id: 'builtin', name: 'Built-in engine', description: '' }],
  },
  google: {
    id: 'google',
    name: 'Google Gemini',
    needs_key: true,
    needs_base_url: false,
    models: [
      { id: 'g-1', name: 'Gemini One', description: 'Quick and cheap' },
      { id: 'g-2', name: 'Gemini Two', description: 'Slow and thorough' },
    ],
  },
  openai: {
    id: 'openai',
    name: 'OpenAI',
    needs_key: true,
    needs_base_url: false,
    models: [{ id: 'o-1', name: 'Omega', description: '' }],
  },
}

/** The settings endpoints over in-memory values; records the requests. */
export function settingsBackend(options: SettingsBackendOptions = {}) {
  const sent: { call: string; body: unknown }[] = []
  let preferences: PreferencesResponse = {
    llm_provider: 'google',
    llm_model: 'g-1',
    has_api_key: true,
    temperature: '0.7',
    max_tokens: '8192',
    share_data_with_llm: true,
  }
  let email: EmailConfigurationAnswer = {
    backend: 'console',
    from_email: 'parlance@example.com',
    from_name: '',
    smtp_host: '',
    smtp_port: 587,
    smtp_username: '',
    smtp_use_tls: true,
    smtp_use_ssl: false,
    has_smtp_password: false,
    ...options.email,
  }
  let providers = testProviders
  let visualization = options.visualization ?? '/visualize'
  let registration = { email_activation: false, auto_approval: false }
  const note = async (call: string, request: Request) => {
    const text = await request.text()
    const body: unknown = text === '' ? null : JSON.parse(text)
    sent.push({ call, body })
    return body as Record<string, unknown>
  }
  const environment = at('/api/v1/env-config')
  const handlers: RequestHandler[] = [
    http.get(at('/api/v1/preferences/'), () => HttpResponse.json(preferences)),
    http.get(at('/api/v1/preferences/llm-options/'), () => HttpResponse.json({ providers })),
    http.put(at('/api/v1/preferences/'), async ({ request }) => {
      const { api_key: _key, ...fields } = await note('save preferences', request)
      preferences = { ...preferences, ...fields }
      return HttpResponse.json(preferences)
    }),
    http.delete(at('/api/v1/preferences/cache'), async ({ request }) => {
      await note('clear cache', request)
      return HttpResponse.json({ message: 'cleared' })
    }),
    http.get(`${environment}/orchestration-models`, () => HttpResponse.json({ providers })),
    http.post(`${environment}/models/google/refresh`, async ({ request }) => {
      await note('refresh google', request)
      const models = [...testProviders.google.models, { id: 'g-3', name: 'Gemini Three', description: '' }]
      providers = { ...providers, google: { ...providers.google, models } }
      return HttpResponse.json({ provider: 'google', models, refreshed_at: '2026-11-21T10:00:00.000Z' })
    }),
    http.post(`${environment}/orchestration-model`, async ({ request }) => {
      await note('model', request)
      return HttpResponse.json({ message: 'The model was changed.' })
    }),
    http.post(`${environment}/orchestration-api-key`, async ({ request }) => {
      await note('api-key', request)
      return HttpResponse.json({ message: 'The key was changed.' })
    }),
    http.get(`${environment}/email`, () => HttpResponse.json(email)),
    http.post(`${environment}/email`, async ({ request }) => {
      const { smtp_password: _password, ...fields } = await note('save email', request)
      email = { ...email, ...fields }
      return HttpResponse.json(email)
    }),
    http.post(`${environment}/email/test`, async ({ request }) => {
      const { backend } = await note('test email', request)
      const details = backend === 'console' ? 'Emails are printed to standard output.' : ''
      return HttpResponse.json({ message: 'The test passed.', details })
    }),
    http.get(`${environment}/registration`, () => HttpResponse.json(registration)),
    http.post(`${environment}/registration`, async ({ request }) => {
      registration = { ...registration, ...(await note('registration', request)) }
      return HttpResponse.json(registration)
    }),
    http.get(`${environment}/visualization`, () => HttpResponse.json({ server_url: visualization })),
    http.post(`${environment}/visualization`, async ({ request }) => {
      visualization = `${String((await note('visualization', request)).server_url)}/visualize`
      return HttpResponse.json({ server_url: visualization })
    }),
    http.get(at('/api/v1/admin/sessions/stats'), () =>
      HttpResponse.json({
        total_sessions: 1234,
        sessions_by_age: { last_24h: 5, last_week: 20, last_month: 100, older_than_month: 1134 },
        database_size_mb: 12.5,
        ...options.statistics,
      }),
    ),
    http.delete(at('/api/v1/admin/sessions/reset'), async ({ request }) => {
      await note(`reset ${new URL(request.url).searchParams.get('filter')}`, request)
      return HttpResponse.json({ message: '7 sessions were deleted.', deleted_count: 7 })
    }),
    http.get(at('/api/v1/license/status'), () => HttpResponse.json(options.license ?? makeLicense())),
    http.post(at('/api/v1/auth/change-password'), async ({ request }) => {
      await note('password', request)
      return HttpResponse.json({ message: 'Password changed successfully.', access_token: 'fresh' })
    }),
  ]
  return { handlers, sent, calls: () => sent.map(({ call }) => call) }
}

export function makeLicense(fields: Partial<LicenseStatus> = {}, daysRemaining = 14): LicenseStatus {
  return {
    is_valid: true,
    error_message: null,
    license_info: {
      license_id: 'l1',
      edition: 'enterprise',
      domain: 'localhost',
      customer_name: null,
      issued_date: '2026-01-01T00:00:00.000Z',
      expiry_date: '2026-01-15T00:00:00.000Z',
      days_remaining: daysRemaining,
      origin: 'upload',
      features: { max_users: -1, max_databases: -1, business_areas: true, api_access: true, support: 'dedicated' },
    },
    user_stats: { total_users: 5, admin_users: 1, general_users: 4, max_users: 50, remaining_slots: 45 },
    ...fields,
  }
}
