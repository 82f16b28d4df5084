import { createParserPool, type ParserPool } from '../door/parser-pool.ts'

const pool = createParserPool({ threads: 1 })

/** One pool for all apps of a process, because loading the parsers takes longer than most tests. */
export const sharedParsers: ParserPool = { ...pool, close: async () => undefined }

/** Ends the threads of the shared pool. The threads of a test file end with its process. */
export const endSharedParsers = (): Promise<void> => pool.close()
