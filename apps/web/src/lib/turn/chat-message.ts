import { message } from '@parlance/contract'
import type {
  ActionButton,
  Attachment,
  Cell,
  Message,
  OfferedReading,
  ResultChart,
  ResultColumn,
  ResultDisplay,
  ResultLook,
  ResultWarning,
  Row,
  StoredReceipt,
  TextFigure,
  UnderstoodQuestion,
} from '@parlance/contract'

export interface TokenUsage {
  promptTokens: number
  completionTokens: number
  totalTokens: number
  /** Prompt tokens from the provider's cache. */
  cachedTokens: number
  model: string
  /** Null: the price is unknown. Undefined: the server did not say. */
  cost: number | null | undefined
  currency: string | null
}

export interface Substep {
  name: Message
  status: 'completed' | 'failed'
  /** In milliseconds. */
  duration: number
}

export interface ToolCall {
  id: string
  name: string
  args: Record<string, unknown>
  status: 'calling' | 'completed' | 'failed' | 'unknown'
  sql: string | null
  result: string | null
  resultSummary: string | Message | null
  /** Milliseconds between call and response; null while it is running. */
  duration: number | null
  startTime: string
  endTime: string | null
  tokenUsage: TokenUsage | null
  /** The name of its result; null if it has none. */
  step: string | null
  substeps: Substep[]
}

export interface SqlResult {
  /** Its name in the turn (r1, r2, …); null if it has none, like in older answers. */
  step: string | null
  /** Sent to the server for full results and exports. */
  sql: string
  display_sql: string
  columns: ResultColumn[]
  rows: Row[]
  parameter_mapping: Record<string, Cell>
  has_parameters: boolean
  notExecuted: boolean
  truncated: boolean
  /** Null if the rows beyond the limit were not counted. */
  totalRows: number | null
  displayedRows: number
  dataSharingDisabled: boolean
  message: string | null
  receipt: StoredReceipt | null
  /** The SQL that the database ran; null for users who may not see it. */
  executedSql: string | null
  databaseMs: number | null
  /** The database or the attached file that the rows came from; null if the answer does not say. */
  sourceName: string | null
  /** How the question asks to show the rows; null if it doesn't say. */
  display: ResultDisplay | null
  /** What it asks of its chart besides the kind; null for nothing. */
  look: ResultLook | null
  /** The results that it was computed from; null if the rows come from a database. */
  computedFrom: string[] | null
  /** Whether it is only a sample of a table, which answers no question. */
  isSample: boolean
  /** How the question was understood for it; null if nothing says so. */
  understood: UnderstoodQuestion | null
  warnings: ResultWarning[]
  /** The chart that the model chose; null if it chose none. */
  chart: ResultChart | null
}

/** A step of an answer, in the order in which they happened. */
export type TrailStep =
  | { kind: 'progress'; text: string | Message }
  | { kind: 'thought'; text: string }
  /** The tool call with this ID. */
  | { kind: 'call'; id: string }

/** A button under an answer; its label is the server's or the product's own. */
export interface AnswerButton extends Pick<ActionButton, 'action' | 'style'> {
  label: string | Message
}

export interface ChatMessage {
  id: string
  turnId: string | null
  /** Whether it was asked or answered in the draft of its business area. */
  inDraft: boolean
  /** A note is a line from the product itself: welcome, continued session. */
  kind: 'question' | 'answer' | 'note'
  role: 'user' | 'assistant'
  content: string
  /** What `content` was formatted from; null if it has no values. */
  ownContent: Message | null
  timestamp: string
  attachments: Attachment[]
  /** Whether the server has it; until then its files are not available there. */
  isStored: boolean
  status: 'running' | 'answered' | 'failed' | 'cancelled'
  sqlResult: SqlResult | null
  /** The results of all queries that ran for this answer, oldest first. */
  results: SqlResult[]
  /** Figures in `content`, and the cells that they come from. */
  figures: TextFigure[]
  progressSteps: (string | Message)[]
  /** True while only the steps can be shown. */
  showProgress: boolean
  intermediateMessages: string[]
  tokenUsage: TokenUsage | null
  /** Whether the server shows what the model was given. */
  hasPrompt: boolean
  toolCalls: ToolCall[]
  /** Progress, thoughts, and tool calls as one list. */
  trail: TrailStep[]
  actionButtons: AnswerButton[]
  followUps: string[]
  readings: OfferedReading[]
  understood: UnderstoodQuestion | null
  /** Reasons why the result may be wrong although its query ran. */
  warnings: ResultWarning[]
  /** Names of parameters without values. */
  missingParameters: string[]
  areaFallback: string | Message | null
  errorCode: string | null
  /** It ended only on this page, without confirmation from the server. */
  isLocalEnd: boolean
  /** When the question was asked; null for notes and questions. */
  startTime: string | null
  /** When the turn ended; null while it is running. */
  endTime: string | null
}

export interface Conversation {
  messages: ChatMessage[]
  /** The highest event number seen for each turn. */
  lastSeq: Record<string, number>
}

export const emptyConversation: Conversation = { messages: [], lastSeq: {} }

export const quotaText = message(
  'API quota exceeded. You have reached your daily limit. Please try again tomorrow or upgrade your plan.',
)
export const genericErrorText = message('An error occurred while processing your request.')
export const emptyStreamText = message('No response received from server. The request may have failed.')
export const cancelledText = message('Operation cancelled by user')
/** The step of a question while its files are being sent. */
export const sendingText = message('Sending the files...')
