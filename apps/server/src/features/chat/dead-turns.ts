import { randomUUID } from 'node:crypto'
import { toWire, type TurnEvent, message } from '@parlance/contract'
import { actionButton } from '../../agent/texts.ts'
import { errorEvent } from '../../agent/turn.ts'
import { AppError } from '../../lib/errors.ts'
import { ownerLives } from '../../lib/lease-owner.ts'
import type { TurnRow } from '../../store/schema.ts'
import type { Store } from '../../store/store.ts'
import { insertEvents, listRunning } from './turn-store.ts'

export interface DeadTurnOptions {
  store: Store
  now: () => Date
  /** The name of this process. */
  owner: string
  /** Whether this process answers a turn, however late it renews the lease. */
  isAnswering: (turnId: string) => boolean
}

/** Ends the turns of dead processes. The question stays, and the last event says what to do. */
export async function failDeadTurns({ store, now, owner, isAnswering }: DeadTurnOptions): Promise<void> {
  const moment = now().toISOString()
  for (const turn of await listRunning(store.db)) {
    if (!isAnswering(turn.id) && isDead(turn, moment, owner)) await failTurn(store, turn, moment)
  }
}

/**
 * A turn of this process is dead only if its lease expired: its end could not be written, and it is no longer renewed.
 */
function isDead(turn: TurnRow, moment: string, owner: string): boolean {
  if (turn.lease_until === null || turn.lease_until < moment) return true
  return turn.lease_owner !== owner && !ownerLives(turn.lease_owner)
}

async function failTurn(store: Store, turn: TurnRow, moment: string): Promise<void> {
  const seq = turn.last_seq + 1
  const isFailed = await store.transaction(async (transaction) => {
    const result = await transaction
      .updateTable('turns')
      .set({ status: 'failed', last_seq: seq, ended_at: moment, lease_owner: null, lease_until: null })
      .where('id', '=', turn.id)
      .where('status', '=', 'running')
      .where('last_seq', '=', turn.last_seq)
      .where('lease_until', turn.lease_until === null ? 'is' : '=', turn.lease_until)
      .executeTakeFirst()
    if (result.numUpdatedRows === 0n) return false
    await insertEvents(transaction, turn.id, [lastEvent(turn.id, seq, moment)])
    return true
  })
  if (isFailed) await store.bus.publish('turn_event', { turn_id: turn.id, seq })
}

function lastEvent(turnId: string, seq: number, timestamp: string): TurnEvent {
  const error = new AppError('unavailable', {
    detail: message('The server restarted while it was answering this question. Please ask again.'),
  })
  const again = actionButton(message('Try again'), { action: 'retry', style: 'primary' })
  return toWire(errorEvent(error, [again]), { id: randomUUID(), turnId, seq, timestamp })
}
