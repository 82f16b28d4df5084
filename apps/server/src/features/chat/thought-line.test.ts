import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ThoughtLine } from './thought-line.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  vi.useRealTimers()
})

function watched() {
  const shown: string[] = []
  return { shown, thoughts: new ThoughtLine((line) => shown.push(line)) }
}

test('shows the first line at once, and of the next ones only the latest, twice a second', () => {
  const { shown, thoughts } = watched()
  for (let line = 1; line <= 1000; line++) thoughts.think(`Line ${line}.`)
  expect(shown).toEqual(['Line 1.'])
  vi.advanceTimersByTime(500)
  expect(shown).toEqual(['Line 1.', 'Line 1000.'])
})

test('repeats a line that does not change every two seconds, until the turn goes on', () => {
  const { shown, thoughts } = watched()
  thoughts.think('Long.')
  vi.advanceTimersByTime(1_900)
  thoughts.think('Long.')
  expect(shown).toEqual(['Long.'])
  vi.advanceTimersByTime(2_200)
  expect(shown).toEqual(['Long.', 'Long.', 'Long.'])
  thoughts.clear()
  vi.advanceTimersByTime(5_000)
  expect(shown).toHaveLength(3)
  expect(vi.getTimerCount()).toBe(0)
})

test('shows no line that waited when the turn went on', () => {
  const { shown, thoughts } = watched()
  thoughts.think('First.')
  thoughts.think('Second.')
  thoughts.clear()
  vi.advanceTimersByTime(5_000)
  expect(shown).toEqual(['First.'])
})

test('removes hidden signs, cuts long lines between characters, and shows no empty ones', () => {
  const { shown, thoughts } = watched()
  thoughts.think(' \u202E\u200B ')
  thoughts.think(`\u202EA${'😀'.repeat(200)}`)
  expect(shown).toHaveLength(1)
  expect(shown[0]).not.toContain('\u202E')
  expect(shown[0]?.length).toBeLessThanOrEqual(200)
  expect(shown[0]?.isWellFormed()).toBe(true)
})
