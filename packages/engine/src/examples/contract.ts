import type { Catalogue, ValueSynonym } from '@parlance/contract'
import type { ValueComparison } from '@parlance/sql'
import type { TranslateRequest } from '../contract.ts'

/** A question with verified SQL. */
export interface KnownExample {
  question: string
  sql: string
  /** The day that 'this month' meant in the question, yyyy-mm-dd. */
  askedOn: string
}

export interface AdaptRequest extends Pick<TranslateRequest, 'question' | 'today' | 'valuesOf' | 'findValues'> {
  example: KnownExample
  /** Only the tables that the user may access. */
  catalogue: Catalogue
  synonyms: readonly ValueSynonym[]
  /** The text columns that the SQL compares with literals; null if it can't be read. */
  comparisonsOf: (sql: string) => Promise<readonly ValueComparison[] | null>
}

/** A value of the example and the one that replaces it. */
export interface ExampleChange {
  /** Null if the user may not know the example's value. */
  from: string | null
  to: string
}

/** The SQL of an example for the values of another question. */
export interface AdaptedExample {
  sql: string
  /** The example's question, without the values that the user may not know. */
  shownQuestion: string
  /** Empty if the question asks for the same. */
  changes: ExampleChange[]
}
