// oxlint-disable no-restricted-imports -- how V8 compiles the parser cannot be told from outside of its loading
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { setFlagsFromString } from 'node:v8'
// oxlint-enable no-restricted-imports

/** PostgreSQL's own parser, loaded. */
export interface Libpg {
  /** The parse tree: JSON text in UTF-8. @throws LibpgError where PostgreSQL would not read the text */
  parse(sql: string): Uint8Array
}

/** PostgreSQL's own syntax error. */
export class LibpgError extends Error {
  override readonly name = 'LibpgError'
  /** Offset in the text, 0-based; null when PostgreSQL tells none. */
  readonly position: number | null

  constructor(message: string, position: number | null) {
    super(message)
    this.position = position
  }
}

/** What is used of the library's compiled code: it is called directly, since its own binding makes objects of the JSON. */
interface Compiled {
  HEAPU8: Uint8Array
  HEAPU32: Uint32Array
  lengthBytesUTF8(text: string): number
  stringToUTF8(text: string, address: number, bytes: number): void
  _malloc(bytes: number): number
  _free(address: number): void
  _wasm_parse_query_raw(text: number): number
  _wasm_free_parse_result(result: number): void
}

interface LoadOptions {
  instantiateWasm(imports: object, done: (instance: object) => void): void
}

/** Node's own; its types come with a browser's only. */
declare const WebAssembly: {
  Module: new (code: Uint8Array) => object
  Instance: new (module: object, imports: object) => object
}

/** Loads the parser: about 40 ms and 50 MB. */
export async function loadLibpg(): Promise<Libpg> {
  const require = createRequire(import.meta.url)
  const file = require.resolve('libpg-query/wasm/libpg-query.wasm')
  const create = require('libpg-query/wasm/libpg-query.js') as (options: LoadOptions) => Promise<Compiled>
  const compiled = await create({
    instantiateWasm: (imports, done) => done(new WebAssembly.Instance(compileOnce(readFileSync(file)), imports)),
  })
  return { parse: (sql) => parse(compiled, sql) }
}

/** How V8 usually compiles WebAssembly: each function when first called, and again and better once it is hot. */
const usual = ['wasm-lazy-compilation', 'wasm-tier-up', 'wasm-dynamic-tiering']

/**
 * Compiles all of the module at once, for good and by the fast compiler. V8 would compile hot functions again with its
 * optimising compiler, which takes half a gigabyte for the grammar's one huge function (docs/decisions/0004).
 * The flags belong to the process, so they are changed for this one call, which nothing of this thread can interrupt.
 */
function compileOnce(code: Uint8Array): object {
  for (const flag of usual) setFlagsFromString(`--no-${flag}`)
  try {
    return new WebAssembly.Module(code)
  } finally {
    for (const flag of usual) setFlagsFromString(`--${flag}`)
  }
}

function parse(compiled: Compiled, sql: string): Uint8Array {
  const bytes = compiled.lengthBytesUTF8(sql) + 1
  const text = compiled._malloc(bytes)
  compiled.stringToUTF8(sql, text, bytes)
  const result = compiled._wasm_parse_query_raw(text)
  try {
    if (result === 0) throw new RangeError('The parser has no memory left.')
    // The result's fields: the tree, what was printed, the error.
    const [tree = 0, , error = 0] = compiled.HEAPU32.subarray(result >> 2, (result >> 2) + 3)
    if (error !== 0) throw readError(compiled, error)
    return bytesAt(compiled, tree).slice()
  } finally {
    compiled._free(text)
    if (result !== 0) compiled._wasm_free_parse_result(result)
  }
}

/** The error's fields: message, function, file, line, and the place as a character, 1-based; 0 for none. */
function readError(compiled: Compiled, error: number): LibpgError {
  const [message = 0, , , , place = 0] = compiled.HEAPU32.subarray(error >> 2, (error >> 2) + 5)
  return new LibpgError(decoder.decode(bytesAt(compiled, message)), place > 0 ? place - 1 : null)
}

const decoder = new TextDecoder()

function bytesAt({ HEAPU8 }: Compiled, address: number): Uint8Array {
  return HEAPU8.subarray(address, HEAPU8.indexOf(0, address))
}
