import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { manifests } from '@parlance/drivers'
import type { ConnectionTestResult, DatabaseType } from '@parlance/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'

interface Answers {
  types: DatabaseType[]
  tests: Record<string, ConnectionTestResult>
}

const root = resolve(import.meta.dirname, '../../../../..')
const folder = mkdtempSync(join(tmpdir(), 'parlance-omitted-'))
const kinds = manifests.filter(({ library }) => library !== undefined)
let answers: Answers

/** The fields of each form. Nothing at this address is ever reached. */
const server = { host: '127.0.0.1', port: 9, database: 'd', username: 'u', password: 'p' }
const forms: Record<string, object> = {
  sqlserver: server,
  oracle: { ...server, extra_params: { sid: 'FREE' } },
  hana: server,
  dremio: { ...server, extra_params: { driver_type: 'flight', disable_tls: true } },
  snowflake: { database: 'D', username: 'u', password: 'p', extra_params: { account: 'none' } },
  bigquery: { extra_params: { project_id: 'none', dataset: 'none', credentials_json: key() } },
  googlesheets: { spreadsheet_id: 'none', credentials_path: 'key.json' },
}

beforeAll(() => {
  installWithoutOptional()
  answers = JSON.parse(ask()) as Answers
}, 120_000)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test.each(kinds.map(({ kind, name, library }) => ({ kind, name, command: `npm install ${library}` })))(
  'shows the one command that adds its library in the form of $name, and in a test',
  ({ kind, command }) => {
    const type = answers.types.find(({ db_type }) => db_type === kind)
    expect(type).toMatchObject({ is_available: false, install_command: command })
    expect(answers.tests[kind]).toMatchObject({
      success: false,
      message: expect.stringMatching(
        /^Could not use this connection: The client library \S+ is not installed\. .*npm install/,
      ),
      advice: `Run "${command}" on the server, then restart Parlance.`,
    })
  },
)

test('keeps all other kinds working without them', () => {
  const others = answers.types.filter(({ db_type }) => !kinds.some(({ kind }) => kind === db_type))
  expect(others.map((type) => [type.db_type, type.is_available, type.install_command])).toEqual([
    ['postgresql', true, null],
    ['mysql', true, null],
    ['sqlite', true, null],
    ['mongodb', true, null],
  ])
})

/** Installs the sources with the packages that `npm install --omit=optional` leaves. */
function installWithoutOptional(): void {
  const isOwn = (path: string) => !/[\\/](node_modules|dist)$/.test(path)
  for (const part of ['apps/server', 'packages'])
    cpSync(join(root, part), join(folder, part), { recursive: true, filter: isOwn })
  const text = readFileSync(join(root, 'packages/drivers/package.json'), 'utf8')
  const { optionalDependencies } = JSON.parse(text) as { optionalDependencies: Record<string, string> }
  link(join(root, 'node_modules'), join(folder, 'node_modules'), new Set(Object.keys(optionalDependencies)))
  for (const name of readdirSync(join(root, 'packages'))) {
    symlinkSync(join(folder, 'packages', name), join(folder, 'node_modules/@parlance', name))
  }
}

function link(from: string, to: string, omitted: Set<string>, scope = ''): void {
  mkdirSync(to)
  for (const name of readdirSync(from)) {
    if (name === '@parlance') mkdirSync(join(to, name))
    else if (name.startsWith('@')) link(join(from, name), join(to, name), omitted, `${name}/`)
    else if (!omitted.has(scope + name)) symlinkSync(join(from, name), join(to, name))
  }
}

/** Asks an app of that installation for its forms, and tests a connection of each kind. */
function ask(): string {
  const answered = join(folder, 'answers.json')
  const probe = `
    import { writeFileSync } from 'node:fs'
    import { test } from 'vitest'
    import { createManagedApp } from './apps/server/src/testing/managed-app.ts'
    test('asks', async () => {
      const app = await createManagedApp(null)
      writeFileSync(app.context.config.dataDir + '/key.json', ${JSON.stringify(key())})
      const tests = {}
      for (const [db_type, form] of Object.entries(${JSON.stringify(forms)})) {
        const { id } = await app.create({ name: db_type, db_type, ...form })
        tests[db_type] = (await app.call(app.admin, 'POST', 'configurations/' + id + '/test')).json()
      }
      const types = (await app.call(app.admin, 'GET', 'types')).json()
      await app.close()
      writeFileSync(${JSON.stringify(answered)}, JSON.stringify({ types, tests }))
    })`
  writeFileSync(join(folder, 'probe.test.ts'), probe)
  const vitest = join(folder, 'node_modules/vitest/vitest.mjs')
  const env = { PATH: process.env['PATH'], HOME: folder }
  const options = ['--root', folder, '--testTimeout', '120000', '--experimental.viteModuleRunner', 'false']
  execFileSync(process.execPath, [vitest, 'run', ...options, 'probe.test.ts'], { cwd: folder, env, stdio: 'pipe' })
  return readFileSync(answered, 'utf8')
}

function key(): string {
  return JSON.stringify({ type: 'service_account', client_email: 'a@b', private_key: 'none' })
}
