import { afterAll } from 'vitest'
import { createParserPool, type ParserPool } from '../door/parser-pool.ts'

const pool = createParserPool()
afterAll(() => pool.close())

/** One pool for all apps of a test file: loading the parsers takes longer than most tests. */
export const sharedParsers: ParserPool = { ...pool, close: async () => undefined }
