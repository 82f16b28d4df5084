// oxlint-disable no-restricted-imports -- how V8 compiles a parser can't be controlled from outside its loading
import { readFileSync } from 'node:fs'
import { setFlagsFromString } from 'node:v8'
// oxlint-enable no-restricted-imports

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

/** V8's defaults for WebAssembly: it compiles each function on its first call, and optimizes hot ones later. */
const lazily = ['wasm-lazy-compilation']
const optimized = ['wasm-tier-up', 'wasm-dynamic-tiering']

function compile(name: ParserName): object {
  const { file, isLazy } = parsers[name]
  const [library, path] = file
  const code = readFileSync(new URL(path === '.' ? '' : path, import.meta.resolve(library)))
  return without(isLazy ? optimized : [...lazily, ...optimized], () => new WebAssembly.Module(code))
}

/**
 * Runs a parser without V8's optimizing compiler. It would recompile hot functions, which takes up to half a gigabyte
 * for the parsers' huge ones, and more time than it saves in the first thousands of queries (docs/decisions/0004).
 */
export function unoptimized<Result>(parse: () => Result): Result {
  return without(optimized, parse)
}

/** The flags belong to the process, so they change only during a call, which nothing in this thread can interrupt. */
function without<Result>(flags: readonly string[], work: () => Result): Result {
  for (const flag of flags) setFlagsFromString(`--no-${flag}`)
  try {
    return work()
  } finally {
    for (const flag of flags) setFlagsFromString(`--${flag}`)
  }
}
