import { readFileSync, readdirSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'

const source = resolve(import.meta.dirname, '..')

/** @returns the server's files with their text, except tests */
function sourceFiles(): { path: string; text: string }[] {
  return readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts') && !name.startsWith('testing'))
    .map((name) => ({ path: relative(source, join(source, name)), text: readFileSync(join(source, name), 'utf8') }))
}

const filesWith = (pattern: RegExp) =>
  sourceFiles()
    .filter(({ text }) => pattern.test(text))
    .map(({ path }) => path)

// R20
describe('every path to a database', () => {
  test('loads drivers only in the connections feature, and in the command line for a file', () => {
    expect(
      filesWith(/\bdriverFor\(/).filter(
        (path) => !path.startsWith('features/connections/') && !path.startsWith('cli/'),
      ),
    ).toEqual([])
  })

  test('opens stored connections only for the door', () => {
    const allowed = ['app.ts', 'features/connections/service.ts']
    const callers = filesWith(/connections\.open(?:ForServer)?\b/).filter(
      (path) => !allowed.includes(path) && !path.startsWith('door/'),
    )
    expect(callers).toEqual([])
  })

  test('runs a driver’s query only in the door', () => {
    const allowed = [
      'door/run-query.ts',
      'features/connections/pool.ts',
      // Expected queries of a benchmark, in files that the caller names. They must run unchanged.
      'cli/read-rows.ts',
    ]
    expect(filesWith(/[cC]onnection\.query\(/).filter((path) => !allowed.includes(path))).toEqual([])
  })

  test('opens results as tables only for the door', () => {
    expect(filesWith(/\bopenResults\(/)).toEqual(['door/over-results.ts'])
  })

  test('a tool of the agent reads data only through the door and the lookups of its user', () => {
    const readers = filesWith(/\bdoor\.\w+\(|\b(?:dataFacts|findValues|proveReadings)\(/)
    expect(readers.filter((path) => path.startsWith('agent/tools/')).toSorted()).toEqual([
      'agent/tools/ask-user.ts',
      'agent/tools/compute-results.ts',
      'agent/tools/execute-sql-query.ts',
      'agent/tools/get-table-info.ts',
      'agent/tools/look-up-values.ts',
      'agent/tools/sample-rows.ts',
      'agent/tools/validate-sql-query.ts',
    ])
  })

  test('opens sealed values only in settings, connections, and the outbox, and to seal them again', () => {
    const allowed = [
      'secrets/seal.ts',
      'cli/rotate-keys.ts',
      'features/settings/stored-settings.ts',
      'features/connections/connector.ts',
      // Rows that questions of an evaluation expect.
      'features/evaluation/expected-rows.ts',
      // Values of connected databases.
      'features/values/sealing.ts',
      // Secrets of systems that receive the audit log.
      'features/audit-settings/sink-secret.ts',
      // Secrets of sign-in providers.
      'features/single-sign-on/sealing.ts',
      // Texts of queued emails, which contain codes and links.
      'features/email/outbox.ts',
    ]
    expect(filesWith(/\bopenSealed\(/).toSorted()).toEqual(allowed.toSorted())
  })

  test('reads the environment only in config.ts, and passes it to other programs only in dev.ts', () => {
    expect(filesWith(/process\.env\b/).toSorted()).toEqual(['cli/dev.ts', 'config/config.ts'])
  })

  // R03
  test('builds raw SQL text only in the store’s folder', () => {
    expect(filesWith(/\bsql\.raw\(|\bsql`/).filter((path) => !path.startsWith('store/'))).toEqual([])
  })
})

test('a feature imports another feature only through its services', () => {
  const inner =
    /from '((?:\.\.\/)+[a-z-]+(?:\/[a-z-]+)*\/(?:store|policy|present|routes|connector|pool|sign-ins|password)\.ts)'/g
  const featureOf = (path: string) => path.split('/')[1]
  const crossing = sourceFiles()
    .filter(({ path }) => path.startsWith('features/'))
    .flatMap(({ path, text }) =>
      [...text.matchAll(inner)]
        .map(([, specifier]) => join(path, '..', specifier ?? ''))
        .filter((target) => target.startsWith('features/') && featureOf(target) !== featureOf(path))
        .map((target) => `${path} imports ${target}`),
    )
  expect(crossing).toEqual([])
})
