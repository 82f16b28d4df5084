import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { http } from 'msw'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { speechless } from '../../testing/databases-backend.ts'
import { renderApp, useTestBrowser } from '../../testing/render-app.tsx'
import { settingsBackend } from '../../testing/settings-backend.ts'
import { at, failure, signedInHandlers, useTestServer } from '../../testing/test-server.ts'

const server = useTestServer()
useTestBrowser()
afterEach(() => vi.useRealTimers())

async function openTab() {
  const backend = settingsBackend()
  server.use(...backend.handlers, ...signedInHandlers())
  const app = renderApp('/settings?tab=llm')
  await screen.findByLabelText('Temperature')
  return { ...app, backend }
}
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
const optionsOf = (label: string) =>
  within(screen.getByLabelText(label))
    .getAllByRole('option')
    .map((option) => option.textContent)

describe('LLM Settings', () => {
  it('AC-165 AC-166 AC-167 AC-168 AC-169 AC-174 AC-176 shows the stored values with their bounds', async () => {
    await openTab()
    expect([field('Provider').value, field('Model').value, field('API key').value]).toEqual(['google', 'g-1', ''])
    expect(field('API key').placeholder).toBe('A key is stored')
    expect(optionsOf('Provider')).toEqual(['Choose a provider', 'Built-in engine', 'Google Gemini', 'OpenAI'])
    expect(optionsOf('Model')).toEqual(['Choose a model', 'Gemini One', 'Gemini Two', 'Other model'])
    const { value, min, max, step } = field('Temperature')
    expect([value, min, max, step]).toEqual(['0.7', '0.1', '1', '0.1'])
    const tokens = field('Max tokens')
    expect([tokens.value, tokens.min, tokens.max, tokens.step]).toEqual(['8192', '100', '32000', '100'])
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: /^Share data with the LLM/ }).checked).toBe(true)
  })

  it('loads the provider’s models with the stored key, and lists them in both forms', async () => {
    const { user, backend } = await openTab()
    await user.click(screen.getByRole('button', { name: 'Refresh models' }))
    expect(await screen.findByText('3 models found.')).toBeDefined()
    await waitFor(() => expect(optionsOf('Model')).toContain('Gemini Three'))
    expect(backend.sent).toContainEqual({ call: 'refresh google', body: { api_key: null, base_url: null } })
    await user.selectOptions(field('Provider'), 'Built-in engine')
    expect(screen.queryByRole('button', { name: 'Refresh models' })).toBeNull()
  })

  it('AC-165 asks for no key for the built-in engine, and sends none that was typed before', async () => {
    const { user, backend } = await openTab()
    await user.type(field('API key'), 'secret')
    await user.selectOptions(field('Provider'), 'Built-in engine')
    expect(screen.queryByLabelText('API key')).toBeNull()
    await user.selectOptions(field('Model'), 'Built-in engine')
    await user.click(screen.getByRole('button', { name: 'Save preferences' }))
    await screen.findByText('Preferences saved.')
    expect(backend.sent[0]?.body).toMatchObject({ llm_provider: 'builtin', api_key: null })
    await user.selectOptions(field('Provider'), 'OpenAI')
    expect(field('API key').value).toBe('')
  })

  it('AC-172 selects no model after the provider changes', async () => {
    const { user } = await openTab()
    await user.selectOptions(field('Provider'), 'OpenAI')
    expect(field('Model').value).toBe('')
    expect(field('API key').placeholder).toBe('')
    expect(optionsOf('Model')).toEqual(['Choose a model', 'Omega', 'Other model'])
  })

  it('AC-173 AC-175 refuses values out of bounds', async () => {
    const { user, backend } = await openTab()
    for (const [label, text, problem] of [
      ['Temperature', '1.1', 'Temperature must be between 0.1 and 1.0'],
      ['Max tokens', '99', 'Max tokens must be between 100 and 32000'],
      ['Max tokens', '32001', 'Max tokens must be between 100 and 32000'],
    ] as const) {
      const before = field(label).value
      await user.clear(field(label))
      await user.type(field(label), text)
      await user.click(screen.getByRole('button', { name: 'Save preferences' }))
      expect(screen.getAllByText(problem).length).toBeGreaterThan(0)
      await user.clear(field(label))
      await user.type(field(label), before)
    }
    expect(backend.sent).toEqual([])
  })

  it('AC-170 AC-171 AC-177 AC-178 saves, and after half a second clears the cache and reloads', async () => {
    const { user, backend } = await openTab()
    await user.clear(field('Temperature'))
    await user.type(field('Temperature'), '0.3')
    await user.click(screen.getByRole('checkbox', { name: /^Share data/ }))
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    fireEvent.click(screen.getByRole('button', { name: 'Save preferences' }))
    await vi.waitFor(() => expect(screen.getByText('Preferences saved.')).toBeDefined(), { timeout: 60_000 })
    expect(backend.sent).toEqual([
      {
        call: 'save preferences',
        body: {
          llm_provider: 'google',
          llm_model: 'g-1',
          api_key: null,
          temperature: '0.3',
          max_tokens: '8192',
          share_data_with_llm: false,
        },
      },
    ])
    await act(() => vi.advanceTimersByTimeAsync(300))
    expect(backend.calls()).toEqual(['save preferences'])
    await act(() => vi.advanceTimersByTimeAsync(250))
    await vi.waitFor(() => expect(backend.calls()).toEqual(['save preferences', 'clear cache']), { timeout: 60_000 })
    vi.useRealTimers()
    expect(field('Temperature').value).toBe('0.3')
  })

  it('AC-171 sends a typed key, then clears it', async () => {
    const { user, backend } = await openTab()
    await user.type(field('API key'), 'secret')
    await user.click(screen.getByRole('button', { name: 'Save preferences' }))
    await screen.findByText('Preferences saved.')
    expect(backend.sent[0]?.body).toMatchObject({ api_key: 'secret' })
    await waitFor(() => expect(field('API key').value).toBe(''))
  })

  it('AC-179 reports that loading failed, and tries again on request', async () => {
    const backend = settingsBackend()
    let calls = 0
    server.use(
      http.get(at('/api/v1/preferences/'), () => (++calls === 1 ? speechless() : undefined)),
      ...backend.handlers,
      ...signedInHandlers(),
    )
    const { user } = renderApp('/settings')
    expect(await screen.findByText('Failed to load preferences')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Retry' }))
    expect(await screen.findByLabelText('Temperature')).toBeDefined()
  })

  it('AC-180 AC-016 reports that saving failed, and keeps the input', async () => {
    const { user } = await openTab()
    server.use(http.put(at('/api/v1/preferences/'), () => speechless()))
    await user.type(field('API key'), 'secret')
    await user.click(screen.getByRole('button', { name: 'Save preferences' }))
    expect(await screen.findByText('Failed to save preferences')).toBeDefined()
    expect(field('API key').value).toBe('secret')
    server.use(http.put(at('/api/v1/preferences/'), () => failure(400, 'Google needs a key.')))
    await user.click(screen.getByRole('button', { name: 'Save preferences' }))
    expect(await screen.findByText('Google needs a key.')).toBeDefined()
  })
})
