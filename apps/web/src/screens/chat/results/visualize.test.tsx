import { screen } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { makeResult } from '../../../testing/factories.ts'
import { openResult } from '../../../testing/open-result.tsx'
import { useTestBrowser } from '../../../testing/render-app.tsx'
import { at, failure, useTestServer } from '../../../testing/test-server.ts'

const server = useTestServer()
useTestBrowser()
const setting = at('/api/v1/env-config/visualization')

/** A tab as returned by `window.open`. */
function makeTab() {
  return {
    location: { href: '' },
    opener: window as Window | null,
    closed: false,
    postMessage: vi.fn<(message: unknown, origin: string) => void>(),
  }
}

let tab = makeTab()
beforeEach(() => {
  tab = makeTab()
  vi.spyOn(window, 'open').mockImplementation(() => tab as unknown as Window)
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const kept = () => Object.keys(localStorage).filter((key) => key.startsWith('visualization_'))

describe('visualizing', () => {
  it('CH-137 CH-159 CH-160 CH-161 CH-162 CH-163 opens the host with the payload, posts it after 1.5 s, stores it for 30 s', async () => {
    const { panel, user } = await openResult(server)
    expect(panel.getByTitle('Copy SQL')).toBeDefined()
    expect(panel.getByRole('button', { name: 'Export CSV' })).toBeDefined()
    server.use(http.get(setting, () => HttpResponse.json({ server_url: 'https://viz.example.com/app' })))
    vi.useFakeTimers({ shouldAdvanceTime: true })
    await user.click(panel.getByRole('button', { name: 'Visualize' }))
    await vi.waitFor(() => expect(tab.location.href).not.toBe(''), { timeout: 60_000 })
    const url = new URL(tab.location.href)
    expect(url.origin + url.pathname).toBe('https://viz.example.com/app')
    const payload: unknown = JSON.parse(url.searchParams.get('JSONDATA') ?? '')
    expect(payload).toEqual({
      sql: 'SELECT name, total FROM products LIMIT 2',
      databaseName: 'Sample Shop',
      businessAreaName: '',
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    })
    expect(tab.opener).toBeNull()
    const [key = ''] = kept()
    expect(JSON.parse(localStorage.getItem(key) ?? '')).toEqual(payload)
    expect(tab.postMessage).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1500)
    expect(tab.postMessage.mock.calls).toEqual([[{ type: 'import', payload }, 'https://viz.example.com']])
    await vi.advanceTimersByTimeAsync(29_000)
    expect(kept()).toEqual([])
  })

  it('CH-164 uses its own page when the call fails', async () => {
    const { panel, user } = await openResult(server)
    server.use(http.get(setting, () => failure(500, 'down')))
    await user.click(panel.getByRole('button', { name: 'Visualize' }))
    await vi.waitFor(() => expect(tab.location.href).toMatch(/^http:\/\/localhost:3000\/visualize\?JSONDATA=/), {
      timeout: 60_000,
    })
    expect(tab.opener).toBe(window)
  })

  it('CH-165 requests the host once per session', async () => {
    let asked = 0
    const { panel, user } = await openResult(server)
    server.use(
      http.get(setting, () => {
        asked += 1
        return HttpResponse.json({ server_url: '/visualize' })
      }),
    )
    for (let click = 0; click < 3; click += 1) {
      tab = makeTab()
      // oxlint-disable-next-line no-await-in-loop -- one click after another
      await user.click(panel.getByRole('button', { name: 'Visualize' }))
      // oxlint-disable-next-line no-await-in-loop -- one click after another
      await vi.waitFor(() => expect(tab.location.href).not.toBe(''), { timeout: 60_000 })
    }
    expect(asked).toBe(1)
  })

  it('CH-166 reports that a popup blocker is in the way', async () => {
    vi.mocked(window.open).mockReturnValue(null)
    const { panel, user } = await openResult(server)
    await user.click(panel.getByRole('button', { name: 'Visualize' }))
    expect((await screen.findByRole('alertdialog')).textContent).toContain(
      'Failed to open visualization tab. Please check your popup blocker settings.',
    )
    expect(kept()).toEqual([])
  })

  it('leaves a payload out of an address that would get too long, but still posts it', async () => {
    const { panel, user } = await openResult(server, makeResult({ sql_query: `SELECT '${'x'.repeat(9000)}'` }))
    server.use(http.get(setting, () => HttpResponse.json({ server_url: '/visualize' })))
    vi.useFakeTimers({ shouldAdvanceTime: true })
    await user.click(panel.getByRole('button', { name: 'Visualize' }))
    await vi.waitFor(() => expect(tab.location.href).toBe('http://localhost:3000/visualize'), { timeout: 60_000 })
    await vi.advanceTimersByTimeAsync(1500)
    expect(tab.postMessage).toHaveBeenCalledOnce()
  })

  it('works when storage is full', async () => {
    const { panel, user } = await openResult(server)
    server.use(http.get(setting, () => HttpResponse.json({ server_url: '/visualize' })))
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError')
    })
    await user.click(panel.getByRole('button', { name: 'Visualize' }))
    await vi.waitFor(() => expect(tab.location.href).toContain('JSONDATA'), { timeout: 60_000 })
  })
})
