import { pickFields, versionParts, type AreaVersionContent } from '@parlance/contract'
import { formOfJoins, type AreaForm } from '../form/area-form.ts'
import { keyOfName } from '../form/table-names.ts'

/** The form with what the area said in a version. Tables stay; only their descriptions and synonyms return. */
export function restoredForm(form: AreaForm, content: AreaVersionContent['content']): Partial<AreaForm> {
  const hints = new Map(content.tables.map((table) => [keyOfName(table.table_name), table]))
  const { description, ai_instructions, synonyms, sample_questions, definitions, joins } = pickFields(
    content,
    versionParts,
  )
  return {
    description: description ?? '',
    ai_instructions: ai_instructions ?? '',
    synonyms,
    sample_questions,
    definitions,
    ...formOfJoins(joins),
    tables: form.tables.map((table) => {
      const known = hints.get(keyOfName(table.table_name))
      const { description: text = null, synonyms: words = [], columns = [] } = known ?? {}
      return { ...table, description: text, synonyms: words, columns }
    }),
  }
}
