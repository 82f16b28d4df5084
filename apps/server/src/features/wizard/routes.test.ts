import { afterEach, expect, test } from 'vitest'
import { startModelStandIn } from '../../testing/model-stand-ins/stand-in.ts'
import type { ModelStandIn } from '../../testing/model-stand-ins/stand-in.ts'
import type { ModelVendorId } from '../../models/vendor.ts'
import { createTestApp, createTestAppOver } from '../../testing/test-app.ts'
import type { SignedInUser, TestApp } from '../../testing/test-app.ts'
import { describeOneStore } from '../../testing/test-store.ts'

const base = '/api/v1/env-config'

const get = (app: TestApp, who: SignedInUser, url: string) =>
  app.app.inject({ url: `${base}/${url}`, headers: who.headers })
const post = (app: TestApp, who: SignedInUser, url: string, payload: object = {}) =>
  app.app.inject({ method: 'POST', url: `${base}/${url}`, headers: who.headers, payload })

const open: ModelStandIn[] = []

afterEach(async () => {
  await Promise.all(open.splice(0).map((standIn) => standIn.close()))
})

/** A model that calls the tool of a test. */
async function workingModel(vendor: ModelVendorId): Promise<ModelStandIn> {
  const standIn = await startModelStandIn(vendor, [{ toolCalls: [{ name: 'confirm', args: { ready: true } }] }])
  open.push(standIn)
  return standIn
}

describeOneStore('the wizard', (current) => {
  test('AC-089 AC-103 AC-110 completes the first setup with one click on the built-in engine', async () => {
    const app = await createTestAppOver(current())
    const admin = await app.signIn('ADMIN')
    expect((await get(app, admin, 'status')).json()).toMatchObject({
      orchestration_configured: false,
      orchestration_has_api_key: false,
    })
    const models = (await get(app, admin, 'orchestration-models')).json()
    expect(Object.keys(models.providers)[0]).toBe('builtin')
    const chosen = { provider: 'builtin', model: models.providers.builtin.models[0].id }
    expect((await post(app, admin, 'test/orchestration', chosen)).json()).toMatchObject({ success: true })
    expect((await post(app, admin, 'save-all', { orchestration: chosen })).json()).toEqual({
      message: 'Configuration saved successfully!',
    })
    expect((await get(app, admin, 'status')).json()).toMatchObject({
      orchestration_configured: true,
      orchestration_has_api_key: true,
      orchestration_provider: 'builtin',
    })
    await app.app.close()
  })

  test('stores a key encrypted and bound to its place, and never returns it', async () => {
    const app = await createTestAppOver(current())
    const admin = await app.signIn('ADMIN')
    const key = 'sk-very-secret-0123456789'
    const { baseUrl: base_url } = await workingModel('openai')
    const chosen = { provider: 'openai', model: 'gpt-x', api_key: key, base_url }
    expect((await post(app, admin, 'save-all', { orchestration: chosen })).statusCode).toBe(200)
    const rows = JSON.stringify(await app.context.store.db.selectFrom('settings').selectAll().execute())
    expect(rows).not.toContain(key)
    const answers = await Promise.all([
      get(app, admin, 'status'),
      app.app.inject({ url: '/api/v1/preferences/', headers: admin.headers }),
    ])
    expect(answers.map(({ body }) => body).join('')).not.toContain(key)
    expect((await app.services.settings.orchestration())?.apiKey?.reveal()).toBe(key)
    expect(app.logged.join('')).not.toContain(key)
    await app.app.close()
  })

  test('AC-140 AC-142 answers create-sample-db with the same sample every time', async () => {
    const app = await createTestAppOver(current())
    const admin = await app.signIn('ADMIN')
    const first = await post(app, admin, 'create-sample-db')
    const second = await post(app, admin, 'create-sample-db')
    expect(first.json()).toMatchObject({ success: true, application_name: 'Sample Shop', table_count: 6 })
    expect(second.json()).toEqual(first.json())
    const { rows } = { rows: await app.services.applications.list() }
    expect(rows.map(({ name }) => name)).toEqual(['Sample Shop'])
    await app.app.close()
  })
})

