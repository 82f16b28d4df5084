import type { Row } from '@parlance/contract'

const writing = ['INSERT', 'UPDATE', 'DELETE', 'CREATE', 'DROP', 'ALTER', 'TRUNCATE', 'DELETE HISTORY']
const administering = ['SUPER', 'GRANT OPTION', 'CREATE USER', 'SYSTEM_USER', 'CONNECTION ADMIN', 'READ_ONLY ADMIN']

/** Sentences for the card of the connection, from the rows of SHOW GRANTS (R02). */
export function accountWarnings(grants: Row[]): string[] {
  const granted = grants.map((row) => readGrant(String(row[0]))).filter((grant) => grant !== null)
  const privileges = new Set(granted.flatMap((grant) => grant.privileges))
  if (granted.some((grant) => grant.target === '*.*' && grant.privileges.includes('ALL PRIVILEGES'))) {
    return [
      'The account may do everything on the server: it can change all data and read files. Use one that can only read.',
    ]
  }
  const warnings: string[] = []
  if (privileges.has('ALL PRIVILEGES') || writing.some((privilege) => privileges.has(privilege))) {
    warnings.push('The account can change data or tables.')
  }
  if (privileges.has('FILE')) warnings.push('The account can read and write files on the server.')
  if (administering.some((privilege) => privileges.has(privilege)))
    warnings.push('The account can administer the server or its accounts.')
  return warnings
}

function readGrant(text: string): { privileges: string[]; target: string } | null {
  const match = /^GRANT (.+?) ON (.+?) TO /.exec(text)
  if (!match?.[1] || !match[2]) return null
  const privileges = match[1]
    .replaceAll(/\([^)]*\)/g, '')
    .split(',')
    .map((privilege) => privilege.trim().toUpperCase())
  if (/WITH .*GRANT OPTION/.test(text)) privileges.push('GRANT OPTION')
  return { privileges, target: match[2] }
}
