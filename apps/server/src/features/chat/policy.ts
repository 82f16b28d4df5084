import { AppError } from '../../lib/errors.ts'
import type { Principal } from '../../http/principal.ts'
import type { TurnRow } from '../../store/schema.ts'

/** A person reads and writes their own conversations alone, whatever their role; others' do not exist for them. */
export function requireOwnPath(principal: Principal, userId: string): void {
  if (principal.userId !== userId) throw new AppError('session_not_found')
}

/** The same for turns: an id of somebody else's turn tells nothing. */
export function requireOwnTurn(principal: Principal, turn: TurnRow | null): TurnRow {
  if (turn?.user_id !== principal.userId) throw new AppError('turn_not_found')
  return turn
}
