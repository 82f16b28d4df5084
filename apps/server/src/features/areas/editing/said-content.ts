import { areaColumnFields, areaTableFields, namesOf, type AreaWords, type VersionPart } from '@parlance/contract'
import { fieldsOfTableFile } from './area-content.ts'
import type { AreaEdit } from './area-changes.ts'
import type { AreaRecord, AreaTableRecord } from '../store/area-record.ts'
import type { SaidContent } from '../store/area-versions.ts'
import { wireFields } from '../store/field-values.ts'

/** Presents what an area says, without its rules. */
export function presentContent(content: SaidContent): AreaWords {
  return {
    description: content.description,
    ai_instructions: content.instructions,
    synonyms: content.synonyms,
    sample_questions: content.sampleQuestions,
    tables: content.tables.map(hintsOf),
    joins: content.joins,
    definitions: content.definitions,
  }
}

/**
 * The change that makes an area say something else. Its name, tables, rules, and access stay as they are.
 * @param parts the parts to change
 */
export function editOf(
  area: AreaRecord,
  content: SaidContent,
  parts: ReadonlySet<VersionPart>,
): AreaEdit & Pick<Required<AreaEdit>, 'area_name'> {
  const edits = {
    description: { description: content.description ?? '' },
    ai_instructions: { ai_instructions: content.instructions ?? '' },
    synonyms: { synonyms: content.synonyms },
    sample_questions: { sample_questions: content.sampleQuestions },
    tables: { tables: area.tables.map((table) => withHints(table, content.tables)) },
    joins: { joins: content.joins },
    definitions: { definitions: content.definitions },
  } satisfies Record<VersionPart, AreaEdit>
  const edit = [...parts].reduce<AreaEdit>((all, part) => ({ ...all, ...edits[part] }), {})
  return { ...edit, area_name: area.name, visibility: area.visibility }
}

function hintsOf(table: AreaTableRecord): AreaWords['tables'][number] {
  const { table_name, description, synonyms, columns } = wireFields(areaTableFields, fieldsOfTableFile, table)
  const names = namesOf(areaColumnFields)
  return {
    table_name,
    description,
    synonyms,
    columns: columns.map((column) => wireFields(areaColumnFields, names, column)),
  }
}

/** A table of the area with the hints that a content has for it. */
function withHints(table: AreaTableRecord, said: readonly AreaTableRecord[]) {
  const hints = said.find(({ name }) => name === table.name)
  return wireFields(areaTableFields, namesOf(areaTableFields), {
    ...table,
    ...(hints && { description: hints.description, synonyms: hints.synonyms, columns: hints.columns }),
  })
}
