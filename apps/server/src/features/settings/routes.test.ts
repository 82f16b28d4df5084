import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createAdministeredApp } from '../../testing/administered-app.ts'
import type { AdministeredApp } from '../../testing/administered-app.ts'
import { startModelStandIn } from '../../testing/model-stand-ins/stand-in.ts'
import { mailAccount, startMailServer } from '../../testing/mail-server.ts'
import { createTestPlace, describeOneStore, openTestStore } from '../../testing/test-store.ts'

const long = 'x'.repeat(10_000)
const nul = String.fromCodePoint(0)

async function settingsRows(app: AdministeredApp): Promise<string> {
  return JSON.stringify(await app.context.store.db.selectFrom('settings').selectAll().orderBy('key').execute())
}

describeOneStore('settings', (current) => {
  test('AC-166 AC-167 AC-169 AC-170 AC-171 AC-173 AC-174 AC-175 AC-176 updates preferences completely or not at all, with defaults and ranges', async () => {
    const app = await createAdministeredApp(current())
    const put = (payload: unknown) => app.outcome(app.admin, 'PUT', 'preferences/', payload)
    const initial = {
      llm_provider: null,
      llm_model: null,
      has_api_key: false,
      temperature: '0.7',
      max_tokens: '8192',
      share_data_with_llm: true,
    }
    expect((await app.call(app.admin, 'GET', 'preferences/')).json()).toEqual(initial)
    const temperature = '400 Temperature must be between 0.1 and 1.0'
    const tokens = '400 Max tokens must be between 100 and 32000'
    for (const wrong of ['0', '1.1', '', 'NaN', '-0.5', long])
      expect(await put({ temperature: wrong })).toBe(temperature)
    for (const wrong of ['99', '32001', '1e3', '100.5']) expect(await put({ max_tokens: wrong })).toBe(tokens)
    for (const wrong of [{ temperature: 0.5 }, { share_data_with_llm: 'no' }, { llm_provider: 'other' }, { more: 1 }]) {
      expect(await put(wrong)).toMatch(/^400 /)
    }
    // A model that cannot be chosen prevents storing the other settings.
    const half = { llm_provider: 'openai', llm_model: 'gpt-x', api_key: null, temperature: '0.2' }
    expect(await put(half)).toBe('400 API key is required when changing the model or provider.')
    expect((await app.call(app.admin, 'GET', 'preferences/')).json()).toEqual(initial)
    const standIn = await startModelStandIn('openai-compatible', [{ toolCalls: [{ name: 'confirm', args: {} }] }])
    const model = { provider: 'openai-compatible', model: 'm', api_key: 'sk-secret-1', base_url: standIn.baseUrl }
    await app.call(app.admin, 'POST', 'env-config/orchestration-model', model)
    const saved = await app.call(app.admin, 'PUT', 'preferences/', {
      llm_provider: 'openai-compatible',
      llm_model: 'm2',
      api_key: null,
      temperature: '0.1',
      max_tokens: '32000',
      share_data_with_llm: false,
    })
    expect(saved.json()).toEqual({
      llm_provider: 'openai-compatible',
      llm_model: 'm2',
      has_api_key: true,
      temperature: '0.1',
      max_tokens: '32000',
      share_data_with_llm: false,
    })
    expect(await settingsRows(app)).not.toContain('sk-secret-1')
    const audit = await app.call(app.admin, 'GET', 'audit')
    expect(audit.body).toContain('settings.update-preferences')
    expect(audit.body).not.toContain('sk-secret-1')
    await app.app.close()
    await standIn.close()
  })

  test('AC-193 AC-194 AC-195 AC-196 AC-202 AC-203 AC-204 AC-206 AC-207 saves only SMTP settings that passed their test, and never returns their password', async () => {
    const app = await createAdministeredApp(current())
    const smtp = await startMailServer()
    const form = {
      backend: 'smtp',
      from_email: 'parlance@example.com',
      from_name: 'Parlance',
      smtp_host: '127.0.0.1',
      smtp_port: smtp.port,
      smtp_username: mailAccount.username,
      smtp_password: mailAccount.password,
      smtp_use_tls: false,
      smtp_use_ssl: false,
    }
    const save = (change: object = {}) => app.outcome(app.admin, 'POST', 'env-config/email', { ...form, ...change })
    const testIt = (change: object = {}) => app.call(app.admin, 'POST', 'env-config/email/test', { ...form, ...change })
    expect((await app.call(app.admin, 'GET', 'env-config/email')).json()).toEqual({
      backend: 'console',
      from_email: '',
      from_name: '',
      smtp_host: '',
      smtp_port: 587,
      smtp_username: '',
      has_smtp_password: false,
      smtp_use_tls: true,
      smtp_use_ssl: false,
    })
    const testFirst = '400 Please test the SMTP configuration before saving.'
    expect(await save()).toBe(testFirst)
    expect((await testIt({ smtp_password: 'wrong' })).json().code).toBe('email_failed')
    expect(await save({ smtp_password: 'wrong' })).toBe(testFirst)
    expect((await testIt({ smtp_username: '', smtp_password: null })).json().detail).toBe(
      'SMTP username and password are required for testing authentication.',
    )
    const passed = await testIt()
    expect(passed.json()).toMatchObject({ message: expect.any(String), details: expect.any(String) })
    expect(smtp.mails.at(-1)?.to).toEqual([app.admin.user.email])
    for (const change of [{ smtp_port: smtp.port + 1 }, { from_name: 'Other' }, { smtp_password: 'other' }]) {
      expect(await save(change)).toBe(testFirst)
    }
    const colleague = await app.signIn('ADMIN')
    expect(await app.outcome(colleague, 'POST', 'env-config/email', form)).toBe(testFirst)
    expect(await save()).toBe('200')
    const read = await app.call(app.admin, 'GET', 'env-config/email')
    expect(read.json()).toMatchObject({ backend: 'smtp', has_smtp_password: true, smtp_username: mailAccount.username })
    expect((await app.call(app.admin, 'GET', 'env-config/status')).json()).toMatchObject({
      email_backend: 'smtp',
      email_configured: true,
    })
    // The stored password is used only for the same account on the same server.
    expect((await testIt({ smtp_password: null, from_name: 'New name' })).statusCode).toBe(200)
    expect(await save({ smtp_password: null, from_name: 'New name' })).toBe('200')
    expect((await testIt({ smtp_password: null, smtp_host: 'localhost' })).statusCode).toBe(400)
    const audit = await app.call(app.admin, 'GET', 'audit?limit=500')
    const everything = [read.body, passed.body, audit.body, await settingsRows(app), app.logged.join('')].join('')
    expect(everything).not.toContain(mailAccount.password)
    await app.app.close()
    await smtp.close()
  })

  test('AC-211 AC-212 OP-48 reports session statistics by age, and deletes by age at a reset', async () => {
    const app = await createAdministeredApp(current())
    const user = await app.signIn('GENERAL')
    const day = 24 * 60 * 60 * 1000
    for (const age of [0, 2, 8, 20, 40, 400]) {
      const path = `/apps/nl_to_sql_agent/users/${user.user.id}/sessions`
      const { id } = (await app.app.inject({ method: 'POST', url: path, headers: user.headers, payload: {} })).json()
      const last_accessed = new Date(app.context.now().getTime() - age * day).toISOString()
      await app.context.store.db.updateTable('sessions').set({ last_accessed }).where('id', '=', id).execute()
    }
    expect((await app.call(app.admin, 'GET', 'admin/sessions/stats')).json()).toEqual({
      total_sessions: 6,
      sessions_by_age: { last_24h: 1, last_week: 2, last_month: 4, older_than_month: 2 },
      database_size_mb: expect.any(Number),
    })
    const reset = (filter: string) => app.call(app.admin, 'DELETE', `admin/sessions/reset?filter=${filter}`)
    expect((await reset('older_than_1m')).json()).toEqual({ message: 'Deleted 2 conversations.', deleted_count: 2 })
    expect((await reset('older_than_1w')).json().deleted_count).toBe(2)
    expect((await reset('older_than_1d')).json()).toEqual({ message: 'Deleted 1 conversation.', deleted_count: 1 })
    for (const wrong of ['', 'older_than_1y', 'all%00', long]) expect((await reset(wrong)).statusCode).toBe(400)
    expect((await app.call(app.admin, 'DELETE', 'admin/sessions/reset')).statusCode).toBe(400)
    expect((await reset('all')).json().deleted_count).toBe(1)
    expect((await app.call(app.admin, 'GET', 'admin/sessions/stats')).json().total_sessions).toBe(0)
    const { records } = (await app.call(app.admin, 'GET', 'audit?action=session.reset&outcome=allowed')).json()
    expect(records[0]).toMatchObject({ detail: { filter: 'all', deleted: 1 }, user_id: app.admin.user.id })
    await app.app.close()
  })

  test('AC-182 AC-216 AC-217 AC-218 AC-219 AC-220 OP-30 OP-31 lets every user read the visualization URL, and administrators set it', async () => {
    const app = await createAdministeredApp(current())
    const user = await app.signIn('GENERAL')
    const path = 'env-config/visualization'
    const post = (server_url: unknown) => app.outcome(app.admin, 'POST', path, { server_url })
    expect((await app.call(user, 'GET', path)).json()).toEqual({ server_url: '/visualize' })
    expect(await post('  ')).toBe('400 URL is required.')
    expect(await post(null)).toBe('400 URL is required.')
    const invalid = '400 Please enter a valid URL starting with http:// or https://'
    const bad = [
      'ftp://x',
      'javascript:alert(1)',
      '//evil.test',
      'https://',
      'http://a b',
      'data:text/html,x',
      '/other',
    ]
    for (const wrong of [...bad, 'https://user:password@viz.example.com', `https://viz.example.com/"><script>`]) {
      expect([wrong, await post(wrong)]).toEqual([wrong, invalid])
    }
    expect(await post(`https://${long}`)).toMatch(/^400 /)
    expect((await app.call(user, 'GET', path)).json()).toEqual({ server_url: '/visualize' })
    expect(await post('https://viz.example.com')).toBe('200')
    expect((await app.call(user, 'GET', path)).json()).toEqual({ server_url: 'https://viz.example.com/visualize' })
    expect(await post('https://viz.example.com/own/path?x=1')).toBe('200')
    expect((await app.call(user, 'GET', path)).json().server_url).toBe('https://viz.example.com/own/path?x=1')
    expect(await post('/visualize')).toBe('200')
    expect(await app.outcome(user, 'POST', path, { server_url: 'https://x.test' })).toMatch(/^403 /)
    await app.app.close()
  })

  test('changes both switches for new accounts or neither', async () => {
    const app = await createAdministeredApp(current())
    const path = 'env-config/registration'
    expect((await app.call(app.admin, 'GET', path)).json()).toEqual({ email_activation: false, auto_approval: false })
    for (const wrong of [{ email_activation: true }, { email_activation: 'yes', auto_approval: true }, {}, null]) {
      expect((await app.call(app.admin, 'POST', path, wrong)).statusCode).toBe(400)
    }
    const changed = { email_activation: true, auto_approval: true }
    expect((await app.call(app.admin, 'POST', path, changed)).json()).toEqual(changed)
    expect(await app.services.settings.get('auto_approval')).toBe(true)
    await app.app.close()
  })
})

