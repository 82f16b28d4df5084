import type { AggregateFunction, Operator, PeriodUnit } from '../query.ts'
import type { DateRange } from '../match/dates.ts'
import type { ColumnMatch, TableMatch } from '../match/phrases.ts'
import type { ValueMatch } from '../match/values.ts'

/** Words that name a table; `at` is their place in the question. */
export interface TableMention {
  kind: 'table'
  text: string
  candidates: TableMatch[]
  at: number
}

/** Words that name a column; `owner` when the question says whose it is. */
export interface ColumnMention {
  kind: 'column'
  text: string
  candidates: ColumnMatch[]
  owner: TableMention | null
  /** The table whose column it is said to be, though that has none of the name. */
  about: TableMention | null
  at: number
}

/** A column that only an adjective or a verb names: 'older' speaks of an age. */
export interface HintMention {
  kind: 'hint'
  text: string
  words: string[]
  at: number
}

export type MeasureKind = 'revenue' | 'quantity' | 'order value'

/** Something that a question asks for, compares or sorts by. */
export type Item =
  | ColumnMention
  | TableMention
  | { kind: 'count'; of: TableMention | ColumnMention | null; distinct: boolean; at: number }
  | { kind: 'aggregate'; fn: AggregateFunction; of: ColumnMention | HintMention | MeasureMention; at: number }
  | MeasureMention
  | HintMention
  /** The part of a total, in percent, that each group has. */
  | { kind: 'share'; of: Item; at: number }

export interface MeasureMention {
  kind: 'measure'
  of: MeasureKind
  text: string
  at: number
}

export type Left = Item | null

export type Operand =
  | { kind: 'number'; value: number; year: DateRange | null; unit: string | null }
  | { kind: 'text'; value: string }
  | { kind: 'date'; range: DateRange }
  /** `beside`: the table whose name stands right before ('the track Yesterday'); `of`: whether 'of' or 'by' leads to it. */
  | { kind: 'values'; text: string; matches: ValueMatch[]; beside?: TableMention; of?: boolean }
  | { kind: 'computed'; fn: AggregateFunction; inner: Condition[] }
  | { kind: 'column'; mention: ColumnMention }

/** The dates that an operand may mean; null when it cannot be a date. */
export function rangeOf(operand: Operand): DateRange | null {
  if (operand.kind === 'date') return operand.range
  return operand.kind === 'number' ? operand.year : null
}

export type Condition =
  | { kind: 'compare'; left: Left; operator: Operator; operand: Operand; negated: boolean; at: number }
  | { kind: 'between'; left: Left; from: Operand; to: Operand; negated: boolean; at: number }
  /** `every`: 'both' asks for each of the values, a mere 'and' only where one row can be tied to several. */
  | { kind: 'one of'; left: Left; values: Operand[]; every: 'both' | 'and' | null; negated: boolean; at: number }
  | { kind: 'date'; left: Left; verb: string | null; range: DateRange; negated: boolean; at: number }
  | { kind: 'like'; left: Left; text: string; where: 'start' | 'end' | 'anywhere'; negated: boolean; at: number }
  | { kind: 'missing'; left: Left; negated: boolean; at: number }
  /** A column that says yes or no is yes. */
  | { kind: 'flag'; left: ColumnMention; negated: boolean; at: number }
  | {
      kind: 'relation'
      table: TableMention
      negated: boolean
      count: { operator: Operator; value: number } | null
      inner: Condition[]
      at: number
    }
  | { kind: 'any'; of: Condition[]; at: number }

export type Group = ColumnMention | TableMention | { kind: 'unit'; unit: PeriodUnit; at: number }

export interface Order {
  /** What to sort by; null when only 'top' or 'best' is said and the measure stands elsewhere, or nowhere. */
  by: Item | null
  descending: boolean
  /** The dates of the rows decide ('latest', 'first'). */
  temporal: boolean
  /** Whose date decides, when it is not the subject's. */
  of: TableMention | null
  /** How often it occurs decides ('most common'). */
  frequency: boolean
  limit: number | null
  /** Said of an amount ('most', 'the highest number of'): several related rows are added up. */
  added: boolean
  /** Sorting asked for in so many words, without picking the first. */
  plain: boolean
  at: number
}

/** What the grammar found, before words are tied to one table or column each. */
export interface Draft {
  items: Item[]
  subject: TableMention | null
  tables: TableMention[]
  conditions: Condition[]
  groups: Group[]
  orders: Order[]
  limit: number | null
  distinct: boolean
  /** Where a thing asked for stands that 'all' is said of. */
  allOf: number[]
  /** The question asks to show or list (all that is known of a row), not just which. */
  listing: boolean
  /** All columns are wanted. */
  everything: boolean
  asksHowMany: boolean
  /** 'Which city …': the answer names it together with what singles it out. */
  asksWhich: boolean
  asksHowMuch: boolean
  asksWho: boolean
  asksWhen: boolean
  asksWhere: boolean
  /** What a condition lists is to stand side by side. */
  compares: boolean
  asksWhether: boolean
  /** Whether 'at most two' means none too; null when the question does not say. */
  countsNone: boolean | null
  /** Verbs read as mere links between two things. */
  passed: string[]
  missed: string[]
}

export function emptyDraft(): Draft {
  return {
    items: [],
    subject: null,
    tables: [],
    conditions: [],
    groups: [],
    orders: [],
    limit: null,
    distinct: false,
    allOf: [],
    listing: false,
    everything: false,
    asksHowMany: false,
    asksWhich: false,
    asksHowMuch: false,
    asksWho: false,
    asksWhen: false,
    asksWhere: false,
    compares: false,
    asksWhether: false,
    countsNone: null,
    passed: [],
    missed: [],
  }
}
