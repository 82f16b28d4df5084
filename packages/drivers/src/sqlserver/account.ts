import { message, type Message, type Row } from '@parlance/contract'

/** Selects what the account may do except reading; one row of ones, zeros and a count (R02). */
export const accountSql = `
SELECT COALESCE(IS_SRVROLEMEMBER('sysadmin'), 0), COALESCE(IS_ROLEMEMBER('db_owner'), 0),
  COALESCE(IS_ROLEMEMBER('db_datawriter'), 0), COALESCE(IS_ROLEMEMBER('db_ddladmin'), 0),
  COALESCE(IS_ROLEMEMBER('db_securityadmin'), 0) + COALESCE(IS_ROLEMEMBER('db_accessadmin'), 0)
    + COALESCE(IS_SRVROLEMEMBER('securityadmin'), 0),
  COALESCE(IS_SRVROLEMEMBER('bulkadmin'), 0)
    + COALESCE(HAS_PERMS_BY_NAME(NULL, NULL, 'ADMINISTER BULK OPERATIONS'), 0),
  (SELECT COUNT(*) FROM sys.objects o JOIN sys.schemas s ON s.schema_id = o.schema_id
    WHERE o.type IN ('U', 'V') AND o.is_ms_shipped = 0
      AND 1 IN (HAS_PERMS_BY_NAME(CONCAT(QUOTENAME(s.name), '.', QUOTENAME(o.name)), 'OBJECT', 'INSERT'),
        HAS_PERMS_BY_NAME(CONCAT(QUOTENAME(s.name), '.', QUOTENAME(o.name)), 'OBJECT', 'UPDATE'),
        HAS_PERMS_BY_NAME(CONCAT(QUOTENAME(s.name), '.', QUOTENAME(o.name)), 'OBJECT', 'DELETE')))`

/** Writes the sentences on the connection's card from the row of `accountSql`. */
export function accountWarnings(row: Row): Message[] {
  const [sysadmin, owner, writer, definer, security, bulk, writable] = row.map(Number)
  if (sysadmin === 1) {
    return [
      message(
        'The account is a system administrator: it can change everything and read files on the server. Use one that can only read.',
      ),
    ]
  }
  const warnings: Message[] = []
  if (owner === 1) warnings.push(message('The account owns the database: it can change all its data and tables.'))
  else if (writer === 1) warnings.push(message('The account can write to all tables (db_datawriter).'))
  else if (writable)
    warnings.push(message('The account can write to {n, plural, one {# table} other {# tables}}.', { n: writable }))
  if (owner !== 1 && definer === 1) warnings.push(message('The account can create, change, and drop tables.'))
  if (security) warnings.push(message('The account can administer other accounts.'))
  if (bulk) warnings.push(message('The account can read files on the server with bulk operations.'))
  return warnings
}