test('AC-197 AC-198 AC-199 AC-201 AC-205 AC-210 OP-34 refuses email forms with the documents’ words, and needs no test for the console', async () => {
  const app = await createAdministeredApp(null)
  const smtp = { backend: 'smtp', from_email: 'a@example.com', smtp_host: 'mail.example.com' }
  const save = (change: object) => app.outcome(app.admin, 'POST', 'env-config/email', { ...smtp, ...change })
  const from = '400 A valid from email is required.'
  for (const from_email of ['', 'nobody', `a@b${nul}.com`, `${long}@example.com`, 7, null, undefined]) {
    expect(await save({ from_email })).toBe(from)
  }
  expect(await save({ smtp_host: '' })).toBe('400 SMTP host is required for SMTP.')
  expect(await app.outcome(app.admin, 'POST', 'env-config/email/test', { ...smtp, smtp_host: '' })).toBe(
    '400 SMTP host is required for SMTP backend.',
  )
  for (const smtp_port of [0, 65_536, 1.5, '587']) {
    expect(await save({ smtp_port })).toBe('400 SMTP port must be from 1 to 65535.')
  }
  for (const wrong of [
    { smtp_host: 'a b' },
    { smtp_host: `h${nul}` },
    { smtp_host: 'http://mail/' },
    { from_name: 'x\r\nBcc: all@example.com' },
    { from_name: long },
    { smtp_use_tls: 'yes' },
    { backend: 'pigeon' },
    { more: true },
  ]) {
    expect(await save(wrong)).toMatch(/^400 /)
  }
  expect(await settingsRows(app)).not.toContain('example.com')
  const console_ = { backend: 'console', from_email: 'a@example.com' }
  expect((await app.call(app.admin, 'POST', 'env-config/email/test', console_)).json().details).toContain(
    'printed to standard output',
  )
  expect((await app.call(app.admin, 'POST', 'env-config/email', console_)).json()).toMatchObject({
    backend: 'console',
    smtp_port: 587,
    smtp_use_tls: true,
  })
  await app.close()
})

