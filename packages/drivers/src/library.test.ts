import { execFileSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { hasLibrary, installCommand, loadLibrary } from './library.ts'

describe('an optional client library', () => {
  it('shows the one command that installs a missing library, and loads nothing', async () => {
    let loads = 0
    const loading = loadLibrary('@parlance/no-such-library', async () => (loads += 1))
    await expect(loading).rejects.toMatchObject({
      kind: 'unsupported',
      message: expect.stringMatching(/npm install @parlance\/no-such-library$/),
    })
    expect([loads, hasLibrary('@parlance/no-such-library')]).toEqual([0, false])
  })

  it('finds a library of several packages only if all are installed, and installs them with one command', () => {
    expect(hasLibrary('vitest fastify')).toBe(true)
    expect(hasLibrary('vitest @parlance/no-such-library')).toBe(false)
    expect(installCommand('@grpc/grpc-js apache-arrow')).toBe('npm install @grpc/grpc-js apache-arrow')
  })

  it.each(['snowflake', 'bigquery', 'googlesheets', 'dremio', 'oracle'])(
    'does not load the library of %s with its driver',
    (kind) => {
      const registry = new URL('./registry.ts', import.meta.url).href
      const script = `
      import { createRequire } from 'node:module'
      const { cache } = createRequire(import.meta.url)
      const { driverFor } = await import(${JSON.stringify(registry)})
      await driverFor(${JSON.stringify(kind)})
      const libraries = /node_modules.(snowflake-sdk|google-auth-library|@google-cloud|@googleapis|@grpc|apache-arrow|oracledb)/
      console.log(Object.keys(cache).filter((path) => libraries.test(path)).length)
      await import('google-auth-library')
      console.log(Object.keys(cache).filter((path) => libraries.test(path)).length > 0)`
      const options = { encoding: 'utf8', cwd: new URL('.', import.meta.url) } as const
      expect(execFileSync(process.execPath, ['--input-type=module', '-e', script], options).trim()).toBe('0\ntrue')
    },
  )
})
