import { afterEach, describe, expect, it, vi } from 'vitest'
import { createSafeStorage } from '../safe-storage.ts'
import { visualizationAddress, visualizationHost } from './address.ts'
import { forgetPayloads, keepPayload } from './stored-payloads.ts'

const page = 'https://parlance.example'
const payload = { sql: 'SELECT 1', databaseName: 'Sales & Co', businessAreaName: '', timestamp: '2026-01-01T00:00:00Z' }

describe('the visualization address', () => {
  it.each([
    ['/visualize', `${page}/visualize`],
    ['https://viz.example.com/app?x=1', 'https://viz.example.com/app?x=1'],
    ['javascript:alert(1)', `${page}/visualize`],
    ['https://', `${page}/visualize`],
  ])('resolves %s to %s', (server, host) => {
    expect(visualizationHost(server, page).href).toBe(host)
  })

  it('CH-159 contains the payload, and keeps the host’s parameters', () => {
    const url = new URL(visualizationAddress(visualizationHost('https://viz.example.com/app?x=1', page), payload))
    expect(url.searchParams.get('x')).toBe('1')
    expect(JSON.parse(url.searchParams.get('JSONDATA') ?? '')).toEqual(payload)
  })

  it('leaves out a payload that would make the address longer than 8,000 characters', () => {
    const host = visualizationHost('/visualize', page)
    const lengthWith = (sql: string) => visualizationAddress(host, { ...payload, sql })
    const frame = lengthWith('').length
    expect(lengthWith('x'.repeat(8000 - frame))).toHaveLength(8000)
    expect(lengthWith('x'.repeat(8001 - frame))).toBe(`${page}/visualize`)
  })
})

describe('stored payloads', () => {
  afterEach(() => vi.useRealTimers())
  const memory = () =>
    createSafeStorage(() => {
      throw new Error('blocked')
    })

  it('CH-161 stores payloads for 30 s, even if storage is blocked, and removes those of a closed tab', () => {
    vi.useFakeTimers({ now: 100_000 })
    const storage = memory()
    storage.set('visualization_50000', JSON.stringify(payload))
    storage.set('other', 'x')
    keepPayload(storage, payload, new Date())
    expect(storage.keys().toSorted()).toEqual(['other', 'visualization_100000'])
    expect(JSON.parse(storage.get('visualization_100000') ?? '')).toEqual(payload)
    vi.advanceTimersByTime(29_999)
    expect(storage.keys()).toContain('visualization_100000')
    vi.advanceTimersByTime(1)
    expect(storage.keys()).toEqual(['other'])
  })

  it('removes payloads on sign-out', () => {
    const storage = memory()
    storage.set('visualization_1000', JSON.stringify(payload))
    forgetPayloads(storage)
    expect(storage.keys()).toEqual([])
  })
})
