import { message, type Message } from '@parlance/contract'
import { DriverError } from '../contract.ts'
import { singleSelectOnly } from '../server/refusal.ts'

/** Strings in their two forms, quoted names, comments, words, semicolons. */
const tokens =
  /N?Q'(?:\[[\s\S]*?\]|\{[\s\S]*?\}|<[\s\S]*?>|\([\s\S]*?\)|(\S)[\s\S]*?\1)'|N?'(?:[^']|'')*'|"[^"]*"|--[^\r\n]*|\/\*[\s\S]*?\*\/|[\p{L}][\p{L}\p{N}_$#]*|;/giu

/** A WITH clause may also begin with code that runs in the server. */
const code = new Set(['FUNCTION', 'PROCEDURE'])

/**
 * Refuses anything but a single query. A statement that changes the tables' structure ends the read-only transaction,
 * and a PL/SQL block may contain any number of statements (R05, R07). The server itself accepts one statement at a
 * time.
 * @throws DriverError unsupported, syntax for an empty statement
 */
export function assertSingleSelect(sql: string): void {
  const words: string[] = []
  for (const [token] of sql.matchAll(tokens)) {
    if (token.startsWith('--') || token.startsWith('/*')) continue
    if (words.includes(';')) throw refusal(message('The SQL contains more than one statement.'))
    words.push(token.toUpperCase())
  }
  const [first] = words
  if (first === undefined || first === ';') throw new DriverError('syntax', message('The statement is empty.'))
  if (first !== 'SELECT' && first !== 'WITH') throw refusal(message('It must begin with SELECT or WITH.'))
  const definesCode = words.some((word, index) => code.has(word) && words[index - 1] === 'WITH')
  if (definesCode) throw refusal(message('A query cannot define functions or procedures.'))
}

function refusal(reason: Message): DriverError {
  return singleSelectOnly('Oracle', reason)
}
