import { definitionFileFormats, message, type Dimension, type PortableItem } from '@parlance/contract'
import { stringify } from 'yaml'
import type { AreaContent, AreaTables } from '../area-content.ts'
import { FileError } from '../file-error.ts'
import { isSame } from '../match-tables.ts'
import { MetricExport } from './export-metrics.ts'
import { RelationshipExport } from './export-relationships.ts'
import { ExportedTables, sourceOf, UniqueNames, type ExportedTable } from './exported-tables.ts'
import { extensionOf, type Extension } from './extension.ts'
import { textsOfElement, type OssieDatasetNode, type OssieDocument, type OssieField } from './ossie-document.ts'

/**
 * Writes an area as a semantic model of Apache Ossie in YAML. What Ossie has no field for goes into extensions of
 * Parlance, so that an import gives the same area again.
 * @throws FileError if the area has no table
 */
export function exportOssie(content: AreaContent, area: AreaTables): string {
  // Each value is written out: an alias would be refused when it comes back.
  return stringify(ossieDocument(content, area), { aliasDuplicateObjects: false, lineWidth: 0 })
}

/** The same as an object. */
export function ossieDocument(content: AreaContent, area: AreaTables): OssieDocument {
  if (content.tables.length === 0) throw new FileError(message('The area has no table that you may see.'), null)
  const tables = new ExportedTables(content, area)
  const aside: PortableItem[] = []
  const metricExport = new MetricExport(content.definitions.metrics, tables, area.dialect)
  const metrics = content.definitions.metrics.flatMap((metric) => {
    const written = metricExport.write(metric)
    if (written === null) aside.push({ kind: 'metric', value: metric })
    return written ?? []
  })
  const relationshipExport = new RelationshipExport(tables)
  const relationships = content.relationships.flatMap((join) => {
    const written = relationshipExport.write(join)
    if (written === null) aside.push({ kind: 'relationship', value: join })
    return written ?? []
  })
  const datasets = tables.all.map((table) =>
    datasetNode(table, content, tables, relationshipExport.unique.get(table) ?? []),
  )
  aside.push(...itemsWithoutField(content, tables))
  const synonyms = content.synonyms.length === 0 ? undefined : content.synonyms
  const model = {
    name: content.name,
    ...textsOfElement(blankToNull(content.description), synonyms, blankToNull(content.instructions)),
    datasets,
    ...(relationships.length === 0 ? {} : { relationships }),
    ...(metrics.length === 0 ? {} : { metrics }),
    ...(aside.length === 0 ? {} : { custom_extensions: extensionOf({ items: aside }) }),
  }
  return { version: definitionFileFormats.ossie.version, semantic_model: [model] }
}

function blankToNull(text: string | null): string | null {
  return text === null || text.trim() === '' ? null : text
}

/** Filters, synonyms of values, and definitions of tables that are no longer in the area. */
function itemsWithoutField({ definitions }: AreaContent, tables: ExportedTables): PortableItem[] {
  const { filters, value_synonyms, dimensions, time_columns } = definitions
  return [
    ...filters.map((value) => ({ kind: 'filter' as const, value })),
    ...value_synonyms.map((value) => ({ kind: 'value_synonym' as const, value })),
    ...dimensions
      .filter(({ table }) => tables.find(table) === null)
      .map((value) => ({ kind: 'dimension' as const, value })),
    ...time_columns
      .filter(({ table }) => tables.find(table) === null)
      .map((value) => ({ kind: 'time_column' as const, value })),
  ]
}

function datasetNode(
  table: ExportedTable,
  { definitions }: AreaContent,
  tables: ExportedTables,
  unique: readonly string[],
): OssieDatasetNode {
  const { hints, dataset } = table
  const dimensions = definitions.dimensions.filter((dimension) => isSame(dimension.table, dataset.table.name))
  const time = definitions.time_columns.find((one) => isSame(one.table, dataset.table.name))?.column ?? null
  const [primary, ...others] = dataset.table.keys
  const keys = [...others, ...unique.filter((column) => !isKey(table, column)).map((column) => [column])]
  const { fields, columns } = new FieldExport(table, tables, time).write(dimensions)
  return {
    name: dataset.name,
    source: sourceOf(dataset.table),
    ...(primary === undefined ? {} : { primary_key: [...primary] }),
    ...(keys.length === 0 ? {} : { unique_keys: keys }),
    ...textsOfElement(hints.description, hints.synonyms),
    ...(fields.length === 0 ? {} : { fields }),
    custom_extensions: extensionOf({ table: dataset.table.name, time_column: time, columns }),
  }
}

function isKey({ dataset }: ExportedTable, column: string): boolean {
  return dataset.table.keys.some((key) => key.length === 1 && isSame(key[0] ?? '', column))
}

class FieldExport {
  readonly #table: ExportedTable
  readonly #tables: ExportedTables
  readonly #time: string | null
  readonly #names = new UniqueNames()

  constructor(table: ExportedTable, tables: ExportedTables, time: string | null) {
    this.#table = table
    this.#tables = tables
    this.#time = time
  }

  /** @returns the fields, and the hints of columns that cannot be fields because a dimension has their name */
  write(dimensions: readonly Dimension[]): { fields: OssieField[]; columns: Extension<'dataset'>['columns'] } {
    const written = dimensions.map((dimension) => this.#tables.written(dimension.expression, this.#table, false))
    for (const column of this.#table.dataset.table.columns ?? []) this.#reserve(column.name, written)
    const dimensionFields = dimensions.map((dimension, at) => this.#dimension(dimension, written[at] ?? ''))
    const names = new Set(dimensionFields.map((field) => field.name.toLowerCase()))
    const hints = this.#table.hints.columns.map(({ name, description, synonyms }) => ({ name, description, synonyms }))
    const isField = (name: string) => this.#table.dataset.column(name) === name && !names.has(name.toLowerCase())
    const hasNames = this.#table.dataset.table.columns !== null
    const columns = hints.filter(({ name }) => !hasNames || !isField(name))
    const shown = hints.filter((hint) => !columns.includes(hint))
    const rest = [...this.#table.used, ...(this.#time === null ? [] : [this.#time])]
      .filter((name) => hasNames && isField(name) && !shown.some((hint) => hint.name === name))
      .map((name) => ({ name, description: null, synonyms: [] }))
    const unique = rest.filter((one, at) => rest.findIndex((other) => other.name === one.name) === at)
    return { fields: [...dimensionFields, ...[...shown, ...unique].map((hint) => this.#column(hint))], columns }
  }

  /** Other tools read a column's name as that column, unless a dimension is exactly that. */
  #reserve(column: string, written: readonly string[]): void {
    if (!written.some((expression) => isSame(expression, this.#tables.column(column)))) this.#names.take(column)
  }

  #dimension(dimension: Dimension, written: string): OssieField {
    const { name, description, synonyms, expression, parent, deprecated } = dimension
    return {
      name: this.#names.take(name),
      expression: this.#tables.expression(written),
      dimension: this.#isTime(written) ? { is_time: true } : {},
      ...textsOfElement(description, synonyms),
      custom_extensions: extensionOf({ written, name, expression, parent, deprecated }),
    }
  }

  #column({ name, description, synonyms }: Extension<'dataset'>['columns'][number]): OssieField {
    return {
      name,
      expression: this.#tables.expression(this.#tables.column(name)),
      ...(name === this.#time ? { dimension: { is_time: true } } : {}),
      ...textsOfElement(description, synonyms),
    }
  }

  #isTime(written: string): boolean {
    return this.#time !== null && isSame(written, this.#tables.column(this.#time))
  }
}
