import { message, type Message, type Row } from '@parlance/contract'

/**
 * Selects the account's rights other than reading, as pairs of type and name (R02): roles and system privileges of this
 * session, and rights on tables and directories granted to the account or one of its roles.
 */
export const accountSql = `SELECT 'ROLE', ROLE FROM SESSION_ROLES
  UNION ALL SELECT 'SYSTEM', PRIVILEGE FROM SESSION_PRIVS
  UNION ALL SELECT DISTINCT 'OBJECT', PRIVILEGE FROM USER_TAB_PRIVS_RECD
  UNION ALL SELECT DISTINCT 'OBJECT', PRIVILEGE FROM ROLE_TAB_PRIVS
  UNION ALL SELECT DISTINCT 'DIRECTORY', t.PRIVILEGE FROM ALL_TAB_PRIVS t
    JOIN ALL_DIRECTORIES d ON d.DIRECTORY_NAME = t.TABLE_NAME
  UNION ALL SELECT 'OWNER', 'TABLES' FROM USER_TABLES WHERE ROWNUM = 1`

const administratorRoles = ['DBA', 'SYSDBA', 'PDB_DBA', 'IMP_FULL_DATABASE', 'DATAPUMP_IMP_FULL_DATABASE']
const fileRights = ['CREATE ANY DIRECTORY', 'DROP ANY DIRECTORY']
const writing = ['INSERT', 'UPDATE', 'DELETE', 'ALTER', 'INDEX', 'REFERENCES']
const administering = [
  'ALTER USER',
  'CREATE USER',
  'DROP USER',
  'GRANT ANY ROLE',
  'GRANT ANY PRIVILEGE',
  'ALTER SYSTEM',
  'ALTER DATABASE',
]
const changing = /^(INSERT|UPDATE|DELETE|ALTER|DROP|CREATE|MERGE) ANY |^(CREATE|DROP) (TABLE|VIEW|PUBLIC)|^EXECUTE ANY/

/** Writes the sentences on the connection's card from the rows of `accountSql`. */
export function accountWarnings(rows: Row[]): Message[] {
  const has = (what: string, names: string[]) =>
    rows.some(([kind, name]) => kind === what && names.includes(String(name)))
  if (has('ROLE', administratorRoles)) {
    return [
      message(
        'The account is a database administrator: it can change everything and read files on the server. Use one that can only read.',
      ),
    ]
  }
  const warnings: Message[] = []
  const canChange = rows.some(([kind, name]) => kind === 'SYSTEM' && changing.test(String(name)))
  if (canChange) warnings.push(message('The account can change data or tables that it does not own.'))
  else if (has('OBJECT', writing)) warnings.push(message('The account can write to tables that it does not own.'))
  if (has('OWNER', ['TABLES'])) warnings.push(message('The account owns tables, so it can change them.'))
  if (has('SYSTEM', administering)) warnings.push(message('The account can administer the database or its accounts.'))
  if (has('SYSTEM', fileRights) || has('DIRECTORY', ['READ', 'WRITE', 'EXECUTE'])) {
    warnings.push(message('The account can read or write files on the server.'))
  }
  return warnings
}