test('keeps a model key with its provider and address, and requires a new key for another address', async () => {
  const app = await createTestApp()
  const admin = await app.signIn('ADMIN')
  const { baseUrl: elsewhere } = await workingModel('openai-compatible')
  const compatible = {
    provider: 'openai-compatible',
    model: 'm',
    api_key: 'key-one',
    base_url: (await workingModel('openai-compatible')).baseUrl,
  }
  await post(app, admin, 'orchestration-model', compatible)
  await post(app, admin, 'orchestration-model', { ...compatible, api_key: null, model: 'm2' })
  expect((await app.services.settings.orchestration())?.apiKey?.reveal()).toBe('key-one')
  await post(app, admin, 'orchestration-model', { ...compatible, api_key: null, base_url: elsewhere })
  expect((await app.services.settings.orchestration())?.apiKey).toBeNull()
  await app.close()
})

test('refuses incomplete forms with the documents’ words', async () => {
  const app = await createTestApp()
  const admin = await app.signIn('ADMIN')
  const details = []
  for (const payload of [
    { orchestration: { provider: 'openai', model: 'gpt-x' } },
    { orchestration: { provider: 'openai', model: ' ', api_key: 'k' } },
    { orchestration: { provider: 'openai-compatible', model: 'm' } },
    {},
  ]) {
    const answer = await post(app, admin, 'save-all', payload)
    details.push(`${answer.statusCode} ${answer.json().detail}`)
  }
  expect(details).toEqual([
    '400 API key is required when changing the model or provider.',
    '400 Please select both provider and model',
    '400 Enter the URL of the OpenAI-compatible server.',
    '400 Please complete all requirements before saving',
  ])
  expect((await get(app, admin, 'models/nonsense')).statusCode).toBe(400)
  await app.close()
})

describeOneStore('saving the setup', (current) => {
  test('AC-096 AC-097 AC-108 saves a tested model without another call, and refuses one that failed its test', async () => {
    const app = await createTestAppOver(current())
    const admin = await app.signIn('ADMIN')
    const standIn = await workingModel('openai-compatible')
    const chosen = { provider: 'openai-compatible', model: 'm', api_key: 'k', base_url: standIn.baseUrl }
    standIn.script([{ status: 401 }])
    const refused = await post(app, admin, 'save-all', { orchestration: chosen })
    expect([refused.statusCode, refused.json().detail]).toEqual([
      400,
      'OpenAI-compatible rejected the API key. Check that it is complete and still valid.',
    ])
    expect((await get(app, admin, 'status')).json().orchestration_configured).toBe(false)
    standIn.script([{ toolCalls: [{ name: 'confirm', args: { ready: true } }] }])
    expect((await post(app, admin, 'test/orchestration', chosen)).json().success).toBe(true)
    const calls = standIn.requests.length
    expect((await post(app, admin, 'save-all', { orchestration: chosen })).statusCode).toBe(200)
    expect((await post(app, admin, 'save-all', { orchestration: null })).statusCode).toBe(200)
    expect(standIn.requests).toHaveLength(calls)
    // Another key needs another test, and so does another user.
    await post(app, admin, 'save-all', { orchestration: { ...chosen, api_key: 'k2' } })
    await post(app, await app.signIn('ADMIN'), 'save-all', { orchestration: { ...chosen, model: 'm2' } })
    expect(standIn.requests).toHaveLength(calls + 2)
    await app.app.close()
  })

  test('AC-103 leaves the model unchanged if the database is refused', async () => {
    const app = await createTestAppOver(current(), { trial: false })
    const admin = await app.signIn('ADMIN')
    const orchestration = { provider: 'builtin', model: 'builtin' }
    const application = (await post(app, admin, 'applications', { name: 'Shop' })).json()
    const database = {
      type: 'postgresql',
      application_id: application.id,
      host: '127.0.0.1',
      port: 9,
      database: 'd',
      username: 'u',
      password: 'p',
    }
    const refused = [
      { ...database, application_id: 'gone' },
      { ...database, host: '' },
      { ...database, type: 'nonsense' },
    ]
    for (const wrong of refused) {
      const answer = await post(app, admin, 'save-all', { orchestration, database: wrong })
      expect(answer.statusCode).toBeGreaterThanOrEqual(400)
    }
    // Without a license three databases are allowed, so the fourth fails inside the transaction.
    for (let count = 0; count < 3; count += 1) {
      const form = { name: `Database ${count}`, db_type: 'postgresql', host: 'h', database: 'd', username: 'u' }
      await app.app.inject({
        method: 'POST',
        url: '/api/v1/database-management/configurations',
        headers: admin.headers,
        payload: { ...form, password: 'p' },
      })
    }
    const over = await post(app, admin, 'save-all', { orchestration, database })
    expect([over.statusCode, over.json().code]).toEqual([403, 'license_limit'])
    expect((await get(app, admin, 'status')).json().orchestration_configured).toBe(false)
    await app.services.license.ensureTrial()
    expect((await post(app, admin, 'save-all', { orchestration, database })).statusCode).toBe(200)
    expect((await get(app, admin, 'status')).json().orchestration_provider).toBe('builtin')
    await app.app.close()
  })
})

