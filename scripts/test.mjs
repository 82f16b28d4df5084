// Runs every test: unit and API tests, and at the same time the journeys in a real browser. Ends with a list of what
// was skipped and why. Takes a sample of the largest corpora; --all takes every case.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

// Uses memory if there is room: creating a database there is twenty times as fast.
const folder = mkdtempSync(join(hasRoom('/dev/shm') ? '/dev/shm' : tmpdir(), 'parlance-test-'))
// Every user can write to the folder, because the database servers run as a different user.
chmodSync(folder, 0o1777)
const unitFile = join(folder, 'unit.json')
const journeyFile = join(folder, 'journeys.json')

const given = process.argv.slice(2)
const takesAll = given.includes('--all')
const seed = process.env.PARLANCE_TEST_SEED ?? new Date().toISOString().slice(0, 10).replaceAll('-', '')

const samples = { PARLANCE_TEST_SEED: seed, ...(takesAll ? { PARLANCE_TEST_ALL: '1' } : {}) }

// Both need the pages. Built first, they are built once.
spawnSync(process.execPath, ['--disable-warning=ExperimentalWarning', 'apps/server/src/cli/build.ts'], {
  stdio: 'inherit',
  env: environmentOf({}),
})
// Journeys wait for the browser and unit tests for servers. Together they leave no core idle.
const journeys = start('playwright', ['test', '--config', 'e2e/playwright.config.ts', '--workers', journeyWorkers()], {
  stdio: ['ignore', 'pipe', 'pipe'],
  env: environmentOf({ PLAYWRIGHT_JSON_OUTPUT_FILE: journeyFile }),
})
const journeyOutput = []
for (const stream of [journeys.stdout, journeys.stderr]) stream.on('data', (chunk) => journeyOutput.push(chunk))
const journeysEnd = once(journeys, 'close')

const unit = start('vitest', ['run', ...given.filter((argument) => argument !== '--all')], {
  stdio: 'inherit',
  env: environmentOf({ PARLANCE_TEST_SERVERS: '1', PARLANCE_TEST_SUMMARY: unitFile }),
})
const [unitStatus] = await once(unit, 'close')
const [journeyStatus] = await journeysEnd
console.log(Buffer.concat(journeyOutput).toString())

const results = [readUnit(), readJourneys()]
rmSync(folder, { recursive: true, force: true })
const passed = sum(results.map((result) => result.passed))
const failed = sum(results.map((result) => result.failed))
const skipped = results.flatMap((result) => result.skipped)
const retried = results.flatMap((result) => result.retried)

if (skipped.length > 0) {
  console.log('\nSkipped tests, by reason:')
  for (const [reason, names] of groupByReason(skipped))
    console.log(`  ${reason}\n${names.map((name) => `    ${name}`).join('\n')}`)
}
if (retried.length > 0) {
  console.log('\nFlaky tests that passed only on the second try:')
  for (const { name, reason } of retried) console.log(`  ${name}\n    ${reason}`)
}
if (!takesAll)
  console.log(`\nThe largest corpora were sampled. To use the same samples again, set PARLANCE_TEST_SEED=${seed}.`)
console.log(
  `\n${passed} passed${retried.length > 0 ? ` (${retried.length} on the second try)` : ''}, ${failed} failed, ${skipped.length} skipped`,
)
const isSkipFailure = process.env.CI === 'true' && skipped.length > 0
if (isSkipFailure) console.log('With CI=true, a skipped test is a failure.')
process.exit(unitStatus !== 0 || journeyStatus !== 0 || failed > 0 || isSkipFailure ? 1 : 0)

function start(command, commandArguments, options) {
  return spawn(command, commandArguments, { ...options, shell: process.platform === 'win32' })
}

function environmentOf(own) {
  return { ...process.env, TMPDIR: folder, NODE_COMPILE_CACHE: join(folder, 'compiled'), ...samples, ...own }
}

/** The journeys then take about as long as the unit tests. */
function journeyWorkers() {
  return String(Math.max(1, Math.floor(availableParallelism() / 2)))
}

function hasRoom(path) {
  try {
    const { bavail, bsize } = statfsSync(path)
    return bavail * bsize > 6e9
  } catch {
    return false
  }
}

function readUnit() {
  return JSON.parse(readOr(unitFile, '{"passed":0,"failed":1,"skipped":[],"retried":[]}'))
}

function readJourneys() {
  const report = JSON.parse(readOr(journeyFile, '{"stats":{"expected":0,"unexpected":1,"flaky":0},"suites":[]}'))
  const specs = report.suites.flatMap(specsOf)
  return {
    passed: report.stats.expected + report.stats.flaky,
    failed: report.stats.unexpected,
    retried: specs.flatMap((spec) =>
      spec.tests
        .filter((test) => test.status === 'flaky')
        .map((test) => ({ name: `${spec.file} > ${spec.title}`, reason: firstFailure(test) })),
    ),
    skipped: specs.flatMap((spec) =>
      spec.tests
        .filter((test) => test.status === 'skipped')
        .map((test) => ({
          name: `${spec.file} > ${spec.title}`,
          reason: test.annotations.find((annotation) => annotation.type === 'skip')?.description ?? 'no reason given',
        })),
    ),
  }
}

function specsOf(suite) {
  return [...suite.specs, ...(suite.suites ?? []).flatMap(specsOf)]
}

/** Returns the first line of the error from the first try. */
function firstFailure(test) {
  const message = test.results.find((result) => result.error)?.error.message ?? 'no reason given'
  return stripVTControlCharacters(message).split('\n', 1)[0]
}

function readOr(file, otherwise) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return otherwise
  }
}

function groupByReason(entries) {
  const groups = new Map()
  for (const { name, reason } of entries) groups.set(reason, [...(groups.get(reason) ?? []), name])
  return groups
}

function sum(numbers) {
  return numbers.reduce((total, number) => total + number, 0)
}
