/** A name, or a date, that a sentence types, with the rows that have it. */
export interface NamedRows {
  /** Its position in the sentence. */
  start: number
  end: number
  step: string
  column: number
  /** Indexes of the rows with this text in the column. */
  rows: number[]
  isDate: boolean
}
