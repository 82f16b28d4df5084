import { message } from '@parlance/contract'
import { DriverError } from '../contract.ts'

/** Strings with their escapes, dollar-quoted strings, quoted names, three kinds of comments, words, semicolons. */
const tokens =
  /'(?:\\[\s\S]|''|[^'\\])*'|\$\$[\s\S]*?\$\$|"(?:""|[^"])*"|--[^\r\n]*|\/\/[^\r\n]*|\/\*[\s\S]*?\*\/|[\p{L}_][\p{L}\p{N}_$]*|;/gu

/**
 * Refuses anything but a single SELECT. No statement of this language that begins with SELECT or WITH writes, and the
 * session accepts one statement at a time. PUT and GET, which access the server's own disk, must never reach the
 * library, because it runs them itself (R05, R07).
 * @throws DriverError
 */
export function assertSingleSelect(sql: string): void {
  let first: string | null = null
  let hasEnded = false
  for (const [token] of sql.matchAll(tokens)) {
    if (/^(--|\/\/|\/\*)/.test(token)) continue
    if (hasEnded) throw new DriverError('unsupported', message('Only one statement can run at a time.'))
    if (token === ';') hasEnded = true
    first ??= token.toUpperCase()
  }
  if (first === null || first === ';') throw new DriverError('syntax', message('The statement is empty.'))
  if (first !== 'SELECT' && first !== 'WITH')
    throw new DriverError(
      'unsupported',
      message('Only SELECT statements can run, not {statement}.', { statement: first }),
    )
}
