import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type * as PolyglotModule from '@polyglot-sql/sdk'
import { dialectFacts, type SqlDialect } from '@parlance/contract'
import { beforeAll, expect, test } from 'vitest'
import { dialectOf } from '../dialects/index.ts'
import { compiledParser, usedPolyglot } from './compiled.ts'
import { usedPart } from './used-part.ts'

declare const WebAssembly: { Module: new (code: Uint8Array) => object }

type Polyglot = Pick<typeof PolyglotModule, 'parse'>

/** A copy of the library with its own memory. */
async function polyglotOf(name: string, wasm: object): Promise<Polyglot> {
  const url = `${import.meta.resolve('@polyglot-sql/sdk/manual')}?${name}`
  const library = (await import(url)) as Polyglot & { init: (options: { wasmUrl: object }) => Promise<void> }
  await library.init({ wasmUrl: wasm })
  return library
}

let whole: Polyglot
let used: Polyglot
let usedCode: Uint8Array
beforeAll(async () => {
  usedCode = usedPolyglot()
  whole = await polyglotOf('whole', compiledParser('polyglot'))
  used = await polyglotOf('used', new WebAssembly.Module(Uint8Array.from(usedCode)))
})

const folder = join(import.meta.dirname, '../../corpus')
/** A sample, because each text is read twice. */
const oneOf = 6
const texts = readdirSync(folder)
  .filter((name) => name.endsWith('.json'))
  .flatMap((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as { dialect: SqlDialect; sql: string }[])
  .filter((_, at) => at % oneOf === 0)
const dialects = Object.keys(dialectFacts) as SqlDialect[]

/** What a copy answers, as JSON; null for a dialect that it doesn't read. */
function answerOf(polyglot: Polyglot, dialect: SqlDialect, sql: string): string | null {
  const { parsers } = dialectOf(dialect)
  return parsers && JSON.stringify(polyglot.parse(sql, parsers.polyglot as Parameters<Polyglot['parse']>[1]))
}

test('the used part of a parser reads every text as the whole parser does', () => {
  expect(texts.length).toBeGreaterThan(100)
  expect(whole).not.toBe(used)
  for (const { dialect, sql } of texts) expect(answerOf(used, dialect, sql)).toBe(answerOf(whole, dialect, sql))
})

test('the used part refuses what the whole parser refuses, with the same words', () => {
  const broken = ['', 'SELECT', 'SELECT (1', "SELECT 'a", 'SELECT 1 FROM', 'DROP TABLE t', '\u0000', 'SELECT 💥 FROM t']
  for (const dialect of dialects) {
    for (const sql of broken) expect(answerOf(used, dialect, sql)).toBe(answerOf(whole, dialect, sql))
  }
})

test('is much smaller', () => {
  expect(usedCode.length).toBeLessThan(8_000_000)
})

test('refuses a file that is cut off', () => {
  expect(() => usedPart(usedCode.slice(0, usedCode.length / 2), () => true)).toThrow('ends too early')
})
