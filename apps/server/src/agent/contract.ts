import type {
  ActionButton,
  AgentEventBody,
  AreaRecommendation,
  Catalogue,
  Message,
  OfferedReading,
  ResultDisplay,
  ResultLook,
  ResultWarning,
  TextFigure,
  TokenUsage,
  ToolResponse,
  UnderstoodQuestion,
  UsedDefinition,
} from '@parlance/contract'
import type { MetricLook } from '@parlance/engine'
import type { SemanticModel } from '@parlance/semantics'
import type { CollectedResult, QueryDoor, ReadResult } from '../door/contract.ts'
import type { Principal } from '../http/principal.ts'
import type { AreaHints, VerifiedExample } from './area-hints.ts'
import type { UsePurpose } from '../models/model-use.ts'
import type { Step } from './figures/step.ts'
import type { ModelMeter } from './model-meter.ts'
import type { PromptRecord } from './prompt-record.ts'
import type { TurnValues } from './value-lookup.ts'

/** Appends an event to the turn. Returns at once and preserves order. */
export type Emit = (body: AgentEventBody) => void

/** How a turn reports, and how it is stopped. */
export interface TurnChannel {
  emit: Emit
  /** Receives the current line of a model's thinking, which only the user who asked may see and nothing stores. */
  think?: (line: string) => void
  signal: AbortSignal
  /** Counts the model calls, for those who need the numbers of a turn that ends with an error too. */
  meter?: ModelMeter
  /** What the model calls are recorded as; defaults to a question. */
  purpose?: UsePurpose
  /** The stored turn that the model calls belong to. */
  turnId?: string
}

/** An earlier question of the conversation that later ones can build on. */
export interface TurnMemory {
  question: string
  sql: string | null
  reading: string | null
  /** The answer's text. It quotes values, so it goes to a model only if data may be shared. */
  answer: string | null
  /** The built-in engine's own state. */
  state: unknown
  /** Whether the answer's rows were computed from results. The SQL is then that of the last query of the database. */
  isComputed?: boolean
}

/** Everything that one question may see and use. */
export interface AgentTurn extends TurnValues {
  question: string
  /** Oldest first. */
  history: TurnMemory[]
  /** The first question of the conversation; null if this one is. */
  firstQuestion?: string | null
  principal: Principal
  connectionId: string
  areaId: string | null
  databaseName: string
  /** Only the tables that the user may use. */
  catalogue: Catalogue
  /** The business area's hints about its tables; null without an area. */
  hints: AreaHints | null
  /** What the words of the area mean, as far as the user may see it; null without an area or without definitions. */
  definitions: SemanticModel | null
  /** Counts the answer for the definitions that a query used. */
  countUsed?: (used: readonly UsedDefinition[]) => Promise<void>
  /** Whether the question is asked in the draft of its area. */
  inDraft?: boolean
  /** Verified answers to similar questions, most similar first. */
  examples: VerifiedExample[]
  /** The best area for a question among those that the user may use; null if none fits. */
  recommendArea: (question: string) => Promise<AreaRecommendation | null>
  door: QueryDoor
  /** The results of this turn, in the order in which the model asked for them. */
  steps: Step[]
  /** Whether cell values may be sent to an external model. */
  shareData: boolean
  /** The date that 'today' refers to, as yyyy-mm-dd. */
  today: string
  emit: Emit
  think?: (line: string) => void
  signal: AbortSignal
  /** How many milliseconds an answer waits for the checks of its result. Evaluations don't depend on the machine's speed. */
  patienceMs?: number
  /** Files that the user attached for the model to read. */
  files?: { name: string; mimeType: string; bytes: Buffer }[]
  /** The area's definitions in the SQL that runs next, if the engine or a compiler wrote it. */
  used?: readonly UsedDefinition[]
  /** How the numbers of each of its columns look. Absent for SQL that a model or a user wrote. */
  looks?: readonly MetricLook[]
  /** How the built-in engine understood the question, if it answers. */
  understood?: UnderstoodQuestion
  /** How the question asks to show its rows, if the built-in engine answers; null if it doesn't say. */
  display?: ResultDisplay | null
  /** What it asks of its chart besides the kind, if the built-in engine answers. */
  look?: ResultLook | null
  /** True if a model writes the readings and assumptions; their figures are then checked. */
  hasModelWords?: boolean
  /** Collects what the models are given, for those who may see it. */
  record?: PromptRecord
  /** Writes SQL for the tools that need it; defaults to the built-in engine. */
  writer?: SqlWriter
}

/** A question to write SQL for. */
export interface WriteRequest {
  question: string
  /** The SQL that failed, and why. */
  failed?: { sql: string; error: string }
}

export interface WrittenSql {
  sql: string
  understood: UnderstoodQuestion | null
  usage: TokenUsage | null
}

/** Why there is no SQL, and the readings that the writer could not choose between. */
export interface UnwrittenSql {
  reason: Message
  readings: OfferedReading[]
  usage: TokenUsage | null
}

/** Writes SQL for a question. The door proves the SQL when it runs. */
export type SqlWriter = (request: WriteRequest, turn: AgentTurn) => Promise<WrittenSql | UnwrittenSql>

/** A result that the turn has read, and how it was produced. */
export interface TurnResult {
  /** Its name in the turn: r1, r2, … */
  step: string
  sql: string
  result: CollectedResult
  understood: UnderstoodQuestion | null
  /** Possible problems with the result, which the answer mentions. */
  warnings: ResultWarning[]
  /** The definitions of the area that its SQL contains. Absent without any. */
  definitions?: readonly UsedDefinition[]
  /** Whether it was computed from other results, so its SQL can't run on the database. */
  isComputed?: boolean
}

/** The outcome of a turn, before it becomes the turn's last event. */
export interface TurnAnswer {
  text: Message
  /** False if the question was not understood; the text then says what is missing. */
  understood: boolean
  followUps: string[]
  readings: OfferedReading[]
  /** Buttons under the answer. */
  actions: ActionButton[]
  /** The figures of a model's text. Other texts have sources in their message. */
  figures?: TextFigure[]
  result: TurnResult | null
  memory: TurnMemory
  /** The words of the question that could not be resolved, or only by an assumption. */
  unclear: string[]
}

/** Something that answers questions: a model or the built-in engine. Both use the same tools and events. */
export interface Responder {
  /** The displayed name: 'Built-in engine' or the model's id. */
  name: string
  provider: string
  /** @throws AppError from the database or the model */
  respond(turn: AgentTurn): Promise<TurnAnswer>
}

/** Rows that a tool has read, before they have a name. */
export interface NewResult extends Omit<TurnResult, 'step'> {
  masks: ReadResult['masks']
  /** Whether these are only some rows of a table, which don't answer a question. */
  isSample?: boolean
}

/** A tool's output: one version for the user's trace, one for the model. */
export interface ToolOutcome {
  response: ToolResponse
  forModel: object
  /** Set if rows were read. They get their name when all earlier calls of the same model answer have ended. */
  read?: NewResult
  /** Tokens that the tool itself used. */
  usage?: TokenUsage
  /** A question for the user with choices; it ends the turn. */
  choice?: { question: string | null; readings: OfferedReading[] }
  /** The result that a chart was drawn of. */
  charted?: string
  /** An area that has the tables this one lacks. */
  betterArea?: AreaRecommendation
}

/** A tool's output with the name of its result. */
export type NamedOutcome<Outcome extends ToolOutcome = ToolOutcome> = Outcome & { result?: TurnResult }
