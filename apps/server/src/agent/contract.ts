import type {
  ActionButton,
  AgentEventBody,
  AreaRecommendation,
  Catalogue,
  OfferedReading,
  ResultWarning,
  TokenUsage,
  ToolResponse,
} from '@parlance/contract'
import type { ColumnValues } from '@parlance/engine'
import type { CollectedResult } from '../door/present.ts'
import type { QueryDoor } from '../door/contract.ts'
import type { Principal } from '../http/principal.ts'
import type { AreaHints, VerifiedExample } from './area-hints.ts'

/** Appends an event to the turn; returns at once, order is kept. */
export type Emit = (body: AgentEventBody) => void

/** An earlier question of the conversation, as later ones build on it. */
export interface TurnMemory {
  question: string
  sql: string | null
  reading: string | null
  /** The answer's text; it quotes values, so it goes to a model only where data may be shared. */
  answer: string | null
  /** The built-in engine's own state. */
  state: unknown
}

/** What one question may see and use. */
export interface AgentTurn {
  question: string
  /** Oldest first. */
  history: TurnMemory[]
  principal: Principal
  connectionId: string
  areaId: string | null
  databaseName: string
  /** Only the tables that the person may use. */
  catalogue: Catalogue
  /** What the business area tells about its tables; null without an area. */
  hints: AreaHints | null
  /** Verified answers to similar questions, the most similar first. */
  examples: VerifiedExample[]
  /** The area that fits a question best among those that the person may use; null when none does. */
  recommendArea: (question: string) => Promise<AreaRecommendation | null>
  door: QueryDoor
  valuesOf: (table: string, column: string) => Promise<ColumnValues>
  /** Whether cell values may reach a model outside. */
  shareData: boolean
  /** The day that 'today' means, yyyy-mm-dd. */
  today: string
  emit: Emit
  signal: AbortSignal
  /** Files that the person sent along, for the model to read. */
  files?: { name: string; mimeType: string; bytes: Buffer }[]
  /** A model writes the readings and assumptions, so that their figures are checked. */
  hasModelWords?: boolean
  /** Writes SQL for the tools that are asked for it; absent: the built-in engine does. */
  writer?: SqlWriter
}

/** A question to write SQL for. */
export interface WriteRequest {
  question: string
  /** SQL that failed, and why. */
  failed?: { sql: string; error: string }
}

export interface WrittenSql {
  sql: string
  reading: string | null
  assumptions: string[]
  usage: TokenUsage | null
}

/** Why there is no SQL, and the readings that the writer could not decide between. */
export interface UnwrittenSql {
  reason: string
  readings: { label: string; question: string }[]
  usage: TokenUsage | null
}

/** Writes SQL for a question. The door proves the SQL when it runs. */
export type SqlWriter = (request: WriteRequest, turn: AgentTurn) => Promise<WrittenSql | UnwrittenSql>

/** A result that the turn has read, with how it came about. */
export interface TurnResult {
  sql: string
  result: CollectedResult
  understood: { reading: string; assumptions: string[] } | null
  /** What may be wrong with it; the answer says so. */
  warnings: ResultWarning[]
}

/** How a turn ended, before it is put into its last event. */
export interface TurnAnswer {
  text: string
  /** False when the question was not understood: the text says what was missed. */
  understood: boolean
  followUps: string[]
  readings: OfferedReading[]
  /** Buttons under the answer. */
  actions: ActionButton[]
  /** Summed over all model calls; null when no model was called. */
  usage: TokenUsage | null
  result: TurnResult | null
  memory: TurnMemory
}

/** Something that answers questions: a model, or the built-in engine. Both use the same tools and the same events. */
export interface Responder {
  /** What people call it: 'Built-in engine', or the model's id. */
  name: string
  provider: string
  /** @throws AppError of the database or the model */
  respond(turn: AgentTurn): Promise<TurnAnswer>
}

/** What a tool gives back: the person's view for the trace, the model's view for the model. */
export interface ToolOutcome {
  response: ToolResponse
  forModel: unknown
  /** Present when a query ran. */
  result?: TurnResult
  /** Tokens that the tool itself used. */
  usage?: TokenUsage
  /** Readings that the person is asked to choose from; they end the turn. */
  choice?: { question: string; readings: OfferedReading[] }
  /** An area that has what this one lacks. */
  betterArea?: AreaRecommendation
}
