import type { ErrorCode } from '@parlance/contract'
import { AppError } from '../../../lib/errors.ts'

const lasting: ErrorCode[] = [
  'not_authenticated',
  'connection_not_found',
  'connection_untested',
  'database_unreachable',
]

/** Whether other queries may still succeed. */
export function isOfOneQuery(error: unknown): error is AppError {
  return error instanceof AppError && !lasting.includes(error.code)
}
