import { existsSync } from 'node:fs'
import { posix } from 'node:path'
import { expect, test } from 'vitest'
import { importRules, type ImportRule } from './import-table.ts'
import { lintFiles } from './lint-files.ts'
import { productFolders } from './product-folders.ts'

/** Returns the rules for a new file of a folder, read from the table without the plugin's help. */
function rulesIn(folder: string): ImportRule[] {
  const covers = (place: string) => place === '' || `${folder}/probe.ts`.startsWith(`${place}/`)
  return importRules.filter((rule) => rule.in.some(covers) && !rule.except?.some(covers))
}

/** Returns the banned imports of one rule, as specifiers in a file of the folder. */
function specifiersOf({ bans }: ImportRule, folder: string): string[] {
  return bans.map((ban) => {
    if (ban === 'node:*') return 'node:fs'
    if (!/^(?:apps|packages)\//.test(ban)) return ban
    const target = /\.tsx?$/.test(ban) ? ban : `${ban}/probe-target.ts`
    const path = posix.relative(folder, target)
    return path.startsWith('.') ? path : `./${path}`
  })
}

test('reports every ban of the table in a probe in every folder', () => {
  const probes = new Map(
    productFolders.map((folder) => {
      const file = `${folder}/probe.ts`
      const specifiers = [...new Set(rulesIn(folder).flatMap((rule) => specifiersOf(rule, folder)))]
      return [file, specifiers] as const
    }),
  )
  const errors = lintFiles(
    Object.fromEntries([...probes].map(([file, specifiers]) => [file, specifiers.map(importLine).join('')])),
  )
  const reported = new Set(
    errors.filter(({ rule }) => rule === 'house(imports)').map(({ file, line }) => `${file}:${line}`),
  )
  const missed = [...probes].flatMap(([file, specifiers]) =>
    specifiers.filter((_, index) => !reported.has(`${file}:${index + 1}`)).map((specifier) => `${file} ${specifier}`),
  )
  expect(missed).toEqual([])
  expect(reported.size).toBeGreaterThan(productFolders.length * 10)
})

const importLine = (specifier: string, index: number) => `import { get as a${index} } from '${specifier}'\n`

const forms = [
  ['a default import', "import a from 'node:vm'\n"],
  ['a namespace', "import * as a from 'node:vm'\n"],
  ['an import for its effects', "import 'node:vm'\n"],
  ['the name without node:', "import { runInNewContext } from 'vm'\n"],
  ['a dynamic import', "export const a = await import('node:vm')\n"],
  ['an import in a type', "export type A = import('node:vm').Context\n"],
  ['a type import', "import type { Context } from 'node:vm'\n"],
  ['a re-export', "export { runInNewContext } from 'node:vm'\n"],
  ['a re-export of everything', "export * from 'node:vm'\n"],
] as const
const allowed =
  "import { createServer, type IncomingMessage } from 'node:http'\nexport { createServer as a, type IncomingMessage }\n"
const sending = "import * as http from 'node:http'\nexport const a = http\n"

/** All forms share one run, because starting takes most of its time. */
const errorsOfForms = lintFiles({
  ...Object.fromEntries(forms.map(([form, source]) => [fileOf(form), source])),
  'apps/server/src/http/allowed.ts': allowed,
  'apps/server/src/http/sending.ts': sending,
})
const rulesBroken = (file: string) => errorsOfForms.filter((error) => error.file === file).map(({ rule }) => rule)

function fileOf(form: string): string {
  return `packages/contract/src/${form.replaceAll(/\W/g, '-')}.ts`
}

test.each(forms)('applies a ban to %s', (form) => {
  expect(rulesBroken(fileOf(form))).toContain('house(imports)')
})

test('allows the server to read the types of node:http and create a server, but not to send a request', () => {
  expect(rulesBroken('apps/server/src/http/allowed.ts')).toEqual([])
  expect(rulesBroken('apps/server/src/http/sending.ts')).toContain('house(imports)')
})

test('applies every rule of the table to an existing folder or file', () => {
  const isBound = (rule: ImportRule) =>
    productFolders.some((folder) => rulesIn(folder).includes(rule)) || rule.in.every((place) => existsSync(place))
  expect(importRules.filter((rule) => !isBound(rule)).map((rule) => rule.message)).toEqual([])
})
