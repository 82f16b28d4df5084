import { message } from '@parlance/contract'
import type * as Odbc from 'odbc'
import { DriverError } from '../../contract.ts'
import { hasLibrary, installCommand } from '../../library.ts'

export type OdbcLibrary = Pick<typeof Odbc, 'connect'>

/**
 * Loads the ODBC client library, which is compiled on the server that uses it.
 * @throws DriverError unsupported, with everything that an operator must install
 */
export async function loadOdbc(): Promise<OdbcLibrary> {
  if (hasLibrary('odbc')) {
    // This is a CommonJS package: only the default export is sure to include everything.
    const { default: library } = await import('odbc')
    return library
  }
  const text = message(
    'ODBC is not installed on the server. Install unixODBC with its headers (unixodbc-dev on Debian) and the ODBC driver for Dremio, then add the client library with: {command}. Arrow Flight needs none of this.',
    { command: installCommand('odbc') },
  )
  throw new DriverError('unsupported', text)
}
