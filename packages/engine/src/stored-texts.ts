import { message } from '@parlance/contract'
import { writingOf } from '@parlance/sql/writing'
import type { TranslateRequest, Understood } from './contract.ts'
import { Decline } from './decline.ts'
import { priorQuery } from './interpret/follow-up.ts'
import { datesOf, foreignDate } from './interpret/stored-dates.ts'
import { areMissorted, sortedTexts } from './interpret/stored-numbers.ts'
import type { ColumnModel, Schema } from './schema/model.ts'

/** Why a query would compare texts such as '8/29/2013' as dates, or sort '1000' before '900'; null if it doesn't. */
export async function wronglyCompared(
  { valuesOf }: Pick<TranslateRequest, 'valuesOf'>,
  schema: Schema,
  { state }: Understood,
): Promise<Decline | null> {
  const query = priorQuery(schema, state)
  if (query === null) return null
  const storesTexts = writingOf(schema.dialect).keepsDatesAsTexts
  for (const column of datesOf(schema, query).filter(({ kind }) => kind === 'text' || storesTexts)) {
    const { values } = await valuesOf(column.table.key, column.name)
    const value = foreignDate(values)
    if (value !== null)
      return new Decline(
        message('{column} contains text such as “{value}”, which cannot be compared as dates.', {
          column: nameOf(column),
          value,
        }),
        [column.spoken],
      )
  }
  for (const column of sortedTexts(schema, query)) {
    const { values } = await valuesOf(column.table.key, column.name)
    if (areMissorted(values))
      return new Decline(
        message('{column} contains numbers as text, so the database would sort 10 before 9.', {
          column: nameOf(column),
        }),
        [column.spoken],
      )
  }
  return null
}

const nameOf = ({ table, name }: ColumnModel): string => `${table.name}.${name}`
