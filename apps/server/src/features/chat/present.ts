import { sessionNameLength } from '@parlance/contract'
import type { Session, SessionListItem, SessionState, TurnEvent } from '@parlance/contract'
import type { SessionRow } from '../../store/schema.ts'
import { readState } from './session-store.ts'

/**
 * Presents a conversation in a list. Its state always matches its columns.
 * @param usable ids of the databases that its owner may use
 */
export function presentSession(row: SessionRow, usable: ReadonlySet<string>): SessionListItem {
  return {
    id: row.id,
    session_id: row.id,
    appName: row.app_name,
    userId: row.user_id,
    session_name: row.name,
    created_at: row.created_at,
    last_accessed: row.last_accessed,
    business_area_id: row.area_id,
    database_config_id: row.connection_id,
    database_removed: row.connection_id !== null && !usable.has(row.connection_id),
    last_message: row.last_message,
    state: presentState(row),
  }
}

/**
 * Presents a whole conversation. Pieces of streamed text are left out of completed answers, because the last event has
 * them.
 */
export function presentWholeSession(
  row: SessionRow,
  { events, runningTurnId, usable }: { events: TurnEvent[]; runningTurnId: string | null; usable: ReadonlySet<string> },
): Session {
  const shown = events.filter((event) => !event.partial || event.turn_id === runningTurnId)
  return { ...presentSession(row, usable), events: shown, running_turn_id: runningTurnId }
}

/** The start of a text, with an ellipsis if it is longer. Used for a conversation's name and preview. */
export function preview(text: string): string {
  const line = text.trim().replaceAll(/\s+/g, ' ')
  const characters = Array.from(line)
  return characters.length > sessionNameLength ? `${characters.slice(0, sessionNameLength).join('')}…` : line
}

function presentState(row: SessionRow): SessionState {
  return {
    ...readState(row),
    'user:id': row.user_id,
    'user:business_area_id': row.area_id,
    'user:database_config_id': row.connection_id,
    'app:session_name': row.name,
    'app:created_at': row.created_at,
    'app:last_accessed': row.last_accessed,
    ...(row.file_connection_id === null ? {} : { 'app:asked_file': row.file_connection_id }),
    ...(row.in_draft === 1 ? { 'app:area_draft': true } : {}),
  }
}
