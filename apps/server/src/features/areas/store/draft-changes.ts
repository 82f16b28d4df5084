import { definitionsSchema, type AreaJoin, type Definitions, type VersionPart } from '@parlance/contract'
import { isSame } from '../../../lib/is-same.ts'
import type { SaidContent } from './area-versions.ts'

/** What an area says about a table, or about a column of it. */
interface Hint {
  table: string
  /** Null for the table itself. */
  column: string | null
  description: string | null
  synonyms: string[]
}

/** The things that an area says, by kind. Each of them can change on its own. */
interface SaidValues extends SaidDefinitions {
  description: string
  instructions: string
  synonyms: string[]
  sample_questions: string[]
  hint: Hint
  join: AreaJoin
}
type SaidDefinitions = { [List in keyof Definitions]: Definitions[List][number] }

/** One thing that an area says. */
export type Said = { [Kind in keyof SaidValues]: { kind: Kind; value: SaidValues[Kind] } }[keyof SaidValues]

/** A change of a draft. */
export interface DraftChange {
  id: string
  /** What was published when the draft changed it. Null if it did not exist. */
  before: Said | null
  /** Null if the draft deletes it. */
  after: Said | null
}

/** Something that was published differently after the draft had changed it. */
export interface Collision extends DraftChange {
  published: Said | null
}

/** The part of an area that each kind belongs to. */
const partOf = {
  description: 'description',
  instructions: 'ai_instructions',
  synonyms: 'synonyms',
  sample_questions: 'sample_questions',
  hint: 'tables',
  join: 'joins',
  metrics: 'definitions',
  dimensions: 'definitions',
  filters: 'definitions',
  time_columns: 'definitions',
  value_synonyms: 'definitions',
} as const satisfies Record<keyof SaidValues, VersionPart>

/** @returns what changes one content into the other one */
export function changesBetween(before: SaidContent, after: SaidContent): DraftChange[] {
  const old = saidBy(before)
  const now = saidBy(after)
  const changed = [...now].flatMap(([id, said]): DraftChange[] => {
    const known = old.get(id) ?? null
    return isSame(known, said) ? [] : [{ id, before: known, after: said }]
  })
  const deleted = [...old].flatMap(([id, said]) => (now.has(id) ? [] : [{ id, before: said, after: null }]))
  return [...changed, ...deleted]
}

/** @returns what an area says with the changes of a draft. Changes of tables that it doesn't have are left out. */
export function withChanges(published: SaidContent, changes: readonly DraftChange[]): SaidContent {
  const said = saidBy(published)
  for (const { id, after } of changes) {
    if (after === null) said.delete(id)
    else said.set(id, after)
  }
  return contentOf([...said.values()], published.tables)
}

/**
 * @returns the changes that still change something, those that collide with what was published meanwhile, and the tables
 *   that the area no longer has, whose changes are left out
 */
export function compareWith(
  published: SaidContent,
  changes: readonly DraftChange[],
): { changes: DraftChange[]; collisions: Collision[]; missingTables: string[] } {
  const said = saidBy(published)
  const tables = new Set(published.tables.map(({ name }) => name.toLowerCase()))
  const missingTable = ({ before, after }: DraftChange): string | null => {
    const one = after ?? before
    return one?.kind === 'hint' && !tables.has(one.value.table.toLowerCase()) ? one.value.table : null
  }
  const placed = changes.filter((change) => missingTable(change) === null)
  const open = placed.filter((change) => !isSame(said.get(change.id) ?? null, change.after))
  return {
    changes: open,
    missingTables: [...new Set(changes.flatMap((change) => missingTable(change) ?? []))],
    collisions: open.flatMap((change) => {
      const now = said.get(change.id) ?? null
      return isSame(now, change.before) ? [] : [{ ...change, published: now }]
    }),
  }
}

/** @returns only one thing that an area says, as its content */
export function contentOfOne(said: Said | null): SaidContent {
  const tables = said?.kind === 'hint' ? [emptyTable(said.value.table)] : []
  return contentOf(said === null ? [] : [said], tables)
}

/** @returns the part of an area that a change belongs to */
export function partOfChange({ before, after }: Pick<DraftChange, 'before' | 'after'>): VersionPart {
  return partOf[(after ?? before)?.kind ?? 'description']
}

function saidBy(content: SaidContent): Map<string, Said> {
  const said = new Map<string, Said>()
  for (const one of listSaid(content)) {
    const id = idOf(one)
    let free = id
    // A draft may have two metrics of one name until someone fixes it.
    for (let count = 2; said.has(free); count++) free = `${id} ${count}`
    said.set(free, one)
  }
  return said
}

