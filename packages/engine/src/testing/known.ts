import { indexPhrases } from '../match/phrases.ts'
import type { Known } from '../match/known-words.ts'
import { addValues, emptyValues } from '../match/values.ts'
import { modelSchema } from '../schema/model-schema.ts'
import type { TestDatabase } from './sqlite-database.ts'

/** A database's names and all values of its texts, as a question is read with; without those of the `unread` columns. */
export async function knownOf(database: TestDatabase, today: string, unread: readonly string[] = []): Promise<Known> {
  const schema = modelSchema(database.catalogue, [])
  const values = emptyValues()
  for (const table of schema.tables)
    for (const column of table.columns) {
      if (column.kind !== 'text') continue
      const isRead = !unread.includes(`${table.name}.${column.name}`)
      addValues(values, column, isRead ? await database.valuesOf(table.key, column.name) : { values: null })
    }
  return { schema, phrases: indexPhrases(schema), values, today }
}
