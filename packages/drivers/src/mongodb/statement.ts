import { message, type Cell, type Message } from '@parlance/contract'
import { DriverError } from '../contract.ts'
import { singleSelectOnly } from '../server/refusal.ts'

/** A string, a quoted name, a comment, a word, a question mark or a semicolon, as MySQL reads them. */
const tokens =
  /'(?:[^'\\]|''|\\[\s\S])*'|"(?:[^"\\]|""|\\[\s\S])*"|`(?:[^`]|``)*`|--[^\r\n]*|#[^\r\n]*|\/\*[\s\S]*?\*\/|[\p{L}_@$][\p{L}\p{N}_$.]*|[?;]/gu

/**
 * Returns one query with its values written into it, since the connector has no prepared statements. A connector may
 * run with writes enabled, so anything but a single query is refused here (R05, R07).
 * @throws DriverError unsupported
 */
export function boundQuery(sql: string, params: Cell[]): string {
  let count = 0
  let used = 0
  let isEnded = false
  const bound = sql.replace(tokens, (token) => {
    if (token.startsWith('--') || token.startsWith('#') || token.startsWith('/*')) return ' '
    if (isEnded) throw refusal(message('The SQL contains more than one statement.'))
    count += 1
    const word = token.toUpperCase()
    if (count === 1 && word !== 'SELECT') throw refusal(message('It must begin with SELECT.'))
    if (word === 'INTO') throw refusal(message('{word} is not allowed in a query.', { word }))
    if (token === ';') isEnded = true
    return token === '?' ? literal(params[used++]) : token
  })
  if (count === 0) throw new DriverError('syntax', message('The statement is empty.'))
  if (used !== params.length)
    throw new DriverError('syntax', message('The number of values differs from the number of placeholders.'))
  return bound
}

function literal(value: Cell | undefined): string {
  if (value === null || value === undefined) return 'NULL'
  if (typeof value === 'string') return `'${value.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`
  return typeof value === 'number' ? String(value) : String(value).toUpperCase()
}

function refusal(reason: Message): DriverError {
  return singleSelectOnly('MongoDB', reason)
}
