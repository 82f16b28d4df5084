import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '..')

/** Lints one file at a path of the repository's layout, under the repository's own rules. */
function lint(path: string, source: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'parlance-lint-'))
  try {
    copyFileSync(join(root, '.oxlintrc.json'), join(folder, '.oxlintrc.json'))
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), source)
    const result = spawnSync(join(root, 'node_modules/.bin/oxlint'), ['-c', '.oxlintrc.json', path], {
      cwd: folder,
      encoding: 'utf8',
    })
    return result.status === 0 ? '' : result.stdout
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

test.each([
  ['packages/contract/src/a.ts', "import { gate } from '@parlance/sql'\nexport const a = gate\n"],
  ['packages/sql/src/a.ts', "import { connect } from '@parlance/drivers'\nexport const a = connect\n"],
  ['packages/sql/src/a.ts', "import { readFileSync } from 'node:fs'\nexport const a = readFileSync\n"],
  ['packages/drivers/src/a.ts', "import { gate } from '@parlance/sql'\nexport const a = gate\n"],
  ['apps/server/src/features/chat/a.ts', "import { Client } from 'pg'\nexport const a = Client\n"],
  [
    'apps/server/src/features/chat/a.ts',
    "import { createConnection } from 'mysql2/promise'\nexport const a = createConnection\n",
  ],
  ['apps/web/src/lib/a.ts', "import { b } from '../ui/b.tsx'\nexport const a = b\n"],
  ['apps/web/src/ui/a.ts', "import { b } from '../components/b.tsx'\nexport const a = b\n"],
  ['apps/web/src/components/a.ts', "import { b } from '../screens/chat/b.tsx'\nexport const a = b\n"],
  ['apps/web/src/screens/a.ts', "import { b } from '@parlance/server'\nexport const a = b\n"],
])('imports run one way: %s may not hold %j', (path, source) => {
  expect(lint(path, source)).toContain('no-restricted-imports')
})

test.each([
  ['eval', 'export const a = (text: string): unknown => eval(text)\n', 'no-eval'],
  ['new Function', 'export const a = (text: string): unknown => new Function(text)\n', 'no-new-func'],
  ['node:vm', "import { runInNewContext } from 'node:vm'\nexport const a = runInNewContext\n", 'no-restricted-imports'],
])('R01 %s is a lint error', (_name, source, rule) => {
  expect(lint('apps/server/src/agent/a.ts', source)).toContain(rule)
})

const serverFolders = ['', 'agent/', 'cli/', 'features/email/', 'http/', 'models/', 'store/', 'store/backup/', 'web/']

describe.each(serverFolders)('R25 in apps/server/src/%s', (folder) => {
  test.each([
    ['fetch', "export const a = fetch('http://a.example')\n", 'no-restricted-globals'],
    ['globalThis.fetch', "export const a = globalThis.fetch('http://a.example')\n", 'no-restricted-globals'],
    ['request', "import { request } from 'node:http'\nexport const a = request\n", 'no-restricted-imports'],
    ['the whole of node:http', "import * as http from 'node:http'\nexport const a = http\n", 'no-restricted-imports'],
    ['node:http by default', "import http from 'node:http'\nexport const a = http\n", 'no-restricted-imports'],
    ['https', "import { get } from 'node:https'\nexport const a = get\n", 'no-restricted-imports'],
    ['http2', "import { connect } from 'node:http2'\nexport const a = connect\n", 'no-restricted-imports'],
    ['undici', "import { request } from 'undici'\nexport const a = request\n", 'no-restricted-imports'],
  ])('no file asks the web by %s', (_name, source, rule) => {
    expect(lint(`apps/server/src/${folder}a.ts`, source)).toContain(rule)
  })
})

test('R25 only the guarded fetch asks the web, and packages never do', () => {
  const asking = "import { request } from 'node:https'\nexport const a = request\n"
  expect(lint('apps/server/src/models/outbound.ts', asking)).toBe('')
  for (const name of ['drivers', 'sql', 'engine', 'retrieval', 'contract'])
    expect(lint(`packages/${name}/src/a.ts`, "export const a = fetch('http://a.example')\n")).toContain('fetch')
})

test.each([
  ['runs for exponential time', 'export const a = /^(?:a+)+$/\n', 'no-super-linear-backtracking'],
  ['runs for quadratic time on one text', 'export const a = /^\\s*[a-z ]*\\s*$/\n', 'no-super-linear-backtracking'],
  ['starts again at every letter', 'export const a = /\\s+$/\n', 'no-super-linear-move'],
  ['is made of a text', 'export const a = (text: string): RegExp => new RegExp(text)\n', 'no-restricted-globals'],
])('R25 a pattern that %s is a lint error', (_what, source, rule) => {
  expect(lint('apps/server/src/agent/a.ts', source)).toContain(rule)
  expect(lint('apps/web/src/lib/a.ts', source)).toContain(rule)
  expect(lint('packages/sql/src/a.ts', source)).toContain(rule)
})

test('R25 a pattern in linear time passes', () => {
  expect(lint('apps/server/src/agent/a.ts', 'export const a = /(?<!\\s)\\s+$/\n')).toBe('')
})

test('what may be imported passes', () => {
  expect(
    lint('apps/server/src/features/chat/a.ts', "import { gate } from '@parlance/sql'\nexport const a = gate\n"),
  ).toBe('')
  expect(lint('apps/web/src/screens/a.ts', "import { b } from '../components/b.tsx'\nexport const a = b\n")).toBe('')
})
