import { message, type Message, type Row } from '@parlance/contract'

/** Selects the account's rights outside its own schema, except reading; one row for each right (R02). */
export const accountSql = `SELECT DISTINCT PRIVILEGE FROM SYS.EFFECTIVE_PRIVILEGES
  WHERE USER_NAME = CURRENT_USER AND IS_VALID = 'TRUE'
    AND (SCHEMA_NAME IS NULL OR (SCHEMA_NAME <> CURRENT_USER AND SCHEMA_NAME NOT LIKE '%SYS%'))`

const writing = ['INSERT', 'UPDATE', 'DELETE', 'CREATE ANY', 'ALTER', 'DROP', 'TRUNCATE']
const administering = ['DATA ADMIN', 'USER ADMIN', 'ROLE ADMIN', 'INIFILE ADMIN', 'DATABASE ADMIN', 'SERVICE ADMIN']
const files = ['EXPORT', 'IMPORT', 'BACKUP ADMIN']

/** Writes the sentences on the connection's card from the rows of `accountSql`. */
export function accountWarnings(rows: Row[]): Message[] {
  const rights = new Set(rows.map((row) => String(row[0])))
  const warnings: Message[] = []
  if (writing.some((right) => rights.has(right))) warnings.push(message('The account can change data or tables.'))
  if (administering.some((right) => rights.has(right))) {
    warnings.push(message('The account can administer the database or its accounts.'))
  }
  if (files.some((right) => rights.has(right)))
    warnings.push(message('The account can read or write files on the server.'))
  return warnings
}
