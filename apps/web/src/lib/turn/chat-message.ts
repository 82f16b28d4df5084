import type {
  ActionButton,
  Attachment,
  Cell,
  OfferedReading,
  ResultColumn,
  ResultWarning,
  Row,
  StoredReceipt,
} from '@parlance/contract'

export interface TokenUsage {
  promptTokens: number
  completionTokens: number
  totalTokens: number
  model: string
}

export interface Substep {
  name: string
  status: 'completed' | 'failed'
  /** Milliseconds. */
  duration: number
}

export interface ToolCall {
  id: string
  name: string
  args: Record<string, unknown>
  status: 'calling' | 'completed' | 'failed' | 'unknown'
  sql: string | null
  result: string | null
  resultSummary: string | null
  /** Milliseconds between call and response; null while it runs. */
  duration: number | null
  startTime: string
  endTime: string | null
  tokenUsage: TokenUsage | null
  substeps: Substep[]
}

export interface SqlResult {
  /** What is sent back to the server for full results and exports. */
  sql: string
  display_sql: string
  columns: ResultColumn[]
  rows: Row[]
  parameter_mapping: Record<string, Cell>
  has_parameters: boolean
  notExecuted: boolean
  truncated: boolean
  /** Null when nobody counted the rows behind the cut. */
  totalRows: number | null
  displayedRows: number
  dataSharingDisabled: boolean
  message: string | null
  receipt: StoredReceipt | null
  /** What the database ran; null for those who may not see it. */
  executedSql: string | null
  databaseMs: number | null
  /** The database or the attached file that the rows came from; null where the answer does not say. */
  sourceName: string | null
}

export interface ChatMessage {
  id: string
  turnId: string | null
  /** A note is a line of the product's own: welcome, continued session. */
  kind: 'question' | 'answer' | 'note'
  role: 'user' | 'assistant'
  content: string
  timestamp: string
  attachments: Attachment[]
  /** Whether the server has it; until then its files cannot be had from there. */
  isStored: boolean
  status: 'running' | 'answered' | 'failed' | 'cancelled'
  sqlResult: SqlResult | null
  progressSteps: string[]
  /** True while the steps are what there is to see. */
  showProgress: boolean
  intermediateMessages: string[]
  tokenUsage: TokenUsage | null
  toolCalls: ToolCall[]
  actionButtons: ActionButton[]
  followUps: string[]
  readings: OfferedReading[]
  understood: { reading: string; assumptions: string[] } | null
  /** What may make the shown result wrong although its query ran. */
  warnings: ResultWarning[]
  /** Names of the parameters that need values. */
  missingParameters: string[]
  areaFallback: string | null
  errorCode: string | null
  /** It ended on this page alone, without the server's word for it. */
  isLocalEnd: boolean
  /** When the question was asked; null for notes and questions. */
  startTime: string | null
  /** When the turn ended; null while it runs. */
  endTime: string | null
}

export interface Conversation {
  messages: ChatMessage[]
  /** The highest event number seen of each turn. */
  lastSeq: Record<string, number>
}

export const emptyConversation: Conversation = { messages: [], lastSeq: {} }

/** Texts of the documents that several places need. */
export const quotaText =
  'API quota exceeded. You have reached your daily limit. Please try again tomorrow or upgrade your plan.'
export const genericErrorText = 'An error occurred while processing your request.'
export const emptyStreamText = 'No response received from server. The request may have failed.'
export const cancelledText = 'Operation cancelled by user'
/** The step of a question whose files are on their way. */
export const sendingText = 'Sending the files...'
