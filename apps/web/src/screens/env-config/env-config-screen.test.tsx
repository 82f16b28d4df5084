// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { makeStatus } from '../../testing/factories.ts'
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
        params.provider === 'builtin' ? [model('builtin', 'Built-in engine')] : [model('m-large', 'Large')],
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

const saveButton = () => screen.findByRole('button', { name: 'Save and open chat' })

describe('setup wizard', () => {
  it('AC-085 to AC-088 AC-090 shows the two sections, the status and the save button', async () => {
    serve()
    renderApp('/env-config')
    expect(await screen.findByText('AI Model Settings')).toBeDefined()
    expect(screen.getByText('Database Configuration')).toBeDefined()
    expect(screen.getByRole('complementary', { name: 'Status' })).toBeDefined()
    expect(await screen.findByText('Sample Shop is connected already.')).toBeDefined()
    expect((await saveButton()).hasAttribute('disabled')).toBe(true)
  })

  it('AC-094 takes the built-in engine with one click: tested, saved, complete', async () => {
    const { tested, saved } = serve()
    const { user } = renderApp('/env-config')
    await user.click(await screen.findByRole('button', { name: /Built-in engine \(no key\)/ }))
    expect(await screen.findByRole('heading', { name: 'Setup is complete' })).toBeDefined()
    expect(tested).toEqual([{ provider: 'builtin', model: 'builtin', api_key: null }])
    expect(saved).toEqual([{ orchestration: { provider: 'builtin', model: 'builtin', api_key: null } }])
  })

  it('AC-105 AC-106 AC-108 AC-109 AC-110 asks for provider, model and key before it tests', async () => {
    const { tested } = serve()
    const { user } = renderApp('/env-config')
    for (const name of ['Google Gemini', 'OpenAI Needs', 'Anthropic Claude', 'OpenAI-compatible']) {
      expect(await screen.findByRole('radio', { name: new RegExp(`^${name}`) })).toBeDefined()
    }
    await user.click(screen.getByRole('radio', { name: /^Google Gemini/ }))
    const test = screen.getByRole('button', { name: 'Test' })
    expect(test.hasAttribute('disabled')).toBe(true)
    await screen.findByRole('option', { name: 'Large' })
    await user.selectOptions(screen.getByLabelText('Model'), 'm-large')
    expect(test.hasAttribute('disabled')).toBe(true)
    await user.type(screen.getByLabelText('API key'), 'k-1')
    await user.click(test)
    expect(await screen.findByText('Ready.')).toBeDefined()
    expect(tested).toEqual([{ provider: 'google', model: 'm-large', api_key: 'k-1' }])
  })

  it('AC-097 AC-107 AC-111 forgets the test at any edit, and the model with its provider', async () => {
    serve()
    const { user } = renderApp('/env-config')
    await user.click(await screen.findByRole('radio', { name: /^Google Gemini/ }))
    await screen.findByRole('option', { name: 'Large' })
    await user.selectOptions(screen.getByLabelText('Model'), 'm-large')
    await user.type(screen.getByLabelText('API key'), 'k-1')
    await user.click(screen.getByRole('button', { name: 'Test' }))
    await screen.findByText('Ready.')
    const save = await saveButton()
    expect(save.hasAttribute('disabled')).toBe(false)
    await user.type(screen.getByLabelText('API key'), '2')
    expect(screen.queryByText('Ready.')).toBeNull()
    expect(save.hasAttribute('disabled')).toBe(true)
    await user.click(screen.getByRole('radio', { name: /^OpenAI Needs/ }))
    expect(screen.getByLabelText<HTMLSelectElement>('Model').value).toBe('')
  })

  it('AC-099 names what is missing', async () => {
    serve()
    renderApp('/env-config')
    expect(await screen.findByText(/^AI form invalid/)).toBeDefined()
    expect(screen.getByText('AI not tested')).toBeDefined()
  })

  it('takes an address and a free model name for servers of one’s own, without a key', async () => {
    const { tested } = serve()
    const { user } = renderApp('/env-config')
    await user.click(await screen.findByRole('radio', { name: /^OpenAI-compatible/ }))
    await user.type(screen.getByLabelText('Base URL'), 'http://127.0.0.1:11434/v1')
    await user.type(await screen.findByLabelText('Model name'), 'qwen3')
    await user.click(screen.getByRole('button', { name: 'Test' }))
    await screen.findByText('Ready.')
    expect(tested).toEqual([
      { provider: 'openai-compatible', model: 'qwen3', api_key: null, base_url: 'http://127.0.0.1:11434/v1' },
    ])
  })

  it('shows why a test failed and saves nothing', async () => {
    const { saved } = serve({ test: { success: false, message: 'The key was refused.' } })
    const { user } = renderApp('/env-config')
    await user.click(await screen.findByRole('button', { name: /Built-in engine/ }))
    expect((await screen.findByRole('alert')).textContent).toBe('The key was refused.')
    expect(saved).toEqual([])
  })

  it('shows why saving failed', async () => {
    serve({ save: () => failure(507, 'The server has no space left.', 'storage_full') as never })
    const { user } = renderApp('/env-config')
    await user.click(await screen.findByRole('button', { name: /Built-in engine/ }))
    expect(await screen.findByText('Failed to save configuration: The server has no space left.')).toBeDefined()
  })

  it('AC-093 says that the check failed and lets the person configure', async () => {
    server.use(
      http.get(at('/api/v1/env-config/status'), () => failure(500, 'broken')),
      ...signedInHandlers(),
    )
    renderApp('/env-config')
    expect(await screen.findByText('Failed to check configuration status')).toBeDefined()
    expect(screen.getByText('AI Model Settings')).toBeDefined()
  })

  it('AC-091 AC-092 goes on to the chat after 2 s when everything is configured', async () => {
    server.use(
      ...signedInHandlers(),
      http.get(at('/apps/nl_to_sql_agent/users/u1/sessions'), () => new Promise<Response>(() => undefined)),
    )
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const { address } = renderApp('/env-config')
    expect(await screen.findByText('Parlance is set up already.')).toBeDefined()
    await vi.advanceTimersByTimeAsync(1500)
    expect(address()).toBe('/env-config')
    await vi.advanceTimersByTimeAsync(600)
    await waitFor(() => expect(address()).toMatch(/^\/chat/))
    expect(await screen.findByRole('heading', { name: 'Query Results' })).toBeDefined()
  })
})
