// oxlint-disable-next-line no-restricted-imports -- the library is one of CommonJS
import { createRequire } from 'node:module'
import { compiledParser } from '../compiled.ts'

/** PostgreSQL's own parser, loaded. */
export interface Libpg {
  /** The parse tree: JSON text in UTF-8. @throws LibpgError when PostgreSQL can't read the text */
  parse(sql: string): Uint8Array
}

/** PostgreSQL's own syntax error. */
export class LibpgError extends Error {
  override readonly name = 'LibpgError'
  /** 0-based offset in the text; null if PostgreSQL gives none. */
  readonly position: number | null

  constructor(message: string, position: number | null) {
    super(message)
    this.position = position
  }
}

/**
 * The part of the library's compiled code that we use. We call it directly, because its own binding turns the JSON into
 * objects.
 */
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

/** A Node global, whose types come only with a browser's. */
declare const WebAssembly: {
  Instance: new (module: object, imports: object) => object
}

/** Loads the parser, which takes about 40 ms and 50 MB. */
export async function loadLibpg(): Promise<Libpg> {
  const require = createRequire(import.meta.url)
  const create = require('libpg-query/wasm/libpg-query.js') as (options: LoadOptions) => Promise<Compiled>
  const compiled = await create({
    instantiateWasm: (imports, done) => done(new WebAssembly.Instance(compiledParser('libpg'), imports)),
  })
  return { parse: (sql) => parse(compiled, sql) }
}

function parse(compiled: Compiled, sql: string): Uint8Array {
  const bytes = compiled.lengthBytesUTF8(sql) + 1
  const text = compiled._malloc(bytes)
  compiled.stringToUTF8(sql, text, bytes)
  const result = compiled._wasm_parse_query_raw(text)
  try {
    if (result === 0) throw new RangeError('The parser ran out of memory.')
    // The result's fields: the tree, the printed output, the error.
    const [tree = 0, , error = 0] = compiled.HEAPU32.subarray(result >> 2, (result >> 2) + 3)
    if (error !== 0) throw readError(compiled, error)
    return bytesAt(compiled, tree).slice()
  } finally {
    compiled._free(text)
    if (result !== 0) compiled._wasm_free_parse_result(result)
  }
}

/** The error's fields: message, function, file, line, and the 1-based character position, 0 for none. */
function readError(compiled: Compiled, error: number): LibpgError {
  const [message = 0, , , , place = 0] = compiled.HEAPU32.subarray(error >> 2, (error >> 2) + 5)
  return new LibpgError(decoder.decode(bytesAt(compiled, message)), place > 0 ? place - 1 : null)
}

const decoder = new TextDecoder()

function bytesAt({ HEAPU8 }: Compiled, address: number): Uint8Array {
  return HEAPU8.subarray(address, HEAPU8.indexOf(0, address))
}