test('AC-186 AC-187 AC-188 AC-189 AC-190 reports a missing or unchanged setting of the orchestration model', async () => {
  const app = await createTestApp()
  const admin = await app.signIn('ADMIN')
  const standIn = await workingModel('openai')
  const chosen = { provider: 'openai', model: 'gpt-x', api_key: 'first', base_url: standIn.baseUrl }
  const detail = async (name: string, payload: object) => (await post(app, admin, name, payload)).json().detail
  expect(await detail('orchestration-model', { ...chosen, model: '' })).toBe('Please select both provider and model')
  expect(await detail('orchestration-model', { ...chosen, api_key: null })).toBe(
    'API key is required when changing the model or provider.',
  )
  expect((await post(app, admin, 'orchestration-model', chosen)).json()).toEqual({
    message: 'Orchestration settings updated successfully',
  })
  expect(await detail('orchestration-api-key', { ...chosen, api_key: '' })).toBe(
    'No changes to save. Either change the model or provide a new API key.',
  )
  expect((await post(app, admin, 'orchestration-api-key', { ...chosen, api_key: 'second' })).statusCode).toBe(200)
  expect((await app.services.settings.orchestration())?.apiKey?.reveal()).toBe('second')
  // Without a given key, the stored one is tested.
  await post(app, admin, 'test/orchestration', { ...chosen, api_key: null })
  expect(JSON.stringify(standIn.requests.at(-1)?.headers)).toContain('second')
  await app.close()
})

test('AC-134 AC-135 requires a unique name for an application, ignoring case', async () => {
  const app = await createTestApp()
  const admin = await app.signIn('ADMIN')
  const empty = await post(app, admin, 'applications', { name: '   ' })
  expect(empty.json().detail).toBe('Application name is required')
  const made = await post(app, admin, 'applications', { name: 'Shop' })
  expect(made.json()).toMatchObject({ name: 'Shop', description: null })
  const again = await post(app, admin, 'applications', { name: 'SHOP' })
  expect([again.statusCode, again.json().code]).toEqual([409, 'conflict'])
  await app.close()
})

test('AC-168 AC-169 AC-170 accepts preferences in the documented ranges, and keeps absent fields', async () => {
  const app = await createTestApp()
  const { headers } = await app.signIn('ADMIN')
  const put = (payload: object) => app.app.inject({ method: 'PUT', url: '/api/v1/preferences/', headers, payload })
  expect((await put({ temperature: '0.05' })).json().detail).toBe('Temperature must be between 0.1 and 1.0')
  expect((await put({ max_tokens: '99' })).json().detail).toBe('Max tokens must be between 100 and 32000')
  const options = await app.app.inject({ url: '/api/v1/preferences/llm-options/', headers })
  expect(options.json().providers.openai).toMatchObject({ name: 'OpenAI', models: expect.any(Array) })
  await put({ temperature: '0.3', share_data_with_llm: false })
  expect((await put({ max_tokens: '4000' })).json()).toMatchObject({
    temperature: '0.3',
    max_tokens: '4000',
    share_data_with_llm: false,
    llm_provider: null,
  })
  await app.close()
})
