import { message, type Message } from '@parlance/contract/messages'
import { DriverError } from '../contract.ts'
import { readFailure, toGoogleError } from '../google/errors.ts'

/**
 * Translates errors of Google's client libraries while reading a spreadsheet.
 * @param account the account to share it with
 */
export function toSheetsError(error: unknown, account: string | Message): DriverError {
  const failure = readFailure(error)
  if (failure?.status === 404 && failure.reasons.length === 0) {
    const text = message(
      'Google found no spreadsheet with this ID. Check the ID, and that the spreadsheet is shared with {account}.',
      { account },
    )
    return new DriverError('missing-object', text, { stage: 'sign-in', cause: error })
  }
  if (failure?.status === 400 && failure.said.startsWith('Unable to parse range')) {
    const text = message('A sheet was renamed or deleted during the sync. Sync again.')
    return new DriverError('missing-object', text, { stage: 'list-tables', cause: error })
  }
  return toGoogleError(error, account)
}
