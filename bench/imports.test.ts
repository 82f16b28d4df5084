import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { expect, test } from 'vitest'

const root = dirname(import.meta.dirname)

test('runs benchmarks and their imports without a test framework', () => {
  const benches = readdirSync(import.meta.dirname).filter((name) => !name.endsWith('.test.ts'))
  const importers = new Map(benches.map((name) => [join(import.meta.dirname, name), 'bench']))
  const reachingVitest: string[] = []
  for (const [file] of importers) {
    for (const name of importsOf(file)) {
      if (name === 'vitest') reachingVitest.push(`${relative(root, file)}, imported by ${importers.get(file)}`)
      const path = ownFile(name, file)
      if (path !== null && !importers.has(path)) importers.set(path, relative(root, file))
    }
  }
  expect(importers.size).toBeGreaterThan(200)
  expect(reachingVitest).toEqual([])
})

/** Returns what a file loads when it runs; type imports are gone by then. */
function importsOf(file: string): string[] {
  const text = readFileSync(file, 'utf8')
  const pattern = /^(?:import|export)\s(?!type\s)(?:[^'"]*?\sfrom\s)?'([^']+)'|\bimport\('([^']+)'\)/gm
  return [...text.matchAll(pattern)].map(([, named, called]) => named ?? called ?? '')
}

/** Returns the file of this repository that a name refers to; null for an external package. */
function ownFile(name: string, importer: string): string | null {
  if (name.startsWith('.') && name.endsWith('.ts')) return join(dirname(importer), name)
  return name.startsWith('@parlance/') ? createRequire(importer).resolve(name) : null
}
