import { message } from '@parlance/contract/messages'
import { eachAlias } from './aliases.ts'
import type { Alias, Identifier, QueryNode } from './model.ts'
import { RefusedNode } from './strict.ts'

/** Words that begin a T-SQL statement; some are whole statements, such as SHUTDOWN. */
const statementWords = new Set(
  `add alter backup begin break bulk checkpoint close commit continue create dbcc deallocate declare delete deny disable drop
   dump else enable end exec execute fetch get go goto grant if insert kill lineno load merge move open print raiserror
   readtext receive reconfigure restore return revert revoke rollback save select send set setuser shutdown throw truncate
   update updatetext use waitfor while with writetext`.split(/\s+/),
)

/**
 * T-SQL needs nothing between two statements. What the parsers read as a name after a column or a table may be the next
 * statement (`SELECT 1 SHUTDOWN`).
 * @throws RefusedNode for an unquoted name that is such a word
 */
export function refuseStatementWords(query: QueryNode): void {
  eachAlias(query, checkAlias)
}

function checkAlias(alias: Alias): void {
  check(alias.name)
  for (const column of alias.columns) {
    if (column.quote === "'")
      throw new RefusedNode(
        message('A column name is in single quotes, which mark strings. Write it without quotes or in brackets.'),
        column.start,
      )
  }
}

function check(name: Identifier): void {
  if (name.quote !== null || !statementWords.has(name.text.toLowerCase())) return
  throw new RefusedNode(
    message('{name} is an SQL keyword. Use another name, or put it in brackets.', { name: name.text }),
    name.start,
  )
}
