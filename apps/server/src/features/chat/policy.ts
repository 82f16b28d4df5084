import { AppError } from '../../lib/errors.ts'
import type { Principal } from '../../http/principal.ts'
import type { TurnRow } from '../../store/schema.ts'

/**
 * Users read and write only their own conversations, whatever their role. Others' conversations don't exist for them.
 */
export function requireOwnPath(principal: Principal, userId: string): void {
  if (principal.userId !== userId) throw new AppError('session_not_found')
}

/** The same for turns: another user's turn id reveals nothing. */
export function requireOwnTurn(principal: Principal, turn: TurnRow | null): TurnRow {
  if (turn?.user_id !== principal.userId) throw new AppError('turn_not_found')
  return turn
}
