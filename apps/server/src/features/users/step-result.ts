import { AppError } from '../../lib/errors.ts'
import type { UserRow } from '../../store/schema.ts'

/** Why a step leaves users as they are, by their IDs. */
export type Refusals = Map<string, AppError>

/** What a step did to several users. Users in neither list already were like this. */
export interface StepResult {
  /** The users that it changed, as they are now. A deleted user is as they were. */
  changed: UserRow[]
  refused: Refusals
  /** What to do after the transaction: stop what the users run, send emails, and record the step. */
  after: () => Promise<void>
}

/**
 * Returns an error that concerns only one user.
 * @throws the error if it concerns the whole request
 */
export function asRefusal(error: unknown): AppError {
  if (!(error instanceof AppError) || error.code === 'admin_only' || error.status >= 500) throw error
  return error
}
