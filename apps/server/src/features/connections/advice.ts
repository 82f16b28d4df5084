import { message, type ConnectionStage, type Message } from '@parlance/contract'
import { hasLibrary, installCommand, findManifest } from '@parlance/drivers'
import type { DriverErrorKind } from '@parlance/drivers'
import { isFileKind } from './database-files.ts'

type Advice = Partial<Record<DriverErrorKind, Message>> & { any: Message }

/** The advice for a failed test, by the failed stage and then by the kind of failure. */
const adviceTable: Record<ConnectionStage, Advice> = {
  resolve: {
    any: message('Check the spelling of the host name, and that this server can resolve it.'),
    permission: message(
      'Connections to this address are blocked. If you need it, ask the operator to allow it in the configuration.',
    ),
    'missing-object': message('Check the path. It must be a path on the server, not on your computer.'),
    unsupported: message('Choose another database type, or ask the operator to add its driver.'),
  },
  reach: {
    any: message('Check the host and port, that the database is running, and that no firewall blocks the connection.'),
    timeout: message(
      'The host did not respond. If a firewall blocks the connection, allow access to the port from this server.',
    ),
    'missing-object': message('Check the path. It must be a path on the server, not on your computer.'),
    permission: message('Give the account that runs Parlance permission to read it.'),
    auth: message('Check the username and password.'),
    unsupported: message(
      'The version or protocol of the database is not supported. Check that the type matches the database.',
    ),
  },
  tls: {
    any: message(
      'Check the TLS setting. Choose a mode that the server supports, or add the certificate of its authority.',
    ),
    timeout: message('The server did not respond to the TLS handshake. Check that this port uses TLS.'),
    unreachable: message('The server closed the connection during the TLS handshake. Check that this port uses TLS.'),
  },
  'sign-in': {
    any: message('Check the username, password, and database name.'),
    auth: message(
      'Check the username and password. The account may be locked or expired, or blocked from this server’s address.',
    ),
    'missing-object': message('There is no database with this name. Check the spelling and case.'),
    permission: message('The account does not have access to this database. Grant it permission to connect.'),
    timeout: message('The server did not respond to the sign-in. It may be overloaded. Try again in a moment.'),
    limit: message('The server has reached its connection limit. Raise the limit, or close unused connections.'),
  },
  'read-only': {
    any: message('Could not make the session read-only. Use an account that has only read permission.'),
    permission: message('The account cannot start a read-only session. Use an account that has only read permission.'),
    timeout: message('The database did not respond in time. It may be busy. Try again in a moment.'),
  },
  'list-tables': {
    any: message('The account could sign in but not list the tables. Grant it permission to read them.'),
    permission: message('Grant the account permission to read the tables and the system catalog.'),
    'missing-object': message(
      'The schema does not exist. Check the spelling, or leave the field empty to use all schemas.',
    ),
    timeout: message('Listing the tables took too long. Enter a schema, or try again when the database is less busy.'),
  },
}

const refusedSettings = message('Correct the settings and test again.')

/** A file has no host, port or account. */
const fileAdvice: Advice = {
  any: message('Check the path. It must be a path on the server, not on your computer.'),
  permission: message('Give the account that runs Parlance permission to read the file and its folder.'),
  unknown: message('Check that the file is a complete database, and that it is not encrypted or still being copied.'),
  interrupted: message('Try again. If it happens again, check how much free memory the server has.'),
  timeout: message('Another program has locked the file. Try again after that program finishes.'),
}

/**
 * @param databaseKind the value in the connection's row
 * @param stage null if the settings were refused before anything was tried
 */
export function adviceFor(
  databaseKind: string,
  stage: ConnectionStage | null,
  failure: DriverErrorKind | null,
): Message {
  if (stage === null) return refusedSettings
  const manifest = findManifest(databaseKind)
  const library = manifest?.library
  if (library !== undefined && !hasLibrary(library)) {
    return message('Run "{command}" on the server, then restart Parlance.', { command: installCommand(library) })
  }
  const own = manifest?.advice?.[stage]
  const ownAdvice = (failure === null ? undefined : own?.[failure]) ?? own?.any
  if (ownAdvice !== undefined) return { text: ownAdvice }
  const general = isFileKind(databaseKind) ? fileAdvice : adviceTable[stage]
  return (failure === null ? undefined : general[failure]) ?? general.any
}
