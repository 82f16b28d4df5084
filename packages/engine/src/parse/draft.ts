import type { AggregateFunction, Operator, PeriodUnit } from '../query.ts'
import type { DefinedMeasure, MeasureKind } from '../lexicon/keywords.ts'
import type { State } from '../lexicon/states.ts'
import type { DateRange } from '../match/dates.ts'
import type { ColumnMatch, TableMatch } from '../match/phrases.ts'
import type { ColumnModel } from '../schema/model.ts'
import type { ValueMatch } from '../match/values.ts'

/** Words that name a table; `at` is their position in the question. */
export interface TableMention {
  kind: 'table'
  text: string
  candidates: TableMatch[]
  at: number
}

/** Words that name a column; `owner` is set if the question says whose it is. */
export interface ColumnMention {
  kind: 'column'
  text: string
  candidates: ColumnMatch[]
  owner: TableMention | null
  /** The table that the question names as the owner, although it has no such column. */
  about: TableMention | null
  at: number
}

/** A column that only an adjective or a verb implies: 'older' refers to an age. */
export interface HintMention {
  kind: 'hint'
  text: string
  words: string[]
  /** 'earned less than 100' may also mean revenue. */
  earns?: true
  at: number
}

/** The number of a text's characters: 'the longest name'. */
export interface LengthMention {
  kind: 'length'
  text: string
  of: ColumnMention
  at: number
}

/** The time between two dates of a row; `from` is null if the question names only what ends it: 'shipping time'. */
export interface ElapsedMention {
  kind: 'elapsed'
  text: string
  from: ColumnMention | null
  to: ColumnMention
  at: number
}

/** Something that a question asks for, compares, or sorts by. */
export type Item =
  | ColumnMention
  | TableMention
  | { kind: 'count'; of: TableMention | ColumnMention | null; distinct: boolean; at: number }
  | {
      kind: 'aggregate'
      fn: AggregateFunction
      of: ColumnMention | HintMention | MeasureMention | LengthMention | ElapsedMention
      at: number
    }
  | MeasureMention
  | HintMention
  | LengthMention
  | ElapsedMention
  /** Each group's share of a total, in percent. */
  | { kind: 'share'; of: Item; at: number }
  /** A number or an amount for each of something, on average. */
  | { kind: 'ratio'; of: Item; per: Group; at: number }
  /** One column's total divided by another's: 'the ratio of wins to losses'. */
  | { kind: 'quotient'; of: ColumnMention; by: ColumnMention; at: number }
  | { kind: 'difference'; of: Item; less: Item; at: number }

export interface MeasureMention {
  kind: 'measure'
  of: MeasureKind | DefinedMeasure
  text: string
  at: number
}

export type Left = Item | null

export type Operand =
  | { kind: 'number'; value: number; year: DateRange | null; unit: string | null }
  | { kind: 'text'; value: string }
  | { kind: 'date'; range: DateRange }
  /** `beside`: the table named right before ('the track Yesterday'); `of`: whether 'of' or 'by' comes before it. */
  | { kind: 'values'; text: string; matches: ValueMatch[]; beside?: TableMention; of?: boolean }
  /**
   * An aggregate of the compared column over the rows that `inner` describes. `of`: the column that the question names;
   * `than`: the words for the rows, if the question names rows instead of an aggregate.
   */
  | { kind: 'computed'; fn: AggregateFunction; of: ColumnMention | null; inner: Condition[]; than: string | null }
  | { kind: 'column'; mention: ColumnMention }

/** The dates that an operand may mean; null if it can't be a date. */
export function rangeOf(operand: Operand): DateRange | null {
  if (operand.kind === 'date') return operand.range
  return operand.kind === 'number' ? operand.year : null
}

