import { initialEmailSettings, message, wireMessage, type MessageValues } from '@parlance/contract'
import { http, HttpResponse } from 'msw'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTranslations } from '../lib/i18n.ts'
import { makeLicense } from '../testing/settings-backend.ts'
import { at, useTestServer } from '../testing/test-server.ts'
import { resendActivation } from './auth.ts'
import { testOrchestration } from './env-config.ts'
import { licenseQuery, uploadLicense } from './license.ts'
import { testEmail } from './settings.ts'
import { updateUserAccess } from './users.ts'

const server = useTestServer()

const connected = 'Connected to {provider}: {model} answers and can use tools.'
const uploaded = 'License uploaded successfully: {edition} edition, valid until {date}.'
const otherDomain = 'This license is for {domain}, but the domain of this installation is {host}.'
const someSaved = 'Some changes could not be saved. {succeeded} of {total} changes were successful.'
const denied = 'Wait for {name}.'
const accepted = 'The mail server accepted a test email to {to}.'

beforeAll(() =>
  startTranslations({
    language: 'de',
    texts: {
      [connected]: 'Mit {provider} verbunden: {model} antwortet.',
      [uploaded]: 'Lizenz {edition} bis {date} installiert.',
      [otherDomain]: 'Die Lizenz gilt für {domain}, nicht für {host}.',
      [someSaved]: '{succeeded} von {total} Änderungen gespeichert.',
      [denied]: 'Warten Sie auf {name}.',
      [accepted]: 'Der Mailserver hat die Testmail an {to} angenommen.',
      'Test email sent successfully.': 'Testmail gesendet.',
      'A new code has been sent.': 'Ein neuer Code wurde gesendet.',
    },
  }),
)
afterAll(() => startTranslations())

const answers = (method: 'get' | 'post' | 'put', path: string, body: object) =>
  server.use(http[method](at(path), () => HttpResponse.json(body)))
const answerOf = (pattern: string, values?: MessageValues) => wireMessage(message(pattern, values))

it('shows the result of a model test in the user’s language', async () => {
  const body = { success: true, ...answerOf(connected, { provider: 'OpenAI', model: 'gpt' }) }
  answers('post', '/api/v1/env-config/test/orchestration', body)
  const result = await testOrchestration({ provider: 'openai', model: 'gpt' })
  expect(result.message).toBe('Mit OpenAI verbunden: gpt antwortet.')
})

it('shows the result of an uploaded license in the user’s language', async () => {
  const body = { success: true, ...answerOf(uploaded, { edition: 'standard', date: '2027-01-01' }) }
  answers('post', '/api/v1/license/upload', body)
  expect((await uploadLicense('key')).message).toBe('Lizenz standard bis 2027-01-01 installiert.')
})

it('shows why a license is not valid in the user’s language', async () => {
  const values = { domain: 'a.example', host: 'b.example' }
  const { message: problem, ...rest } = answerOf(otherDomain, values)
  answers('get', '/api/v1/license/status', {
    ...makeLicense({ is_valid: false, license_info: null, error_message: problem }),
    ...rest,
  })
  const status = await licenseQuery.queryFn?.({ signal: new AbortController().signal } as never)
  expect(status?.error_message).toBe('Die Lizenz gilt für a.example, nicht für b.example.')
})

it('shows the result of a test email in the user’s language', async () => {
  const { message: details, ...rest } = answerOf(accepted, { to: 'ann@example.com' })
  answers('post', '/api/v1/env-config/email/test', { message: 'Test email sent successfully.', details, ...rest })
  expect(await testEmail(initialEmailSettings)).toEqual({
    message: 'Testmail gesendet.',
    details: 'Der Mailserver hat die Testmail an ann@example.com angenommen.',
  })
})

it('shows which changes of access failed in the user’s language', async () => {
  const { message: detail, ...rest } = answerOf(denied, { name: 'Ann' })
  answers('put', '/api/v1/users/u1/access', {
    total: 2,
    succeeded: 1,
    ...answerOf(someSaved, { succeeded: 1, total: 2 }),
    failed: [{ type: 'database', id: 'd1', name: 'Shop', detail, ...rest, code: 'conflict' }],
  })
  const outcome = await updateUserAccess('u1', [{ type: 'database', id: 'd1', has_access: true }])
  expect(outcome.message).toBe('1 von 2 Änderungen gespeichert.')
  expect(outcome.failed[0]?.detail).toBe('Warten Sie auf Ann.')
})

it('shows a message without values in the user’s language', async () => {
  answers('post', '/api/v1/auth/resend-activation', answerOf('A new code has been sent.'))
  expect((await resendActivation('ann@example.com')).message).toBe('Ein neuer Code wurde gesendet.')
})
