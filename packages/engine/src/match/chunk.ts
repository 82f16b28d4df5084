import type { Keyword } from '../lexicon/keywords.ts'
import type { State } from '../lexicon/states.ts'
import type { DateRange } from './dates.ts'
import type { ColumnMatch, PhraseIndex, TableMatch } from './phrases.ts'
import type { Token } from './tokens.ts'
import type { ValueIndex, ValueMatch } from './values.ts'

/** A stretch of the question with everything it may mean. */
export interface Chunk {
  text: string
  tokens: Token[]
  keyword: Keyword | null
  tables: TableMatch[]
  columns: ColumnMatch[]
  values: ValueMatch[]
  date: DateRange | null
  number: number | null
  quoted: boolean
  capital: boolean
  /** The state that a filter of the area names. */
  filter: State | null
}

/** What a question is split with. */
export interface ChunkSource {
  question: string
  tokens: readonly Token[]
  phrases: PhraseIndex
  values: ValueIndex
  today: string
}