function listSaid(content: SaidContent): Said[] {
  const { description, instructions, synonyms, sampleQuestions, tables, joins, definitions: stored } = content
  // What was stored before a field existed equals what has its default.
  const definitions = definitionsSchema.safeParse(stored).data ?? stored
  return [
    ...(description ? [{ kind: 'description' as const, value: description }] : []),
    ...(instructions ? [{ kind: 'instructions' as const, value: instructions }] : []),
    ...(synonyms.length > 0 ? [{ kind: 'synonyms' as const, value: synonyms }] : []),
    ...(sampleQuestions.length > 0 ? [{ kind: 'sample_questions' as const, value: sampleQuestions }] : []),
    ...tables.flatMap(hintsOf).map((value) => ({ kind: 'hint' as const, value })),
    ...joins.map((value) => ({ kind: 'join' as const, value })),
    ...definitions.metrics.map((value) => ({ kind: 'metrics' as const, value })),
    ...definitions.dimensions.map((value) => ({ kind: 'dimensions' as const, value })),
    ...definitions.filters.map((value) => ({ kind: 'filters' as const, value })),
    ...definitions.time_columns.map((value) => ({ kind: 'time_columns' as const, value })),
    ...definitions.value_synonyms.map((value) => ({ kind: 'value_synonyms' as const, value })),
  ]
}

type Table = SaidContent['tables'][number]

function hintsOf({ name: table, description, synonyms, columns }: Table): Hint[] {
  return [
    { table, column: null, description: description || null, synonyms },
    ...columns.map((column) => ({
      table,
      column: column.name,
      description: column.description || null,
      synonyms: column.synonyms,
    })),
  ].filter((hint) => hint.description !== null || hint.synonyms.length > 0)
}

function idOf({ kind, value }: Said): string {
  switch (kind) {
    case 'description':
    case 'instructions':
    case 'synonyms':
    case 'sample_questions':
      return kind
    case 'hint':
      return keyOf(kind, value.table, value.column)
    case 'join': {
      const { left_table, left_column, right_table, right_column, join_condition, description } = value
      const isWritten = left_table === undefined && right_table === undefined
      const ends = [left_table, left_column, right_table, right_column, join_condition]
      return keyOf(kind, ...ends, isWritten ? description : undefined)
    }
    case 'metrics':
    case 'dimensions':
    case 'filters':
      return keyOf(kind, value.name)
    case 'time_columns':
      return keyOf(kind, value.table)
    case 'value_synonyms':
      return keyOf(kind, value.table, value.column, value.value)
  }
}

function keyOf(...words: (string | null | undefined)[]): string {
  return JSON.stringify(words.map((word) => word?.toLowerCase() ?? null))
}

/** @param tables the tables of the area, whose hints are replaced */
function contentOf(all: readonly Said[], tables: readonly Table[]): SaidContent {
  const content: SaidContent = {
    description: null,
    instructions: null,
    synonyms: [],
    sampleQuestions: [],
    tables: tables.map((table) => ({ ...table, description: null, synonyms: [], columns: [] })),
    joins: [],
    definitions: { metrics: [], dimensions: [], filters: [], time_columns: [], value_synonyms: [] },
  }
  const { joins, definitions } = content
  const byName = new Map(content.tables.map((table) => [table.name.toLowerCase(), table]))
  for (const { kind, value } of all) {
    switch (kind) {
      case 'description':
        content.description = value
        break
      case 'instructions':
        content.instructions = value
        break
      case 'synonyms':
        content.synonyms = value
        break
      case 'sample_questions':
        content.sampleQuestions = value
        break
      case 'hint':
        addHint(byName.get(value.table.toLowerCase()), value)
        break
      case 'join':
        joins.push(value)
        break
      case 'metrics':
        definitions.metrics.push(value)
        break
      case 'dimensions':
        definitions.dimensions.push(value)
        break
      case 'filters':
        definitions.filters.push(value)
        break
      case 'time_columns':
        definitions.time_columns.push(value)
        break
      case 'value_synonyms':
        definitions.value_synonyms.push(value)
        break
    }
  }
  return content
}

function addHint(table: Table | undefined, { column, description, synonyms }: Hint): void {
  if (table === undefined) return
  if (column === null) Object.assign(table, { description, synonyms })
  else table.columns.push({ name: column, description, synonyms })
}

function emptyTable(name: string): Table {
  return { name, description: null, synonyms: [], columns: [], confirmed: false }
}
