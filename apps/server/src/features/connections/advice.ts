import type { ConnectionStage } from '@parlance/contract'
import { hasLibrary, installCommand, findManifest } from '@parlance/drivers'
import type { DriverErrorKind } from '@parlance/drivers'
import { isFileKind } from './database-files.ts'

type Advice = Partial<Record<DriverErrorKind, string>> & { any: string }

/** The advice for a failed test, by the failed stage and then by the kind of failure. */
const adviceTable: Record<ConnectionStage, Advice> = {
  resolve: {
    any: 'Check the spelling of the host name, and that this server can resolve it.',
    permission:
      'Connections to this address are blocked. If you need it, ask the operator to allow it in the configuration.',
    'missing-object': 'Check the path. It must be a path on the server, not on your computer.',
    unsupported: 'Choose another database type, or ask the operator to add its driver.',
  },
  reach: {
    any: 'Check the host and port, that the database is running, and that no firewall blocks the connection.',
    timeout:
      'The host did not respond. If a firewall blocks the connection, allow access to the port from this server.',
    'missing-object': 'Check the path. It must be a path on the server, not on your computer.',
    permission: 'Give the account that runs Parlance permission to read it.',
    auth: 'Check the username and password.',
    unsupported: 'The version or protocol of the database is not supported. Check that the type matches the database.',
  },
  tls: {
    any: 'Check the TLS setting. Choose a mode that the server supports, or add the certificate of its authority.',
    timeout: 'The server did not respond to the TLS handshake. Check that this port uses TLS.',
    unreachable: 'The server closed the connection during the TLS handshake. Check that this port uses TLS.',
  },
  'sign-in': {
    any: 'Check the username, password, and database name.',
    auth: 'Check the username and password. The account may be locked or expired, or blocked from this server’s address.',
    'missing-object': 'There is no database with this name. Check the spelling and case.',
    permission: 'The account does not have access to this database. Grant it permission to connect.',
    timeout: 'The server did not respond to the sign-in. It may be overloaded. Try again in a moment.',
    limit: 'The server has reached its connection limit. Raise the limit, or close unused connections.',
  },
  'read-only': {
    any: 'Could not make the session read-only. Use an account that has only read permission.',
    permission: 'The account cannot start a read-only session. Use an account that has only read permission.',
    timeout: 'The database did not respond in time. It may be busy. Try again in a moment.',
  },
  'list-tables': {
    any: 'The account could sign in but not list the tables. Grant it permission to read them.',
    permission: 'Grant the account permission to read the tables and the system catalog.',
    'missing-object': 'The schema does not exist. Check the spelling, or leave the field empty to use all schemas.',
    timeout: 'Listing the tables took too long. Enter a schema, or try again when the database is less busy.',
  },
}

const refusedSettings = 'Correct the settings and test again.'

/** A file has no host, port or account. */
const fileAdvice: Advice = {
  any: 'Check the path. It must be a path on the server, not on your computer.',
  permission: 'Give the account that runs Parlance permission to read the file and its folder.',
  unknown: 'Check that the file is a complete database, and that it is not encrypted or still being copied.',
  interrupted: 'Try again. If it happens again, check how much free memory the server has.',
  timeout: 'Another program has locked the file. Try again after that program finishes.',
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
