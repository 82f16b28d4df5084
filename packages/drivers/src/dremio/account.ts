import type { Row } from '@parlance/contract'
import { DriverError } from '../contract.ts'

const versionSql = 'SELECT version FROM sys.version'
/** Privileges that were granted to the account itself; those of its roles are not told apart there. */
const privilegesSql = 'SELECT DISTINCT privilege FROM sys.privileges WHERE grantee_id = USER'

const reading = new Set(['SELECT', 'USAGE', 'READ_METADATA', 'VIEW', 'VIEW_REFLECTION', 'VIEW_JOB_HISTORY', 'EXECUTE'])

/** @param found what `placeSql` gave @throws DriverError missing-object */
export function assertPlace(path: string | null, found: Row[]): void {
  if (found.length > 0) return
  throw new DriverError('missing-object', `Dremio has no space, source or folder ${path} that this account may see.`)
}

/** What Dremio tells of itself, and what an operator should know of the account. */
export async function describeAccount(
  ask: (sql: string) => Promise<Row[]>,
): Promise<{ engine: string; warnings: string[] }> {
  const version = await unlessForbidden(async () => await ask(versionSql))
  const rights = await unlessForbidden(async () => await ask(privilegesSql))
  return { engine: `Dremio ${String(version?.[0]?.[0] ?? '')}`.trim(), warnings: accountWarnings(rights) }
}

/** R02: what an operator should know. @param rows null where the account may not read its rights */
function accountWarnings(rows: Row[] | null): string[] {
  if (rows === null) {
    return [
      "The account's rights could not be read. Dremio has no read-only session: use an account that may only select.",
    ]
  }
  const privileges = rows.map(([privilege]) => String(privilege).toUpperCase().replaceAll(' ', '_'))
  const more = privileges.filter((privilege) => !reading.has(privilege))
  if (more.length === 0) return []
  return [`The account may do more than read: ${more.toSorted().join(', ')}. Dremio has no read-only session.`]
}

/** Nothing where the account may not read what Dremio tells of itself, or where its edition has no such table. */
async function unlessForbidden(read: () => Promise<Row[]>): Promise<Row[] | null> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof DriverError && /^(?:permission|missing-object|syntax|unsupported)$/.test(error.kind))
      return null
    throw error
  }
}
