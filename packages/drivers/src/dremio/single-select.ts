import { message } from '@parlance/contract'
import { DriverError } from '../contract.ts'

/** Strings, quoted names, three kinds of comments, words, semicolons. */
const tokens = /'(?:[^']|'')*'|"(?:[^"]|"")*"|--[^\r\n]*|\/\/[^\r\n]*|\/\*[\s\S]*?\*\/|[\p{L}_$][\p{L}\p{N}_$]*|;/gu

/** Passes text to the source's own database, which may do anything with it. */
const passThrough = 'EXTERNAL_QUERY'

/**
 * Refuses anything but a single SELECT. Dremio has no read-only session, and the call that runs a query can also change
 * data. No statement that begins with SELECT or WITH changes anything, except those passed to the source (R05, R07).
 * @throws DriverError
 */
export function assertSingleSelect(sql: string): void {
  let first: string | null = null
  let hasEnded = false
  for (const [token] of sql.matchAll(tokens)) {
    if (/^(?:--|\/\/|\/\*)/.test(token)) continue
    if (hasEnded) throw new DriverError('unsupported', message('Only one statement can run at a time.'))
    if (token === ';') hasEnded = true
    const word = token.replaceAll('"', '').toUpperCase()
    if (word === passThrough)
      throw new DriverError(
        'unsupported',
        message('EXTERNAL_QUERY is not allowed, because it sends text straight to the source.'),
      )
    first ??= token.toUpperCase()
  }
  if (first === null || first === ';') throw new DriverError('syntax', message('The statement is empty.'))
  if (first !== 'SELECT' && first !== 'WITH')
    throw new DriverError('unsupported', message('Only SELECT statements can run, not {keyword}.', { keyword: first }))
}
