import { delimiter, isAbsolute, join, parse } from 'node:path'
import { describe, expect, test } from 'vitest'
import { loadConfig } from './config.ts'
import { StartError } from '../lib/errors.ts'

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

  test('reads values', () => {
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

  test('R17 opens files only from one folder, or from named ones, if others can reach the server', () => {
    const own = join(loadConfig({}).dataDir, 'databases')
    for (const reachable of [
      { PARLANCE_HOST: '0.0.0.0' },
      { PARLANCE_PUBLIC_URL: 'https://ask.example.test' },
      { PARLANCE_TRUST_PROXY: '1' },
    ])
      expect(loadConfig(reachable).databaseFolders).toEqual([own])
    const named = loadConfig({ PARLANCE_DATABASE_FOLDERS: ['/srv/one', '', '/srv/two'].join(delimiter) })
    expect(named.databaseFolders).toEqual(['/srv/one', '/srv/two'])
  })

  test('R17 a server that only its own machine can reach may open any file', () => {
    const { dataDir, databaseFolders } = loadConfig({})
    expect(databaseFolders).toEqual([join(dataDir, 'databases'), parse(dataDir).root])
  })

  test('R14 blocks cloud metadata addresses unless the operator allows them', () => {
    expect(loadConfig({}).allowMetadataAddresses).toBe(false)
    expect(loadConfig({ PARLANCE_ALLOW_METADATA_ADDRESSES: '1' }).allowMetadataAddresses).toBe(true)
  })

  test.each([
    [{ PARLANCE_PORT: '80000' }, 'PARLANCE_PORT must be a whole number from 0 to 65535. Correct it and start again.'],
    [{ PARLANCE_PORT: 'eight' }, 'PARLANCE_PORT must be a whole number from 0 to 65535. Correct it and start again.'],
    [{ PARLANCE_DEMO: 'yes' }, 'PARLANCE_DEMO must be 1 or 0. Correct it and start again.'],
    [
      { PARLANCE_LOG_LEVEL: 'loud' },
      'PARLANCE_LOG_LEVEL must be fatal, error, warn, info, debug, trace, or silent. Correct it and start again.',
    ],
    [{ PARLANCE_HOST: 'x'.repeat(254) }, 'PARLANCE_HOST is too long. Shorten it and start again.'],
    [
      { PARLANCE_PUBLIC_URL: 'ftp://x' },
      'PARLANCE_PUBLIC_URL must be a URL such as https://parlance.example.com. Correct it and start again.',
    ],
  ])('refuses %o in one line that says what to do', (environment, message) => {
    expect(() => loadConfig(environment)).toThrow(new StartError(message))
  })

  test('R21 reports a bad DATABASE_URL without its password', () => {
    expect(() => loadConfig({ DATABASE_URL: 'mysql://root:hunter2@db/x' })).toThrow(
      expect.objectContaining({
        message: expect.not.stringContaining('hunter2'),
      }),
    )
  })
})
