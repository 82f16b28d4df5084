import { message, type Message, type Row } from '@parlance/contract'
import { DriverError, type ServerReport } from '../contract.ts'

const versionSql = 'SELECT version FROM sys.version'
/** Privileges granted to the account itself; this view does not separate those of its roles. */
const privilegesSql = 'SELECT DISTINCT privilege FROM sys.privileges WHERE grantee_id = USER'

const reading = new Set(['SELECT', 'USAGE', 'READ_METADATA', 'VIEW', 'VIEW_REFLECTION', 'VIEW_JOB_HISTORY', 'EXECUTE'])

/**
 * @param found the rows that `placeSql` returned
 * @throws DriverError missing-object
 */
export function assertPlace(path: string | null, found: Row[]): void {
  if (found.length > 0) return
  throw new DriverError(
    'missing-object',
    message('Dremio has no space, source, or folder {path}, or this account cannot access it.', { path: path ?? '' }),
  )
}

/** Reads Dremio's version, and what an operator should know about the account. */
export async function describeAccount(ask: (sql: string) => Promise<Row[]>): Promise<ServerReport> {
  const version = await unlessForbidden(async () => await ask(versionSql))
  const rights = await unlessForbidden(async () => await ask(privilegesSql))
  return { engine: `Dremio ${String(version?.[0]?.[0] ?? '')}`.trim(), warnings: accountWarnings(rights) }
}

/**
 * Lists what an operator should know about the account (R02).
 * @param rows null if the account may not read its rights
 */
function accountWarnings(rows: Row[] | null): Message[] {
  if (rows === null) {
    return [
      message(
        "Could not read the account's privileges. Dremio has no read-only sessions, so use an account that can only read.",
      ),
    ]
  }
  const privileges = rows.map(([privilege]) => String(privilege).toUpperCase().replaceAll(' ', '_'))
  const more = privileges.filter((privilege) => !reading.has(privilege))
  if (more.length === 0) return []
  return [
    message(
      'The account can do more than read: {privileges}. Dremio has no read-only sessions, so use an account that can only read.',
      { privileges: more.toSorted().join(', ') },
    ),
  ]
}

/** Returns nothing if the account may not read Dremio's system tables, or if its edition lacks such a table. */
async function unlessForbidden(read: () => Promise<Row[]>): Promise<Row[] | null> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof DriverError && /^(?:permission|missing-object|syntax|unsupported)$/.test(error.kind))
      return null
    throw error
  }
}
