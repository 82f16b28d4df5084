import { message, quoteName, type Cardinality, type AreaJoin, type SqlDialect } from '@parlance/contract'
import type { Collector } from '../collector.ts'
import { FileError } from '../file-error.ts'
import { asKind, listOf, need, needText, type FileNode, type MapNode } from '../file-node.ts'
import { isSame } from '../match-tables.ts'
import { commonKeys, extensionSchemas, readExtension } from './extension.ts'
import type { DatasetsOfModel, OssieDataset } from './read-datasets.ts'
import { fullDescription, readTexts } from './texts.ts'

/** Which datasets a file joins: each row of `from` has at most one row of `to`. */
export interface JoinedDatasets {
  from: OssieDataset
  to: OssieDataset
}

/** Reads the relationships of a model. Those that do not come in are noted. */
export function readRelationships(
  model: MapNode,
  datasets: DatasetsOfModel,
  dialect: SqlDialect,
  collector: Collector,
): JoinedDatasets[] {
  const joined: JoinedDatasets[] = []
  for (const node of listOf(model, 'relationships')) {
    collector.attempt(node, () => {
      const map = asKind(node, 'map')
      needText(map, 'name')
      const from = datasets.need(need(map, 'from'))
      const to = datasets.need(need(map, 'to'))
      joined.push({ from, to })
      addRelationship(map, from, to, dialect, collector)
    })
  }
  return joined
}

const keys = [...commonKeys, 'from', 'to', 'from_columns', 'to_columns']

function addRelationship(
  node: MapNode,
  from: OssieDataset,
  to: OssieDataset,
  dialect: SqlDialect,
  collector: Collector,
): void {
  const fromColumns = columnsOf(node, 'from_columns', from)
  const toColumns = columnsOf(node, 'to_columns', to)
  if (fromColumns.length !== toColumns.length) {
    throw new FileError(message('Both sides must name the same number of columns. Correct them.'), node.place)
  }
  const extension = readExtension(extensionSchemas.relationship, node, collector)
  const texts = readTexts(node, collector)
  if (texts.synonyms.length > 0) {
    collector.note(node.place, 'part_left_out', message('Relationships of an area have no synonyms.'))
  }
  collector.noteOthers(node, keys)
  const cardinality = isKey(from, fromColumns) ? 'one_to_one' : 'many_to_one'
  const value: AreaJoin = {
    ...(extension?.join_type === null || extension === null ? {} : { join_type: extension.join_type }),
    ...(extension?.is_reversed === true
      ? sides(to, toColumns, from, fromColumns, dialect)
      : sides(from, fromColumns, to, toColumns, dialect)),
    ...describedBy(fullDescription(texts)),
    ...(extension === null ? { cardinality } : cardinalityOf(extension.cardinality)),
  }
  collector.add({ kind: 'relationship', value }, node.place)
}

function describedBy(description: string | null): { description?: string } {
  return description === null ? {} : { description }
}

function cardinalityOf(cardinality: Cardinality | null): { cardinality?: Cardinality } {
  return cardinality === null ? {} : { cardinality }
}

/** One pair of columns, or a condition for several. */
function sides(
  left: OssieDataset,
  leftColumns: readonly string[],
  right: OssieDataset,
  rightColumns: readonly string[],
  dialect: SqlDialect,
): AreaJoin {
  const tables = { left_table: left.table.name, right_table: right.table.name }
  const [leftColumn, ...more] = leftColumns
  if (more.length === 0) return { ...tables, left_column: leftColumn, right_column: rightColumns[0] }
  const written = (dataset: OssieDataset, column: string) => `${nameOf(dataset, dialect)}.${quoteName(column, dialect)}`
  const pairs = leftColumns.map((column, at) => `${written(left, column)} = ${written(right, rightColumns[at] ?? '')}`)
  return { ...tables, join_condition: pairs.join(' AND ') }
}

function nameOf({ table }: OssieDataset, dialect: SqlDialect): string {
  const parts = table.schema !== null && table.name !== table.shortName ? [table.schema, table.shortName] : [table.name]
  return parts.map((part) => quoteName(part, dialect)).join('.')
}

function columnsOf(node: MapNode, key: string, dataset: OssieDataset): string[] {
  const list = asKind(need(node, key), 'list')
  if (list.items.length === 0) throw new FileError(message('The list is empty. Name a column.'), list.place)
  return list.items.map((item) => columnOf(item, dataset))
}

/** A column, or a field that is only a column. */
function columnOf(node: FileNode, dataset: OssieDataset): string {
  const name = asKind(node, 'text').value
  const column = dataset.column(name) ?? dataset.field(name)?.column
  return column ?? dataset.needColumn(name, node.place)
}

function isKey(dataset: OssieDataset, columns: readonly string[]): boolean {
  const isEqual = (key: readonly string[]) =>
    key.length === columns.length && key.every((column) => columns.some((other) => isSame(other, column)))
  return [...dataset.keys, ...dataset.table.keys].some(isEqual)
}
