import { cleanup, screen, waitFor } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { speechless } from '../../testing/databases-backend.ts'
import { makeProviders, makeStatus } from '../../testing/factories.ts'
import { renderApp, useTestBrowser } from '../../testing/render-app.tsx'
import { at, failure, signedInHandlers, useTestServer } from '../../testing/test-server.ts'

const server = useTestServer()
useTestBrowser()
afterEach(() => vi.useRealTimers())

const untouched = makeStatus({ orchestration_configured: false, orchestration_has_api_key: false })
const model = (id: string, name: string) => ({ id, name, description: `${name} in words` })

function serve({
  test = { success: true, message: 'Ready.' },
  save = () => HttpResponse.json({ message: 'Saved.' }),
} = {}) {
  const tested: unknown[] = []
  const saved: unknown[] = []
  server.use(
    ...signedInHandlers({ status: untouched }),
    http.get(at('/api/v1/env-config/models/:provider'), ({ params }) =>
      HttpResponse.json(
        params.provider === 'builtin'
          ? [model('builtin', 'Built-in engine')]
          : [model('m-large', params.provider === 'google' ? 'Large' : `Large of ${String(params.provider)}`)],
      ),
    ),
    http.post(at('/api/v1/env-config/test/orchestration'), async ({ request }) => {
      tested.push(await request.json())
      return HttpResponse.json(test)
    }),
    http.post(at('/api/v1/env-config/save-all'), async ({ request }) => {
      saved.push(await request.json())
      return save()
    }),
  )
  return { tested, saved }
}

async function fillGoogle(user: UserEvent) {
  await user.click(await screen.findByRole('radio', { name: /^Google Gemini/ }))
  await screen.findByRole('option', { name: 'Large' })
  await user.selectOptions(screen.getByLabelText('Model'), 'm-large')
  await user.type(screen.getByLabelText('API key'), 'k-1')
}

const saveButton = () => screen.findByRole('button', { name: 'Save and open chat' })

