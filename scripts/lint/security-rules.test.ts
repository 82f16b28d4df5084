import { describe, expect, test } from 'vitest'
import { lintFiles } from './lint-files.ts'
import { productFolders } from './product-folders.ts'

/** The rules that one source breaks in each of some folders. */
function rulesBroken(folders: readonly string[], source: string): Map<string, string[]> {
  const files = folders.map((folder) => `${folder}/probe.ts`)
  const errors = lintFiles(Object.fromEntries(files.map((file) => [file, source])))
  return new Map(files.map((file) => [file, errors.filter((error) => error.file === file).map(({ rule }) => rule)]))
}

/** The files in which a source does not break a rule. */
function filesWithout(folders: readonly string[], source: string, rule: string): string[] {
  return [...rulesBroken(folders, source)]
    .filter(([, rules]) => !rules.some((name) => name.includes(rule)))
    .map(([file]) => file)
}

const onTheServer = productFolders.filter((folder) => !folder.startsWith('apps/web/'))

test.each([
  ['eval', 'export const a = (text: string): unknown => eval(text)\n', 'no-eval'],
  ['new Function', 'export const a = (text: string): unknown => new Function(text)\n', 'no-new-func'],
  ['node:vm', "import { runInNewContext } from 'node:vm'\nexport const a = runInNewContext\n", 'house(imports)'],
])('R01 %s is a lint error in every folder', (_name, source, rule) => {
  expect(filesWithout(productFolders, source, rule)).toEqual([])
})

describe('R25', () => {
  test.each([
    ['fetch', "export const a = fetch('http://a.example')\n"],
    ['globalThis.fetch', "export const a = globalThis.fetch('http://a.example')\n"],
    ['WebSocket', "export const a = new WebSocket('ws://a.example')\n"],
    ['EventSource', "export const a = new EventSource('http://a.example')\n"],
  ])('no folder of the server or a package uses the global %s', (_name, source) => {
    expect(filesWithout(onTheServer, source, 'no-restricted-globals')).toEqual([])
  })

  test.each([
    ['runs for exponential time', 'export const a = /^(?:a+)+$/\n', 'no-super-linear-backtracking'],
    ['runs for quadratic time on one text', 'export const a = /^\\s*[a-z ]*\\s*$/\n', 'no-super-linear-backtracking'],
    ['starts again at every letter', 'export const a = /\\s+$/\n', 'no-super-linear-move'],
    ['is made of a text', 'export const a = (text: string): RegExp => new RegExp(text)\n', 'no-restricted-globals'],
  ])('a pattern that %s is a lint error in every folder', (_what, source, rule) => {
    expect(filesWithout(productFolders, source, rule)).toEqual([])
  })

  test('a pattern in linear time passes', () => {
    expect(lintFiles({ 'apps/server/src/agent/a.ts': 'export const a = /(?<!\\s)\\s+$/\n' })).toEqual([])
  })

  test('the guarded fetch may send a request', () => {
    const asking = "import { request } from 'node:https'\nexport const a = request\n"
    expect(lintFiles({ 'apps/server/src/models/outbound.ts': asking })).toEqual([])
  })
})
