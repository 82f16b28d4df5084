import { isAbsolute } from 'node:path'
import { describe, expect, test } from 'vitest'
import { loadConfig } from './config.ts'
import { StartError } from './errors.ts'

describe('config', () => {
  test('an empty environment gives the documented defaults', () => {
    const config = loadConfig({})
    expect(config).toMatchObject({ port: 8000, host: '127.0.0.1', demo: false, databaseUrl: null, publicUrl: null })
    expect(isAbsolute(config.dataDir)).toBe(true)
    expect(config.limits.chatTimeoutMs).toBe(60_000)
  })

  test('an empty value means absent', () => {
    expect(loadConfig({ PARLANCE_PORT: '', DATABASE_URL: '', PARLANCE_DEMO: '' }).port).toBe(8000)
  })

  test('values are read', () => {
    const config = loadConfig({
      PARLANCE_PORT: '0',
      PARLANCE_DEMO: '1',
      DATABASE_URL: 'postgres://u:p@localhost/x',
      PARLANCE_PUBLIC_URL: 'https://ask.example.com/',
    })
    expect(config.port).toBe(0)
    expect(config.demo).toBe(true)
    expect(config.databaseUrl?.reveal()).toBe('postgres://u:p@localhost/x')
    expect(config.publicUrl).toBe('https://ask.example.com')
  })

  test.each([
    [{ PARLANCE_PORT: '80000' }, 'PARLANCE_PORT must be a whole number from 0 to 65535. Correct it and start again.'],
    [{ PARLANCE_PORT: 'eight' }, 'PARLANCE_PORT must be a whole number from 0 to 65535. Correct it and start again.'],
    [{ PARLANCE_DEMO: 'yes' }, 'PARLANCE_DEMO must be 1 or 0. Correct it and start again.'],
    [
      { PARLANCE_PUBLIC_URL: 'ftp://x' },
      'PARLANCE_PUBLIC_URL must be an address such as https://parlance.example.com. Correct it and start again.',
    ],
  ])('%o is refused in one line that says what to do', (environment, message) => {
    expect(() => loadConfig(environment)).toThrow(new StartError(message))
  })

  test('R21 a bad DATABASE_URL is named without its password', () => {
    expect(() => loadConfig({ DATABASE_URL: 'mysql://root:hunter2@db/x' })).toThrow(
      expect.objectContaining({
        message: expect.not.stringContaining('hunter2'),
      }),
    )
  })
})
