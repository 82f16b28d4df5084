import { describe, expect, test } from 'vitest'
import { lintFiles, type LintError } from './lint-files.ts'
import { productFolders } from './product-folders.ts'

const onTheServer = productFolders.filter((folder) => !folder.startsWith('apps/web/'))

/** The errors in every folder: a name, the source, and the rule that reports it. */
const banned = [
  ['eval', 'export const a = (text: string): unknown => eval(text)\n', 'no-eval'],
  ['new Function', 'export const a = (text: string): unknown => new Function(text)\n', 'no-new-func'],
  ['node:vm', "import { runInNewContext } from 'node:vm'\nexport const a = runInNewContext\n", 'house(imports)'],
] as const

const globals = [
  ['fetch', "export const a = fetch('http://a.example')\n", 'no-restricted-globals'],
  ['globalThis.fetch', "export const a = globalThis.fetch('http://a.example')\n", 'no-restricted-globals'],
  ['WebSocket', "export const a = new WebSocket('ws://a.example')\n", 'no-restricted-globals'],
  ['EventSource', "export const a = new EventSource('http://a.example')\n", 'no-restricted-globals'],
  ['getBuiltinModule', "export const a = process.getBuiltinModule('node:http')\n", 'no-restricted-properties'],
] as const

const patterns = [
  ['runs for exponential time', 'export const a = /^(?:a+)+$/\n', 'no-super-linear-backtracking'],
  ['runs for quadratic time on one text', 'export const a = /^\\s*[a-z ]*\\s*$/\n', 'no-super-linear-backtracking'],
  ['starts again at every letter', 'export const a = /\\s+$/\n', 'no-super-linear-move'],
  ['is made of a text', 'export const a = (text: string): RegExp => new RegExp(text)\n', 'no-restricted-globals'],
] as const

const linear = 'export const a = /(?<!\\s)\\s+$/\n'
const asking = "const { request } = process.getBuiltinModule('node:https')\nexport const a = request\n"

/** All probes share one lint run, because starting takes most of its time. */
const sources: Record<string, string> = {
  'apps/server/src/agent/linear.ts': linear,
  'apps/server/src/models/outbound.ts': asking,
}
for (const [name, source] of [...banned, ...globals, ...patterns])
  for (const folder of productFolders) sources[probeOf(folder, name)] = source

const errors = Map.groupBy(lintFiles(sources), ({ file }) => file)

function probeOf(folder: string, name: string): string {
  return `${folder}/probe-${name.replaceAll(/\W/g, '-')}.ts`
}

/** Returns the folders in which a probe does not break a rule. */
function foldersWithout(folders: readonly string[], name: string, rule: string): string[] {
  const isBroken = (error: LintError) => error.rule.includes(rule)
  return folders.filter((folder) => !errors.get(probeOf(folder, name))?.some(isBroken))
}

test.each(banned)('R01 reports %s as a lint error in every folder', (name, _source, rule) => {
  expect(foldersWithout(productFolders, name, rule)).toEqual([])
})

describe('R25', () => {
  test.each(globals)('reports the global %s in every folder of the server and the packages', (name, _source, rule) => {
    expect(foldersWithout(onTheServer, name, rule)).toEqual([])
  })

  test.each(patterns)('reports a pattern that %s as a lint error in every folder', (name, _source, rule) => {
    expect(foldersWithout(productFolders, name, rule)).toEqual([])
  })

  test.each([
    ['a pattern in linear time passes', 'apps/server/src/agent/linear.ts'],
    ['the guarded fetch may send a request', 'apps/server/src/models/outbound.ts'],
  ])('%s', (_, file) => {
    expect(Object.keys(sources)).toContain(file)
    expect(errors.get(file)).toBeUndefined()
  })
})
