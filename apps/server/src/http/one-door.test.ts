import { readFileSync, readdirSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'

const source = resolve(import.meta.dirname, '..')

/** Files of the server that are not tests, with their text. */
function sourceFiles(): { path: string; text: string }[] {
  return readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts') && !name.startsWith('testing'))
    .map((name) => ({ path: relative(source, join(source, name)), text: readFileSync(join(source, name), 'utf8') }))
}

const filesWith = (pattern: RegExp) =>
  sourceFiles()
    .filter(({ text }) => pattern.test(text))
    .map(({ path }) => path)

describe('R20 every path to a database', () => {
  test('a driver is loaded by the connections feature alone, and by the command line for a file', () => {
    expect(
      filesWith(/\bdriverFor\(/).filter(
        (path) => !path.startsWith('features/connections/') && !path.startsWith('cli/'),
      ),
    ).toEqual([])
  })

  test('a stored connection is lent to the one door alone', () => {
    const allowed = ['app.ts', 'features/connections/service.ts']
    const callers = filesWith(/connections\.open\b/).filter(
      (path) => !allowed.includes(path) && !path.startsWith('door/'),
    )
    expect(callers).toEqual([])
  })

  test('a driver’s query runs in the one door alone', () => {
    const allowed = ['door/run-query.ts', 'features/connections/pool.ts']
    expect(filesWith(/[cC]onnection\.query\(/).filter((path) => !allowed.includes(path))).toEqual([])
  })

  test('what is stored sealed is opened by settings, connections and the outbox alone, and to seal it anew', () => {
    const allowed = [
      'secrets/seal.ts',
      'cli/rotate-keys.ts',
      'features/settings/stored-settings.ts',
      'features/connections/connector.ts',
      // The texts of mails that wait: they hold codes and links.
      'features/email/outbox.ts',
    ]
    expect(filesWith(/\bopenSealed\(/).toSorted()).toEqual(allowed.toSorted())
  })

  test('only config.ts reads the environment, and only dev.ts passes it on to other programs', () => {
    expect(filesWith(/process\.env\b/).toSorted()).toEqual(['cli/dev.ts', 'config/config.ts'])
  })

  test('R03 raw SQL text is built in the store’s folder alone', () => {
    expect(filesWith(/\bsql\.raw\(|\bsql`/).filter((path) => !path.startsWith('store/'))).toEqual([])
  })
})

test('a feature uses another feature through its services, never its store, policy, presenter or routes', () => {
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
