import { formatMessage } from '@parlance/contract'
import { sortedRows } from './approximately.ts'
import { translateOn } from './ask.ts'
import type { TestDatabase } from './sqlite-database.ts'

/** A question, and the SQL that returns the same rows; in the same order if it has one. */
export type Case = [question: string, sql: string]
/** A question, and a part of the reason why it is declined or asked back. */
export type Declined = [question: string, reason: string]

/** The rows of an answer and of the expected SQL, or why there is no answer. */
export async function bothOf(database: TestDatabase, today: string, [question, sql]: Case): Promise<unknown[]> {
  const found = await translateOn(database, question, today)
  const expected = database.rows(sql)
  const rows = found.understood ? database.rows(found.sql) : [[formatMessage(found.reason)]]
  return /ORDER BY/i.test(sql) ? [rows, expected] : [sortedRows(rows), sortedRows(expected)]
}

/** The reason why a question is declined, or its SQL. */
export async function reasonOf(database: TestDatabase, today: string, question: string): Promise<string> {
  const found = await translateOn(database, question, today)
  return found.understood ? found.sql : formatMessage(found.reason)
}
