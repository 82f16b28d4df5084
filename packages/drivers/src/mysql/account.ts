import { message, type Message } from '@parlance/contract'
import { run } from './connection.ts'
import type { MysqlClient } from './client.ts'

const writing = ['INSERT', 'UPDATE', 'DELETE', 'CREATE', 'DROP', 'ALTER', 'TRUNCATE', 'DELETE HISTORY']
const administering = ['SUPER', 'GRANT OPTION', 'CREATE USER', 'SYSTEM_USER', 'CONNECTION ADMIN', 'READ_ONLY ADMIN']

/**
 * Lists the grants of the account and its active roles, one sentence each. Uses the plain protocol, because not every
 * server can prepare SHOW GRANTS. MariaDB always lists the active role's grants; MySQL lists them from version 8 on
 * request.
 */
export async function listGrants(client: MysqlClient): Promise<string[]> {
  const [version] = await run(client, 'SELECT VERSION()')
  if (!client.isMariadb && Number.parseInt(String(version?.[0]), 10) >= 8) {
    const [role] = await run(client, 'SELECT CURRENT_ROLE()')
    const roles = String(role?.[0])
    if (roles !== 'NONE') return await readTexts(client, `SHOW GRANTS FOR CURRENT_USER() USING ${roles}`)
  }
  return await readTexts(client, 'SHOW GRANTS')
}

async function readTexts(client: MysqlClient, sql: string): Promise<string[]> {
  return (await run(client, sql)).map((row) => String(row[0]))
}

/** Writes the sentences on the connection's card from SHOW GRANTS (R02). */
export function accountWarnings(grants: string[]): Message[] {
  const granted = grants.map((text) => readGrant(text)).filter((grant) => grant !== null)
  const privileges = new Set(granted.flatMap((grant) => grant.privileges))
  if (granted.some((grant) => grant.target === '*.*' && grant.privileges.includes('ALL PRIVILEGES'))) {
    return [
      message(
        'The account has all privileges on the server: it can change all data and read files. Use one that can only read.',
      ),
    ]
  }
  const warnings: Message[] = []
  if (privileges.has('ALL PRIVILEGES') || writing.some((privilege) => privileges.has(privilege))) {
    warnings.push(message('The account can change data or tables.'))
  }
  if (privileges.has('FILE')) warnings.push(message('The account can read and write files on the server.'))
  if (administering.some((privilege) => privileges.has(privilege)))
    warnings.push(message('The account can administer the server or its accounts.'))
  return warnings
}

function readGrant(text: string): { privileges: string[]; target: string } | null {
  const match = /^GRANT (.+?) ON (.+?) TO /.exec(text)
  if (!match?.[1] || !match[2]) return null
  const privileges = match[1]
    .replaceAll(/\([^()]*\)/g, '')
    .split(',')
    .map((privilege) => privilege.trim().toUpperCase())
  if (/WITH .*GRANT OPTION/.test(text)) privileges.push('GRANT OPTION')
  return { privileges, target: match[2] }
}
