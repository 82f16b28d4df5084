import type { WrongReason } from '@parlance/contract'
import type { Generated } from 'kysely'
import type { Flag } from './flag.ts'

/* Conversations: their questions, answers, and files. */

export interface SessionsTable {
  id: string
  app_name: string
  user_id: string
  name: string
  area_id: string | null
  connection_id: string | null
  /** JSON of the contract's SessionState. */
  state: string
  created_at: string
  last_accessed: string
  last_message: string | null
  /** Number of the next turn: 1, 2, 3 … */
  next_turn: number
  /** The conversation's file that questions are about; null for its database. */
  file_connection_id: Generated<string | null>
  /** Whether questions are asked in the draft of the area. */
  in_draft: Generated<Flag>
  /** The limited API token that began it. Only its owner and this token reach it. Null: any token of the owner does. */
  token_id: Generated<string | null>
}

export interface TurnsTable {
  /** Created by the client. */
  id: string
  session_id: string
  user_id: string
  /** Order within the session. */
  number: number
  /** A unique index allows one running turn per session. */
  status: 'running' | 'final' | 'error' | 'cancelled' | 'failed'
  question: string
  connection_id: string | null
  area_id: string | null
  /** JSON that later questions build on: the SQL, the reading, the engine's state. */
  memory: string | null
  /** Set to request a stop; the process that holds the lease obeys. */
  cancel_requested: Flag
  /** The process that answers it; null once it has ended. */
  lease_owner: string | null
  lease_until: string | null
  created_at: string
  ended_at: string | null
  /** Number of the last event written; 0 before the first. */
  last_seq: number
  /** Whether it was asked in the draft of the area. */
  in_draft: Generated<Flag>
}

export interface TurnEventsTable {
  turn_id: string
  seq: number
  /** JSON of the contract's TurnEvent. */
  event: string
  created_at: string
}

/** A file attached to a question; its bytes are in the data folder. */
export interface ArtifactsTable {
  id: string
  session_id: string
  turn_id: string
  /** Unique in its conversation, and without characters that are special in a path or a header. */
  name: string
  mime_type: string
  kind: 'table' | 'text' | 'image' | 'document' | 'audio'
  /** Bytes. */
  size: number
  created_at: string
}

/** An answer that a user rated, or a question with SQL written by hand. Once approved, it helps with similar questions. */
export interface ExamplesTable {
  id: string
  /** Null: asked without a business area. */
  area_id: string | null
  connection_id: string
  /** The rated turn. Null: written by hand. */
  turn_id: string | null
  /** Identifies the place and the question of an example written by hand. Null for a rated answer. */
  question_key: string | null
  question: string
  sql_query: string
  reading: string | null
  status: 'pending' | 'approved' | 'rejected' | 'wrong'
  created_by: string | null
  created_at: string
  decided_by: string | null
  decided_at: string | null
  /** When the SQL last ran as it is. */
  verified_at: string | null
  /** Why it did not run at its last check, as a JSON message; null if it did. */
  problem: string | null
  /** Why the answer was reported as wrong, and in the user's words. */
  reason: WrongReason | null
  comment: string | null
  /** The state of its place that its SQL was last proven for; null if it never was. */
  proven_for: Generated<string | null>
}

/** A process that proves the examples of a place. */
export interface ExampleProofsTable {
  /** The area and the connection. */
  place: string
  area_id: string | null
  connection_id: string
  /** Null: no process proves them now. */
  lease_owner: string | null
  /** Until then, no other process proves them. */
  lease_until: string | null
}
