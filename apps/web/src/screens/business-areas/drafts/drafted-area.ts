import type { Area, SavedDraft } from '@parlance/contract'
import { keyOfName } from '../form/table-names.ts'

/** The area with what its draft says. Its tables, rules, and access are those of the published area. */
export function draftedArea(area: Area, { content }: Pick<SavedDraft, 'content'>): Area {
  const hints = new Map(content.tables.map((table) => [keyOfName(table.table_name), table]))
  return {
    ...area,
    description: content.description,
    ai_instructions: content.ai_instructions,
    synonyms: content.synonyms,
    joins: content.joins,
    definitions: content.definitions,
    tables: area.tables.map((table) => {
      const { description = null, synonyms = [], columns = [] } = hints.get(keyOfName(table.table_name)) ?? {}
      return { ...table, description, synonyms, columns }
    }),
  }
}
