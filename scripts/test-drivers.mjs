// Runs the drivers' conformance suite, also on real servers from KIND_TEST_URL: see CONTRIBUTING.md.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const folder = 'packages/drivers/src'
const known = readdirSync(folder).filter((kind) => existsSync(join(folder, kind, 'driver.test.ts')))
const given = known.filter((kind) => process.env[`${kind.toUpperCase()}_TEST_URL`])
const asked = (process.env.DRIVERS ?? '')
  .split(',')
  .map((kind) => kind.trim().toLowerCase())
  .filter(Boolean)
const unknown = asked.filter((kind) => !known.includes(kind))
const kinds = asked.length > 0 ? asked : given

if (unknown.length > 0 || kinds.length === 0) {
  if (unknown.length > 0) console.error(`Unknown drivers in DRIVERS: ${unknown.join(', ')}.`)
  console.error(`Usage: DRIVERS=postgresql POSTGRESQL_TEST_URL=postgres://user:password@host/empty_database npm run test:drivers
Drivers: ${known.join(', ')}. Without a KIND_TEST_URL, a driver is tested on the same database as in npm test.`)
  process.exit(1)
}

for (const kind of kinds) console.log(`${kind}: ${whereItRuns(kind)}`)
const files = kinds.map((kind) => `${folder}/${kind}/driver.test.ts`)
const { status } = spawnSync('vitest', ['run', ...files, ...process.argv.slice(2)], {
  stdio: 'inherit',
  env: { ...process.env, PARLANCE_TEST_DRIVERS: '1' },
  shell: process.platform === 'win32',
})
process.exit(status ?? 1)

/** Describes in one line what the kind is tested on, and what the tests do there. */
function whereItRuns(kind) {
  const name = `${kind.toUpperCase()}_TEST_URL`
  const tests = readFileSync(join(folder, kind, 'driver.test.ts'), 'utf8')
  const ownPlace = 'the database of npm test'
  if (!given.includes(kind)) return `${ownPlace} (${name} is not set)`
  if (!tests.includes('givenServer(')) {
    return `${ownPlace}; ${name} is ignored, because these tests cannot use a server`
  }
  if (!/describeGiven(Server)?\(/.test(tests))
    return `the server in ${name}; the tests create and drop their own tables`
  return `the server in ${name}, read only; the conformance suite runs on ${ownPlace}`
}
