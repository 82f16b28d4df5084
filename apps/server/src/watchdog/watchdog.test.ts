import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { programFlags } from '../testing/program-flags.ts'
import { createBlockMeter } from './block-meter.ts'

const script = join(import.meta.dirname, '../testing/watched-process.ts')
const children: ChildProcess[] = []

afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
})

function run(name: string, { cpuMs = 0, wallMs = 0, answerMs = 5000 }) {
  const args = [...programFlags, script, name, String(cpuMs), String(wallMs), String(answerMs)]
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'pipe'] })
  children.push(child)
  let errors = ''
  child.stderr.on('data', (chunk) => (errors += String(chunk)))
  const ended = once(child, 'close').then(([code, signal]) => ({ code: code as unknown, signal: signal as unknown }))
  return { child, ended, errors: () => errors }
}

describe('R25 a blocked process ends itself', () => {
  test.each([
    ['loop', 'loopForever'],
    ['promises', 'watched-process.ts'],
    ['regex', 'RegExp.test'],
  ])('ends with code 70 and its stack after too much processor time in a %s', async (name, frame) => {
    const blocked = run(name, { cpuMs: 300 })
    expect(await blocked.ended).toEqual({ code: 70, signal: null })
    expect(blocked.errors()).toMatch(/^Parlance is blocked: its main thread used \d+ s of processor time/)
    expect(blocked.errors()).toContain(frame)
    expect(blocked.errors()).not.toContain('Debugger listening')
  })

  test('ends with code 70 and its stack when it waits forever', async () => {
    const blocked = run('wait', { cpuMs: 300, wallMs: 1000 })
    expect(await blocked.ended).toEqual({ code: 70, signal: null })
    expect(blocked.errors()).toMatch(/^Parlance is blocked: its main thread has not responded for \d+ s/)
    expect(blocked.errors()).toContain('Atomics.wait')
  })

  test.each(['statement', 'hash'])('is killed by a signal if native code cannot be interrupted: a %s', async (name) => {
    const blocked = run(name, { cpuMs: 300, answerMs: 500 })
    expect(await blocked.ended).toEqual({ code: null, signal: 'SIGKILL' })
    expect(blocked.errors()).toMatch(
      /^Parlance is blocked: .*\n.*it is running native code\. The watchdog kills the process\.\n$/,
    )
  })
})

describe('a healthy process lives', () => {
  test('lives while it works in short pieces on an overloaded machine', async () => {
    for (let i = 0; i < availableParallelism(); i++) run('loop', {})
    const healthy = run('short tasks', { cpuMs: 200, wallMs: 20_000 })
    expect(await healthy.ended).toEqual({ code: 0, signal: null })
    expect(healthy.errors()).toBe('')
  })

  test('lives after it was suspended for longer than the limit', async () => {
    const limits = { cpuMs: 300, wallMs: 1500 }
    const suspended = run('idle', limits)
    await once(suspended.child.stdout, 'data')
    suspended.child.kill('SIGSTOP')
    await run('wait', limits).ended
    suspended.child.kill('SIGCONT')
    // Waits as long again, so that a count that had continued from before would exceed the limit.
    await run('wait', limits).ended
    suspended.child.stdin.write('?')
    expect(String(await once(suspended.child.stdout, 'data'))).toBe('beat\n')
    suspended.child.stdin.end()
    expect(await suspended.ended).toEqual({ code: 0, signal: null })
    expect(suspended.errors()).toBe('')
  })
})

describe('the time without a beat', () => {
  const limits = { cpuMs: 15_000, wallMs: 120_000 }
  const measure = (samples: { beats: number; wallS: number; cpuS: number }[], given = limits) => {
    const meter = createBlockMeter(given, 1000)
    return samples.map(({ beats, wallS, cpuS }) => meter({ beats, wallMs: wallS * 1000, cpuMs: cpuS * 1000 }))
  }
  const seconds = (count: number) => Array.from({ length: count + 1 }, (_, second) => second)

  test('counts the processor time of the main thread', () => {
    const busy = measure(seconds(15).map((second) => ({ beats: 1, wallS: second, cpuS: second })))
    expect(busy.slice(0, -1).every((reason) => reason === null)).toBe(true)
    expect(busy.at(-1)).toBe('its main thread used 15 s of processor time without a pause')
  })

  test('does not count time while the machine gives the process no processor', () => {
    const starved = measure(seconds(119).map((second) => ({ beats: 1, wallS: second, cpuS: second / 10 })))
    expect(starved.every((reason) => reason === null)).toBe(true)
  })

  test('starts counting again after a beat', () => {
    const working = measure(
      seconds(200).map((second) => ({ beats: Math.floor(second / 14), wallS: second, cpuS: second })),
    )
    expect(working.every((reason) => reason === null)).toBe(true)
  })

  test('starts counting again after a suspension, during which the watchdog did not run either', () => {
    const before = seconds(119).map((second) => ({ beats: 1, wallS: second, cpuS: 0 }))
    const after = seconds(119).map((second) => ({ beats: 1, wallS: second + 100_000, cpuS: 0 }))
    expect(measure([...before, ...after]).every((reason) => reason === null)).toBe(true)
    const later = { beats: 1, wallS: 100_120, cpuS: 0 }
    expect(measure([...before, ...after, later]).at(-1)).toBe('its main thread has not responded for 120 s')
  })

  test('counts processor time of other threads only as fast as time passes', () => {
    const parallel = measure(seconds(14).map((second) => ({ beats: 1, wallS: second, cpuS: second * 8 })))
    expect(parallel.every((reason) => reason === null)).toBe(true)
  })

  test('a limit of 0 never applies', () => {
    const never = { cpuMs: 0, wallMs: 0 }
    expect(
      measure(
        seconds(1000).map((second) => ({ beats: 1, wallS: second, cpuS: second })),
        never,
      ).at(-1),
    ).toBe(null)
  })
})
