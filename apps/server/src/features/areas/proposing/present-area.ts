import type { AreaJoin, Catalogue, CatalogueTable, ProposedArea, ProposedRelationship } from '@parlance/contract'
import type { quoteName } from '@parlance/sql'
import type { AreaHints } from '../../../agent/area-hints.ts'
import { fullName } from '../../catalog/service.ts'
import { toJoin } from '../proving/suggest-joins.ts'
import { describeGroup, describeTable } from './describe-tables.ts'
import type { TableGroup } from './group-tables.ts'
import type { NameWords } from './name-words.ts'
import type { Relationship } from './prove-keys.ts'

/** The most relationships of an area. */
const mostRelationships = 1000

export interface PresentMeans {
  catalogue: Catalogue
  /** The relationships of each table to others. */
  relationships: ReadonlyMap<CatalogueTable, Relationship[]>
  words: NameWords
  quote: typeof quoteName
  /** A table's name as an area spells it. */
  spell: (table: CatalogueTable) => string
}

/** Presents a group of tables as a business area, without questions. */
export function presentGroup(
  group: TableGroup,
  name: string,
  means: PresentMeans,
): Omit<ProposedArea, 'questions' | 'definitions'> {
  const { relationships, words, spell } = means
  const inside = new Set([...group.tables, ...group.shared])
  const of = (table: CatalogueTable) => relationships.get(table) ?? []
  const own = [...inside].flatMap((table) => of(table).filter(({ parent }) => inside.has(parent)))
  const shared = new Set(group.shared)
  return {
    area_name: name,
    description: describeGroup(group, words),
    tables: [...inside].map((table) => ({
      table_name: spell(table),
      object_type: table.objectType,
      description: describeTable(table, of(table), words),
      is_shared: shared.has(table),
    })),
    relationships: own.slice(0, mostRelationships).map((each) => presentRelationship(each, means)),
  }
}

function presentRelationship(each: Relationship, { catalogue, quote, spell }: PresentMeans): ProposedRelationship {
  const [left, right] = [spell(each.child), spell(each.parent)]
  const key = { columns: each.columns, referencedColumns: each.parentColumns }
  return {
    left_table: left,
    left_columns: each.columns,
    right_table: right,
    right_columns: each.parentColumns,
    origin: each.origin,
    confidence: each.confidence,
    sampled_values: each.sampled,
    found_values: each.found,
    untested_reason: each.untested,
    join: toJoin(key, { left, right, catalogue, quote }),
  }
}

/** What the built-in engine would know about a proposed area after it is created. */
export function hintsOf(
  area: Omit<ProposedArea, 'questions' | 'definitions'>,
  group: TableGroup,
): AreaHints & { joins: AreaJoin[] } {
  const tables: CatalogueTable[] = [...group.tables, ...group.shared]
  return {
    name: area.area_name,
    description: area.description,
    instructions: null,
    synonyms: [],
    sampleQuestions: [],
    tables: area.tables.map(({ description }, at) => ({
      table: fullName(tables[at]!),
      description,
      synonyms: [],
      columns: [],
    })),
    joins: area.relationships.flatMap(({ join }) => join ?? []),
  }
}
