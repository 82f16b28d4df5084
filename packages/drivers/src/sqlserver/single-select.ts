import { message, type Message } from '@parlance/contract'
import { DriverError } from '../contract.ts'
import { singleSelectOnly } from '../server/refusal.ts'

/**
 * A string, a quoted name, the beginning of a bracketed name or of a comment (comments nest), a word, or a semicolon.
 */
const tokens = /N?'(?:[^']|'')*'|"(?:[^"]|"")*"|\[|--[^\r\n]*|\/\*|[\p{L}_@#][\p{L}\p{N}_@#$]*|;/giu

/**
 * Reserved words that begin a statement, or turn a SELECT into one that writes. None can appear unquoted in a query:
 * https://learn.microsoft.com/sql/t-sql/language-elements/reserved-keywords-transact-sql
 */
const forbidden = new Set(
  `ADD ALTER BACKUP BEGIN BREAK BULK CHECKPOINT CLOSE COMMIT COMPUTE CONTINUE CREATE DBCC DEALLOCATE DECLARE DELETE DENY
  DISK DROP DUMP EXEC EXECUTE EXIT GOTO GRANT IF INSERT INTO KILL LOAD OPEN OPENDATASOURCE OPENQUERY OPENROWSET PRINT
  RAISERROR READTEXT RECONFIGURE RESTORE RETURN REVERT REVOKE ROLLBACK SAVE SET SETUSER SHUTDOWN TRAN TRANSACTION
  TRIGGER TRUNCATE UPDATE UPDATETEXT USE WAITFOR WHILE WRITETEXT`.split(/\s+/),
)

/**
 * Refuses anything but a single SELECT. TDS sends a batch, whose statements don't even need semicolons between them, so
 * a second statement is caught here: every statement of the language begins with a reserved word (R07).
 * @throws DriverError unsupported
 */
export function assertSingleSelect(sql: string): void {
  let count = 0
  let ended = false
  for (const token of readTokens(sql)) {
    if (ended) throw refusal(message('The SQL contains more than one statement.'))
    count += 1
    const word = token.toUpperCase()
    if (word === ';') ended = true
    else if (forbidden.has(word)) throw refusal(message('{word} is not allowed in a query.', { word }))
    if (count === 1 && word !== 'SELECT' && word !== 'WITH')
      throw refusal(message('It must begin with SELECT or WITH.'))
  }
  if (count === 0) throw new DriverError('syntax', message('The statement is empty.'))
}

/** Yields words and semicolons, and one mark for each string or quoted name. */
function* readTokens(sql: string): Iterable<string> {
  tokens.lastIndex = 0
  for (let found = tokens.exec(sql); found !== null; found = tokens.exec(sql)) {
    const [token] = found
    if (token === '/*') tokens.lastIndex = endOfComment(sql, tokens.lastIndex)
    else if (token === '[') {
      tokens.lastIndex = endOfName(sql, tokens.lastIndex)
      yield '?'
    } else if (token.endsWith("'") || token.startsWith('"')) yield '?'
    else if (!token.startsWith('--')) yield token
  }
}

function endOfName(sql: string, from: number): number {
  const brackets = /\]\]?/g
  brackets.lastIndex = from
  for (let bracket = brackets.exec(sql); bracket !== null; bracket = brackets.exec(sql)) {
    if (bracket[0] === ']') return brackets.lastIndex
  }
  throw new DriverError('syntax', message('A name in brackets is not closed.'))
}

function endOfComment(sql: string, from: number): number {
  const edges = /\/\*|\*\//g
  edges.lastIndex = from
  let depth = 1
  while (depth > 0) {
    const edge = edges.exec(sql)
    if (edge === null) throw new DriverError('syntax', message('A comment is not closed.'))
    depth += edge[0] === '/*' ? 1 : -1
  }
  return edges.lastIndex
}

function refusal(reason: Message): DriverError {
  return singleSelectOnly('SQL Server', reason)
}
