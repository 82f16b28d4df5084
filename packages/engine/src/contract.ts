import type {
  Catalogue,
  Cell,
  Message,
  MetricFormat,
  ResultDisplay,
  ResultLook,
  UsedDefinition,
} from '@parlance/contract'
import type { SemanticModel } from '@parlance/semantics'

/** The distinct values of a column, as far as they could be read. */
export interface ColumnValues {
  /** Null if there are too many, they may not be read, or none could be read in time. */
  values: Cell[] | null
  /** True if the column could not be read completely in time: it may have other values than these. */
  isUnchecked?: boolean
}

/** A column as `valuesOf` names it. */
export interface ColumnPlace {
  table: string
  column: string
}

/** The outcome of looking for texts in columns whose values are too many to list. */
export interface FoundValues {
  /** Stored values that a text names, in their stored spelling. */
  found: (ColumnPlace & { value: Cell })[]
  /** The columns that could not be searched in time. Any other column certainly has no further match. */
  unchecked: ColumnPlace[]
}

export interface PriorQuestion {
  question: string
  sql: string
  /** The `state` that `translate` returned for it, so that 'and by month?' can build on it. */
  state: unknown
}

export interface TranslateRequest {
  question: string
  /** Only the tables that the user may access. */
  catalogue: Catalogue
  /** The date of 'today', yyyy-mm-dd. */
  today: string
  /** Earlier questions of the conversation, oldest first. */
  history: PriorQuestion[]
  /** Extra words for tables and columns, written by an administrator. */
  descriptions?: { table: string; column: string | null; text: string; synonyms: string[] }[]
  /** The definitions of the area, with its relationships. Those that the asker may not use are ignored. */
  definitions?: SemanticModel | undefined
  /** Reads the distinct values of a text column through the gate; the caller caches them. */
  valuesOf: (table: string, column: string) => Promise<ColumnValues>
  /** Looks for texts in columns that `valuesOf` can't list. Absent if values may not be looked up. */
  findValues?: (texts: string[], columns: ColumnPlace[]) => Promise<FoundValues>
  signal?: AbortSignal
}

export interface Understood {
  understood: true
  sql: string
  /** How the question was read, in one plain sentence. */
  reading: Message
  /** The same in parts: measure, filters, groups, order, joins; each is a phrase. */
  assumptions: Message[]
  /** Parts of the question that can mean something else, with questions that are understood. */
  choices: Choice[]
  /** 0 to 1: the share of the question's words that the reading uses. */
  confidence: number
  /** Data for the next question's `history`; JSON. */
  state: unknown
  /** How the question asks to show its rows; null if it doesn't say. */
  display: ResultDisplay | null
  /** What the question asks of its chart besides the kind; null for nothing. */
  look: ResultLook | null
  /** The definitions of the area that the SQL contains. */
  used: UsedDefinition[]
  /** How the numbers of each column look, in the order of the columns, as far as a metric says it. */
  formats: MetricLook[]
}

/** What a part of a question was taken to mean, and what to ask for another meaning. */
export interface Choice {
  label: Message
  /** The position of the assumption that says so; null if none does. */
  assumption: number | null
  alternatives: OfferedQuestion[]
}

/** What a metric says about its numbers. */
export interface MetricLook {
  unit: string | null
  format: MetricFormat | null
}

export interface NotUnderstood {
  understood: false
  /** Words or phrases of the question that are missing in the data, or that could not be combined with the others. */
  missed: string[]
  /** Those of them that match nothing: no name, stored value, date, number, or word of English. */
  unmatched: string[]
  /** What is missing, in one sentence. */
  reason: Message
  /** Questions over this schema that the engine would understand. */
  suggestions: string[]
}

export interface Ambiguous {
  understood: false
  missed: []
  reason: Message
  suggestions: string[]
  /** Two or more readings that give different SQL; shown as buttons. */
  readings: OfferedQuestion[]
}

/** A question that is read in only one way. */
export interface OfferedQuestion {
  /** What it means, in other words than `question`. */
  label: Message
  question: string
  /** What the question is read as in this conversation. */
  sql: string
}

export type Translation = Understood | NotUnderstood | Ambiguous