describe('setup wizard', () => {
  it('AC-085 AC-086 AC-087 AC-088 AC-089 AC-090 shows two collapsible sections, the status and the save button', async () => {
    serve()
    const { user } = renderApp('/env-config')
    const sections = [
      await screen.findByRole('button', { name: /AI Model Settings/ }),
      screen.getByRole('button', { name: /Database Configuration/ }),
    ]
    for (const section of sections) {
      expect(section.getAttribute('aria-expanded')).toBe('true')
      await user.click(section)
      expect(section.getAttribute('aria-expanded')).toBe('false')
    }
    expect(screen.queryByRole('radio', { name: /^Google Gemini/ })).toBeNull()
    expect(screen.getByRole('complementary', { name: 'Status' })).toBeDefined()
    expect(await screen.findByText('Sample Shop is already connected.')).toBeDefined()
    expect(await saveButton()).toBeDefined()
  })

  it.each([
    { orchestration_configured: false, orchestration_has_api_key: true },
    { orchestration_configured: true, orchestration_has_api_key: false },
  ])('AC-089 AC-090 enters the configuration for %o', async (status) => {
    serve()
    server.use(http.get(at('/api/v1/env-config/status'), () => HttpResponse.json(makeStatus(status))))
    renderApp('/env-config')
    expect(await screen.findByText('AI Model Settings')).toBeDefined()
  })

  it('AC-085 shows that it is checking until the status is known', async () => {
    server.use(
      http.get(at('/api/v1/env-config/status'), () => new Promise<Response>(() => undefined)),
      ...signedInHandlers(),
    )
    renderApp('/env-config')
    expect(await screen.findByText('Loading...')).toBeDefined()
    expect(screen.queryByText('AI Model Settings')).toBeNull()
  })

  it('AC-094 AC-103 uses the built-in engine with one click: tested, saved, complete', async () => {
    const { tested, saved } = serve()
    const { user } = renderApp('/env-config')
    await user.dblClick(await screen.findByRole('button', { name: /Built-in engine \(no key\)/ }))
    expect(await screen.findByRole('heading', { name: 'Setup is complete' })).toBeDefined()
    expect(screen.getByText('Saved.')).toBeDefined()
    expect(tested).toEqual([{ provider: 'builtin', model: 'builtin', api_key: null }])
    expect(saved).toEqual([{ orchestration: { provider: 'builtin', model: 'builtin', api_key: null } }])
  })

  it('AC-105 AC-106 AC-108 AC-109 AC-110 requires provider, model and key before it tests', async () => {
    const { tested } = serve()
    const { user } = renderApp('/env-config')
    for (const name of ['Google Gemini', 'OpenAI Requires', 'Anthropic Claude', 'OpenAI-compatible']) {
      expect(await screen.findByRole('radio', { name: new RegExp(`^${name}`) })).toBeDefined()
    }
    await user.click(screen.getByRole('radio', { name: /^Google Gemini/ }))
    const test = screen.getByRole('button', { name: 'Test model' })
    expect(test.hasAttribute('disabled')).toBe(true)
    await screen.findByRole('option', { name: 'Large' })
    await user.selectOptions(screen.getByLabelText('Model'), 'm-large')
    expect(test.hasAttribute('disabled')).toBe(true)
    await user.type(screen.getByLabelText('API key'), 'k-1')
    await user.click(test)
    expect(await screen.findByText('Ready.')).toBeDefined()
    expect(tested).toEqual([{ provider: 'google', model: 'm-large', api_key: 'k-1' }])
  })

  it('AC-106 AC-107 AC-111 discards the test on any edit, and the model with its provider', async () => {
    serve()
    const { user } = renderApp('/env-config')
    await fillGoogle(user)
    await user.click(screen.getByRole('button', { name: 'Test model' }))
    await screen.findByText('Ready.')
    await user.type(screen.getByLabelText('API key'), '2')
    expect(screen.queryByText('Ready.')).toBeNull()
    expect(screen.getByText('AI not tested')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Test model' }))
    await screen.findByText('Ready.')
    await user.selectOptions(screen.getByLabelText('Model'), 'Other model')
    expect(screen.queryByText('Ready.')).toBeNull()
    await user.click(screen.getByRole('radio', { name: /^OpenAI Requires/ }))
    expect(screen.getByLabelText<HTMLSelectElement>('Model').value).toBe('')
    expect(screen.getByLabelText<HTMLInputElement>('API key').value).toBe('')
    expect(await screen.findByRole('option', { name: 'Large of openai' })).toBeDefined()
    expect(screen.queryByRole('option', { name: 'Large' })).toBeNull()
  })

  it('loads a provider’s current models with the typed key, and shows why it cannot', async () => {
    serve()
    const asked: unknown[] = []
    let listed = [model('m-large', 'Large')]
    server.use(
      http.get(at('/api/v1/env-config/models/google'), () => HttpResponse.json(listed)),
      http.post(at('/api/v1/env-config/models/google/refresh'), async ({ request }) => {
        asked.push(await request.json())
        if (asked.length === 1) return failure(502, 'The key was refused.', 'model_auth')
        listed = [...listed, model('m-new', 'Brand new')]
        return HttpResponse.json({ provider: 'google', models: listed, refreshed_at: '2026-11-21T10:00:00.000Z' })
      }),
    )
    const { user } = renderApp('/env-config')
    await fillGoogle(user)
    const refresh = screen.getByRole('button', { name: 'Refresh models' })
    await user.click(refresh)
    expect((await screen.findByRole('alert')).textContent).toBe('The key was refused.')
    await user.click(refresh)
    expect(await screen.findByText('2 models found.')).toBeDefined()
    expect(await screen.findByRole('option', { name: 'Brand new' })).toBeDefined()
    expect(asked).toEqual([
      { api_key: 'k-1', base_url: null },
      { api_key: 'k-1', base_url: null },
    ])
    expect(screen.getByLabelText<HTMLSelectElement>('Model').value).toBe('m-large')
  })

  it('AC-097 AC-098 AC-103 saves a tested model, without a database', async () => {
    const { saved } = serve()
    const { user } = renderApp('/env-config')
    await fillGoogle(user)
    await user.click(screen.getByRole('button', { name: 'Test model' }))
    await screen.findByText('Ready.')
    await user.dblClick(await saveButton())
    expect(await screen.findByRole('heading', { name: 'Setup is complete' })).toBeDefined()
    expect(saved).toEqual([{ orchestration: { provider: 'google', model: 'm-large', api_key: 'k-1' } }])
  })

  it('AC-095 opens the chat with a full page load 3 s after saving', async () => {
    serve()
    const { user, app } = renderApp('/env-config')
    const builtin = await screen.findByRole('button', { name: /Built-in engine/ })
    const navigate = vi.spyOn(app.router, 'navigate').mockResolvedValue()
    vi.useFakeTimers({ shouldAdvanceTime: true })
    await user.click(builtin)
    await screen.findByRole('heading', { name: 'Setup is complete' })
    await vi.advanceTimersByTimeAsync(2500)
    expect(navigate).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(600)
    expect(navigate).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ to: '/chat', search: {}, reloadDocument: true }),
    )
  })

  it('AC-097 AC-099 AC-100 names what is missing, and moves the focus there', async () => {
    const { saved } = serve()
    server.use(http.get(at('/api/v1/database-management/configurations'), () => HttpResponse.json([])))
    const { user } = renderApp('/env-config')
    expect(await screen.findByText(/^AI form invalid/)).toBeDefined()
    expect(screen.getByText('AI not tested')).toBeDefined()
    expect(screen.getByText(/^Database form invalid/)).toBeDefined()
    expect(screen.getByText(/^Database not tested/)).toBeDefined()
    const section = screen.getByRole('button', { name: /AI Model Settings/ })
    await user.click(section)
    await user.click(await saveButton())
    expect((await screen.findByRole('alert')).textContent).toBe('Please complete all requirements before saving')
    expect(section.getAttribute('aria-expanded')).toBe('true')
    expect(document.activeElement).toBe(section)
    expect(saved).toEqual([])
  })

  it('AC-097 AC-100 does not save an untested model', async () => {
    const { saved } = serve()
    const { user } = renderApp('/env-config')
    await fillGoogle(user)
    await user.click(await saveButton())
    expect(await screen.findByText('Please complete all requirements before saving')).toBeDefined()
    expect(saved).toEqual([])
  })

  it('AC-096 saves without an AI form if a model is already configured with its key', async () => {
    const { saved } = serve()
    server.use(http.get(at('/api/v1/env-config/status'), () => HttpResponse.json(makeStatus())))
    const { user } = renderApp('/env-config')
    await user.click(await screen.findByRole('button', { name: 'Change setup' }))
    expect(screen.getByText('Unchanged: Built-in engine (no key)')).toBeDefined()
    await user.click(await saveButton())
    expect(await screen.findByRole('heading', { name: 'Setup is complete' })).toBeDefined()
    expect(saved).toEqual([{ orchestration: null }])
  })

  it('AC-096 AC-097 requires a test if the user started on another model', async () => {
    const { saved } = serve()
    server.use(http.get(at('/api/v1/env-config/status'), () => HttpResponse.json(makeStatus())))
    const { user } = renderApp('/env-config')
    await user.click(await screen.findByRole('button', { name: 'Change setup' }))
    await user.click(screen.getByRole('radio', { name: /^Google Gemini/ }))
    await user.click(await saveButton())
    expect(await screen.findByText('Please complete all requirements before saving')).toBeDefined()
    expect(saved).toEqual([])
  })

  it('AC-105 shows the server’s providers under their names, and all known ones if the list fails to load', async () => {
    serve()
    server.use(
      http.get(
        at('/api/v1/env-config/orchestration-models'),
        () =>
          HttpResponse.json({ providers: makeProviders({ openai: null, google: { name: 'Gemini of the house' } }) }),
        { once: true },
      ),
      http.get(at('/api/v1/env-config/orchestration-models'), () => failure(500, 'broken')),
    )
    renderApp('/env-config')
    expect(await screen.findByRole('radio', { name: /^Gemini of the house/ })).toBeDefined()
    expect(screen.queryByRole('radio', { name: /^OpenAI Requires/ })).toBeNull()
    cleanup()
    renderApp('/env-config')
    expect(await screen.findByRole('radio', { name: /^Google Gemini/ })).toBeDefined()
    expect(screen.getByRole('radio', { name: /^OpenAI Requires/ })).toBeDefined()
  })

  it('AC-106 lets the user type a model name if the list fails, and loads it again on request', async () => {
    const { tested } = serve()
    server.use(
      http.get(at('/api/v1/env-config/models/:provider'), () => failure(502, 'No list today.'), { once: true }),
    )
    const { user } = renderApp('/env-config')
    await user.click(await screen.findByRole('radio', { name: /^Google Gemini/ }))
    expect((await screen.findByRole('alert')).textContent).toContain('No list today.')
    await user.type(screen.getByLabelText('Model name'), 'm-1')
    await user.type(screen.getByLabelText('API key'), 'k-1')
    await user.click(screen.getByRole('button', { name: 'Test model' }))
    expect(await screen.findByText('Ready.')).toBeDefined()
    expect(tested).toEqual([{ provider: 'google', model: 'm-1', api_key: 'k-1' }])
    await user.click(screen.getByRole('button', { name: 'Retry' }))
    expect(await screen.findByRole('option', { name: 'Large' })).toBeDefined()
  })

  it('AC-108 refuses an unusable address', async () => {
    serve()
    const { user } = renderApp('/env-config')
    await user.click(await screen.findByRole('radio', { name: /^OpenAI-compatible/ }))
    await user.type(screen.getByLabelText('Base URL'), 'ftp://127.0.0.1')
    await user.type(await screen.findByLabelText('Model name'), 'qwen3')
    expect(screen.getByText('Please enter a valid URL starting with http:// or https://')).toBeDefined()
    expect(screen.getByRole('button', { name: 'Test model' }).hasAttribute('disabled')).toBe(true)
  })

  it('accepts an address and any model name for self-hosted servers, without a key', async () => {
    const { tested } = serve()
    const { user } = renderApp('/env-config')
    await user.click(await screen.findByRole('radio', { name: /^OpenAI-compatible/ }))
    await user.type(screen.getByLabelText('Base URL'), 'http://127.0.0.1:11434/v1')
    await user.type(await screen.findByLabelText('Model name'), 'qwen3')
    await user.click(screen.getByRole('button', { name: 'Test model' }))
    await screen.findByText('Ready.')
    expect(tested).toEqual([
      { provider: 'openai-compatible', model: 'qwen3', api_key: null, base_url: 'http://127.0.0.1:11434/v1' },
    ])
  })

  it('shows why a test failed, and saves nothing', async () => {
    const { saved } = serve({ test: { success: false, message: 'The key was refused.' } })
    const { user } = renderApp('/env-config')
    await user.click(await screen.findByRole('button', { name: /Built-in engine/ }))
    expect((await screen.findByRole('alert')).textContent).toBe('The key was refused.')
    expect(saved).toEqual([])
  })

  it.each([
    [
      'the server’s detail',
      () => failure(400, 'The key is too old.'),
      'Failed to test connection: The key is too old.',
    ],
    ['no words', () => speechless(500), 'Failed to test connection: Internal server error. Please try again later.'],
  ])('AC-102 shows %s when the test itself fails', async (_case, answer, text) => {
    serve()
    server.use(http.post(at('/api/v1/env-config/test/orchestration'), answer))
    const { user } = renderApp('/env-config')
    await user.click(await screen.findByRole('button', { name: /Built-in engine/ }))
    expect((await screen.findByRole('alert')).textContent).toBe(text)
  })

  it.each([
    [failure(507, 'The server has no space left.', 'storage_full'), 'The server has no space left.'],
    [speechless(500), 'Internal server error. Please try again later.'],
    [HttpResponse.error(), 'Unable to connect to the server. Please check if the server is running.'],
  ])('AC-101 shows why saving failed', async (answer, text) => {
    serve({ save: () => answer as never })
    const { user } = renderApp('/env-config')
    await user.click(await screen.findByRole('button', { name: /Built-in engine/ }))
    expect(await screen.findByText(`Failed to save configuration: ${text}`)).toBeDefined()
    expect(screen.queryByText('The AI model was saved.')).toBeNull()
  })

  it('AC-101 says what was saved if only the rest failed, and stays on the page', async () => {
    serve({
      save: () => {
        server.use(http.get(at('/api/v1/env-config/status'), () => HttpResponse.json(makeStatus())))
        return failure(409, 'This name is taken.') as never
      },
    })
    const { user } = renderApp('/env-config')
    await user.click(await screen.findByRole('button', { name: /Built-in engine/ }))
    expect(await screen.findByText('Failed to save configuration: This name is taken.')).toBeDefined()
    expect(await screen.findByText('The AI model was saved.')).toBeDefined()
    expect(screen.getByText('AI Model Settings')).toBeDefined()
  })

  it('AC-016 AC-093 shows that the check failed and why, and lets the user configure or check again', async () => {
    server.use(
      http.get(at('/api/v1/env-config/status'), () => failure(500, 'The disk is gone.')),
      ...signedInHandlers(),
    )
    const { user } = renderApp('/env-config')
    expect(await screen.findByText('Failed to check configuration status')).toBeDefined()
    expect(screen.getByText('The disk is gone.')).toBeDefined()
    expect(screen.getByText('AI Model Settings')).toBeDefined()
    server.use(http.get(at('/api/v1/env-config/status'), () => HttpResponse.json(untouched)))
    await user.click(screen.getByRole('button', { name: 'Check again' }))
    await waitFor(() => expect(screen.queryByText('Failed to check configuration status')).toBeNull())
    expect(screen.getByText('AI Model Settings')).toBeDefined()
  })

  it('AC-085 AC-091 AC-092 opens the chat after 2 s if everything is configured', async () => {
    server.use(
      ...signedInHandlers(),
      http.get(at('/apps/nl_to_sql_agent/users/u1/sessions'), () => new Promise<Response>(() => undefined)),
    )
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const { address } = renderApp('/env-config')
    expect(await screen.findByText('Parlance is already set up.')).toBeDefined()
    await vi.advanceTimersByTimeAsync(1500)
    expect(address()).toBe('/env-config')
    await vi.advanceTimersByTimeAsync(600)
    await waitFor(() => expect(address()).toMatch(/^\/chat/))
    expect(await screen.findByRole('heading', { name: 'Query Results' })).toBeDefined()
  })
})
