import type { ConnectionStage } from '@parlance/contract'
import { hasLibrary, installCommand, findManifest } from '@parlance/drivers'
import type { DriverErrorKind } from '@parlance/drivers'
import { isFileKind } from './database-files.ts'

type Advice = Partial<Record<DriverErrorKind, string>> & { any: string }

/** The advice for a failed test, by the failed stage and then by the kind of failure. */
const adviceTable: Record<ConnectionStage, Advice> = {
  resolve: {
    any: 'Check the spelling of the host, and that this server knows the name.',
    permission: 'This address is closed to connections. If it is meant, the operator can open it in the configuration.',
    'missing-object': 'Check the path: it is a path on the server, not on your computer.',
    unsupported: 'Choose another kind of database, or ask the operator to add its driver.',
  },
  reach: {
    any: 'Check host and port, that the database runs, and that no firewall stands between it and this server.',
    timeout: 'Nothing answered. A firewall may drop the packets: open the port for this server’s address.',
    'missing-object': 'Check the path: it is a path on the server, not on your computer.',
    permission: 'Give the account that runs Parlance the right to read it.',
    auth: 'Check username and password.',
    unsupported: 'This server’s version or protocol is not supported. Check that the type matches the database.',
  },
  tls: {
    any: 'Check the TLS setting: choose one that the server offers, or add the certificate of its authority.',
    timeout: 'The server did not answer the TLS greeting. Check that this port speaks TLS.',
    unreachable: 'The server broke the connection during the TLS greeting. Check that this port speaks TLS.',
  },
  'sign-in': {
    any: 'Check username, password and database name.',
    auth: 'Check username and password. The account may be locked, expired, or not allowed from this server’s address.',
    'missing-object': 'There is no database of this name. Check its spelling and case.',
    permission: 'The account exists but may not use this database. Grant it the right to connect.',
    timeout: 'The server was reached but did not answer the sign-in. It may be overloaded: try again.',
    limit: 'The server has no free connection. Raise its limit, or close unused connections.',
  },
  'read-only': {
    any: 'The session could not be made read-only. Use an account that can only read.',
    permission: 'The account may not begin a read-only session. Use an account that can only read.',
    timeout: 'The database did not answer in time. It may be busy: try again.',
  },
  'list-tables': {
    any: 'The account is signed in but the tables could not be listed. Grant it the right to read them.',
    permission: 'Grant the account the right to read the tables and the database’s own catalogue.',
    'missing-object': 'The schema does not exist. Check its spelling, or leave it empty for all schemas.',
    timeout: 'Listing the tables took too long. Name one schema, or try again when the database is less busy.',
  },
}

const refusedSettings = 'Correct the settings and test again.'

/** A file has no host, port or account. */
const fileAdvice: Advice = {
  any: 'Check the path: it is a path on the server, not on your computer.',
  permission: 'Give the account that runs Parlance the right to read the file and its folder.',
  unknown: 'Check that the file is a whole database, and not one that is encrypted or still being copied.',
  interrupted: 'Try again. If it happens again, check how much memory the server has left.',
  timeout: 'Another program keeps the file locked. Try again when it has finished.',
}

/**
 * @param databaseKind the value in the connection's row
 * @param stage null if the settings were refused before anything was tried
 */
export function adviceFor(
  databaseKind: string,
  stage: ConnectionStage | null,
  failure: DriverErrorKind | null,
): string {
  if (stage === null) return refusedSettings
  const manifest = findManifest(databaseKind)
  const library = manifest?.library
  if (library !== undefined && !hasLibrary(library)) {
    return `Run "${installCommand(library)}" on the server, then restart Parlance.`
  }
  const own = manifest?.advice?.[stage]
  const general = isFileKind(databaseKind) ? fileAdvice : adviceTable[stage]
  const named =
    failure === null ? undefined : (own?.[failure] ?? (own?.any === undefined ? general[failure] : undefined))
  return named ?? own?.any ?? general.any
}
