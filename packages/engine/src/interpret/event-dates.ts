import { dueWords, type State } from '../lexicon/states.ts'
import type { ColumnModel, TableModel } from '../schema/model.ts'
import { dateColumns } from '../schema/roles.ts'

/** The dates when an event happened, not those when it is due. */
export function eventDates(table: TableModel, { event }: State): ColumnModel[] {
  return dateColumns(table).filter((one) => {
    const words = one.words.filter((word) => !table.words.includes(word))
    return words.some((word) => event.includes(word)) && !isDue(one)
  })
}

/** Whether a date says when something is expected. */
export function isDue(column: ColumnModel): boolean {
  return column.words.some((word) => dueWords.has(word))
}