test('AC-106 AC-168 AC-178 AC-183 AC-184 lists shipped models, the operator’s replacements, and reads them again on request', async () => {
  const place = await createTestPlace('sqlite')
  if ('skip' in place) throw new Error(place.skip)
  const file = join(place.dataDir, 'models.json')
  const write = (id: string) =>
    writeFileSync(file, JSON.stringify({ compared_on: '2026-12-24', providers: { google: [{ id, name: id }] } }))
  write('gemini-own')
  const app = await createAdministeredApp(await openTestStore(place), { config: { modelListPath: file } })
  const models = async () => {
    const answer = (await app.call(app.admin, 'GET', 'env-config/models/google')).json()
    return answer.map(({ id }: { id: string }) => id)
  }
  const options = (await app.call(app.admin, 'GET', 'preferences/llm-options/')).json()
  expect(Object.keys(options.providers)).toEqual(['builtin', 'google', 'openai', 'anthropic', 'openai-compatible'])
  expect(options.compared_on).toBe('2026-12-24')
  expect(options.providers.anthropic).toMatchObject({
    name: 'Anthropic Claude',
    models: expect.arrayContaining([
      { id: expect.any(String), name: expect.any(String), description: expect.any(String) },
    ]),
  })
  const orchestration = (await app.call(app.admin, 'GET', 'env-config/orchestration-models')).json()
  expect(orchestration).toEqual(options)
  expect(await models()).toEqual(['gemini-own'])
  write('gemini-newer')
  expect(await models()).toEqual(['gemini-own'])
  expect((await app.call(app.admin, 'DELETE', 'preferences/cache')).json()).toEqual({
    message: 'Preferences cache cleared.',
  })
  expect(await models()).toEqual(['gemini-newer'])
  writeFileSync(file, '{"providers": 1}')
  expect(await app.outcome(app.admin, 'DELETE', 'preferences/cache')).toMatch(/^400 The model list .* is not valid/)
  expect(await models()).toEqual(['gemini-newer'])
  expect((await app.call(app.admin, 'GET', 'env-config/status')).json()).toEqual({
    orchestration_configured: false,
    orchestration_has_api_key: false,
    orchestration_provider: null,
    orchestration_model: null,
    database_type: null,
    email_backend: 'console',
    email_configured: false,
  })
  await app.close()
})