export type Condition =
  | { kind: 'compare'; left: Left; operator: Operator; operand: Operand; negated: boolean; at: number }
  | { kind: 'between'; left: Left; from: Operand; to: Operand; negated: boolean; at: number }
  /** `every`: 'both' asks for each of the values, 'and' only if one row can be linked to several. */
  | { kind: 'one of'; left: Left; values: Operand[]; every: 'both' | 'and' | null; negated: boolean; at: number }
  | { kind: 'date'; left: Left; verb: string | null; range: DateRange; negated: boolean; at: number }
  | { kind: 'like'; left: Left; text: string; where: 'start' | 'end' | 'anywhere'; negated: boolean; at: number }
  | { kind: 'missing'; left: Left; negated: boolean; at: number }
  /**
   * A state such as 'unpaid'. `of`: the rows that have it, if they are named; `text`: the words of the question;
   * `literal`: the stored values that the word also names.
   */
  | {
      kind: 'state'
      word: string
      text: string
      state: State
      of: TableMention | null
      negated: boolean
      literal?: ValueMatch[]
      at: number
    }
  /** A yes/no column that must be yes. */
  | { kind: 'flag'; left: ColumnMention; negated: boolean; at: number }
  | {
      kind: 'relation'
      table: TableMention
      negated: boolean
      /** The required number; `than`: compared with the number of the rows that these conditions name, in words. */
      count: { operator: Operator; value: number; than?: { text: string; conditions: Condition[] } } | null
      inner: Condition[]
      at: number
    }
  /** The row that a column refers to in its own table is one that the inner conditions name. */
  | { kind: 'refers'; column: ColumnModel; key: ColumnModel; inner: Condition[]; at: number }
  | { kind: 'any'; of: Condition[]; at: number }

export type Group = ColumnMention | TableMention | { kind: 'unit'; unit: PeriodUnit; at: number }

export interface Order {
  /** The sort value; null if the question says only 'top' or 'best' and names the measure elsewhere, or not at all. */
  by: Item | null
  descending: boolean
  /** The dates of the rows decide ('latest', 'first'). */
  temporal: boolean
  /** The owner of the deciding date, if it isn't the subject. */
  of: TableMention | null
  /** How often it occurs decides ('most common'). */
  frequency: boolean
  limit: number | null
  /** The superlative before a table. */
  said?: string
  /** 'buys the most': the amount of an action, without saying which. */
  ofDeed?: boolean
  /** Describes an amount ('most', 'the highest number of'): several related rows are added up. */
  added: boolean
  /** The question explicitly asks for sorting, without picking the first. */
  plain: boolean
  at: number
}

/** The grammar's result, before words are linked to one table or column each. */
export interface Draft {
  items: Item[]
  subject: TableMention | null
  tables: TableMention[]
  conditions: Condition[]
  groups: Group[]
  orders: Order[]
  limit: number | null
  distinct: boolean
  /** The positions of requested items that 'all' applies to. */
  allOf: number[]
  /** The question asks to show or list (everything known about a row), not only which. */
  listing: boolean
  /** The question asks for all columns. */
  everything: boolean
  asksHowMany: boolean
  /** 'orders per customer', not 'for each customer'. */
  saysPer: boolean
  /** 'Which city …': the answer shows the value that makes it stand out, too. */
  asksWhich: boolean
  asksHowMuch: boolean
  asksWho: boolean
  asksWhen: boolean
  asksWhere: boolean
  /** The items of a condition's list are to be compared with each other. */
  compares: boolean
  asksWhether: boolean
  /** Where 'are' or 'have' follows a share: conditions after it select the part, earlier ones the whole. */
  partFrom: number | null
  /** The position of the condition that a rate is about: 'no-show rate'. */
  partAt: number | null
  /** Whether 'at most two' includes none; null if the question doesn't say. */
  countsNone: boolean | null
  /** Verbs read only as links between two things. */
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
    saysPer: false,
    asksWhich: false,
    asksHowMuch: false,
    asksWho: false,
    asksWhen: false,
    asksWhere: false,
    compares: false,
    asksWhether: false,
    partFrom: null,
    partAt: null,
    countsNone: null,
    passed: [],
    missed: [],
  }
}
