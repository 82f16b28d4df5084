import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startStandIn } from '../packages/drivers/src/hana/testing/stand-in.ts'

const root = join(import.meta.dirname, '..')

/** Runs the command from CONTRIBUTING.md in a separate process. */
async function testDrivers(environment: Record<string, string>) {
  const { VITEST: _, CI: __, PARLANCE_TEST_SUMMARY: ___, PARLANCE_TEST_SERVERS: ____, ...inherited } = process.env
  const path = [join(root, 'node_modules/.bin'), process.env['PATH']].join(':')
  const child = spawn(process.execPath, ['scripts/test-drivers.mjs', '--maxWorkers=1', '-t', 'given server'], {
    cwd: root,
    env: { ...inherited, NO_COLOR: '1', PATH: path, ...environment },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)))
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  return { code, output }
}

test('runs npm run test:drivers on the given server, and says where it runs', { timeout: 120_000 }, async () => {
  const { config, stop } = await startStandIn()
  const { username, password, port, database } = config
  const account = `${encodeURIComponent(String(username))}:${encodeURIComponent(String(password))}`
  const url = `hana://${account}@127.0.0.1:${port}/${database}?tls=disable`
  const kindWithout = { GOOGLESHEETS_TEST_URL: 'googlesheets://x' }
  const right = await testDrivers({ DRIVERS: 'hana,googlesheets', HANA_TEST_URL: url, ...kindWithout })
  expect(right.output).toMatch(/^hana: the server in HANA_TEST_URL, read only/)
  expect(right.output).toContain('googlesheets: the database of npm test; GOOGLESHEETS_TEST_URL is ignored')
  expect(right.output).toMatch(/Tests +\d{2} passed/)
  expect(right.code).toBe(0)
  const wrong = await testDrivers({
    DRIVERS: 'hana',
    HANA_TEST_URL: url.replace('127.0.0.1', 'no-such-host.invalid'),
  })
  expect(wrong.output).toContain('Could not resolve the host name no-such-host.invalid')
  expect(wrong.code).toBe(1)
  await stop()
})

test('reports an unknown kind in npm run test:drivers, and ends', { timeout: 120_000 }, async () => {
  const unknown = await testDrivers({ DRIVERS: 'db2' })
  expect(unknown).toMatchObject({ code: 1, output: expect.stringContaining('Unknown drivers in DRIVERS: db2.') })
})