test('R14 asks a provider for its models with its key at allowed addresses, and checks its answer', async () => {
  let answer: { status: number; body: string } = { status: 200, body: '' }
  const seen: string[] = []
  const server = createServer((request, response) => {
    seen.push(`${request.url} ${request.headers.authorization}`)
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const base_url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
  const app = await createAdministeredApp(null)
  const refresh = (payload: object, provider = 'openai-compatible') =>
    app.call(app.admin, 'POST', `env-config/models/${provider}/refresh`, payload)
  answer = { status: 200, body: JSON.stringify({ data: [{ id: 'new-model' }, { id: 'a-model' }, { object: 'x' }] }) }
  const refreshed = (await refresh({ base_url, api_key: 'list-key' })).json()
  expect(refreshed.models.map(({ id }: { id: string }) => id).slice(-2)).toEqual(['a-model', 'new-model'])
  expect(seen).toEqual(['/v1/models Bearer list-key'])
  expect((await app.call(app.admin, 'GET', 'env-config/models/openai-compatible')).json()).toEqual(refreshed.models)
  for (const [status, body, code] of [
    [401, '{}', 'model_auth'],
    [500, '{}', 'model_failed'],
    [302, '', 'model_unreachable'],
    [200, 'no json', 'model_failed'],
    [200, '[1]', 'model_failed'],
    [200, JSON.stringify({ data: [{ id: 'x'.repeat(5_000_000) }] }), 'model_failed'],
  ] as const) {
    answer = { status, body }
    expect([status, (await refresh({ base_url })).json().code]).toEqual([status, code])
  }
  const blocked = await refresh({ base_url: 'http://169.254.169.254/v1' })
  expect(blocked.json()).toMatchObject({
    code: 'model_unreachable',
    detail: 'Connections to this address are not allowed. Use another URL.',
  })
  expect((await refresh({ base_url: 'file:///etc/passwd' })).statusCode).toBeGreaterThanOrEqual(400)
  expect((await refresh({})).json().code).toBe('model_not_configured')
  expect((await refresh({}, 'openai')).json().detail).toBe('Enter an API key for OpenAI.')
  expect((await refresh({}, 'builtin')).statusCode).toBe(400)
  expect((await app.call(app.admin, 'GET', 'env-config/models/openai-compatible')).json()).toEqual(refreshed.models)
  await app.close()
  server.close()
})
