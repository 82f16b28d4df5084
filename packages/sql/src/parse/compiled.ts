// oxlint-disable no-restricted-imports -- how V8 compiles a parser can't be controlled from outside its loading
import { existsSync, readFileSync } from 'node:fs'
import { setFlagsFromString } from 'node:v8'
// oxlint-enable no-restricted-imports
import { usedPart } from './used-part.ts'

/** A Node global, whose types come only with a browser's. */
declare const WebAssembly: {
  Module: new (code: Uint8Array) => object
}

/** The libraries that parse. Their WebAssembly files, and how V8 compiles them. */
const parsers = {
  libpg: { file: ['libpg-query/wasm/libpg-query.wasm', '.'], isLazy: false },
  sqlparser: { file: ['@guanmingchiu/sqlparser-ts', '../wasm/sqlparser_rs_wasm_bg.wasm'], isLazy: true },
  polyglot: { file: ['@polyglot-sql/sdk/polyglot_sql.wasm', '.'], isLazy: true },
} satisfies Record<string, { file: [library: string, path: string]; isLazy: boolean }>

export type ParserName = keyof typeof parsers
/** Compiled parsers. Threads of a process can share them, but not what a parser remembers. */
export type CompiledParsers = Partial<Record<ParserName, object>>

let compiled: CompiledParsers = {}
let announce = (_added: CompiledParsers): void => undefined

/**
 * Uses parsers that other threads of this process have compiled.
 * @param onCompiled receives those that this thread compiles
 */
export function shareCompiled(given: CompiledParsers, onCompiled: (added: CompiledParsers) => void): void {
  compiled = { ...given, ...compiled }
  announce = onCompiled
}

/** A parser's WebAssembly, compiled once. */
export function compiledParser(name: ParserName): object {
  const known = compiled[name]
  if (known !== undefined) return known
  const added = { [name]: compile(name) }
  Object.assign(compiled, added)
  announce(added)
  return compiledParser(name)
}

/** Flags of V8 by name, with the values that they have in all other work. */
type Flags = Readonly<Record<string, boolean>>

/** They allow V8's optimizing compiler for WebAssembly. */
const optimizing: Flags = { 'wasm-tier-up': true, 'wasm-dynamic-tiering': true }

function compile(name: ParserName): object {
  const { isLazy } = parsers[name]
  const code = readFileSync(name === 'polyglot' && existsSync(usedPolyglotFile) ? usedPolyglotFile : fileOf(name))
  // Lazily, V8 checks and compiles each function on its first call. Checking all of them takes 0.1 s on several cores.
  const changed: Flags = isLazy ? { 'wasm-lazy-validation': false } : { 'wasm-lazy-compilation': true }
  return flipped({ ...changed, ...optimizing }, () => new WebAssembly.Module(code))
}

function fileOf(name: ParserName): URL {
  const [library, path] = parsers[name].file
  return new URL(path === '.' ? '' : path, import.meta.resolve(library))
}

/** What `usedPolyglot` returns, if the server is packed. */
const usedPolyglotFile = new URL('./polyglot.wasm', import.meta.url)

/** A fifth of the largest parser's file. The rest translates and analyzes SQL, and is never called here. */
export function usedPolyglot(): Uint8Array {
  return usedPart(readFileSync(fileOf('polyglot')), (name) => /^(?:parse|parse_value|__wb\w*)$/.test(name))
}

/**
 * Runs a parser without V8's optimizing compiler. It would recompile hot functions, which takes up to half a gigabyte
 * for the parsers' huge ones, and more time than it saves in the first thousands of queries (docs/decisions/0004).
 */
export function unoptimized<Result>(parse: () => Result): Result {
  return flipped(optimizing, parse)
}

/** The flags belong to the process, so they change only during a call, which nothing in this thread can interrupt. */
function flipped<Result>(flags: Flags, work: () => Result): Result {
  const set = (name: string, isOn: boolean) => setFlagsFromString(isOn ? `--${name}` : `--no-${name}`)
  for (const [name, isOn] of Object.entries(flags)) set(name, !isOn)
  try {
    return work()
  } finally {
    for (const [name, isOn] of Object.entries(flags)) set(name, isOn)
  }
}
