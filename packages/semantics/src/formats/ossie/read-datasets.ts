import { message } from '@parlance/contract'
import type { AreaTables } from '../area-content.ts'
import type { Collector } from '../collector.ts'
import { Dataset } from '../dataset.ts'
import { addField, withoutRepeats } from '../fields.ts'
import { FileError } from '../file-error.ts'
import {
  asKind,
  flagOf,
  listOf,
  mapOf,
  need,
  needText,
  textOf,
  textsOf,
  type FileNode,
  type MapNode,
} from '../file-node.ts'
import { isSame, splitName, TableMatcher } from '../match-tables.ts'
import { addTimeColumn, type TimeField } from '../time-columns.ts'
import { commonKeys, extensionSchemas, readExtension, type Extension } from './extension.ts'
import { lexicalDialect, readableDialects } from './ossie-dialect.ts'
import { fullDescription, readExpression, readTexts } from './texts.ts'

/** A dataset of a file, the keys that the file states, and what its own table was called when it was exported. */
export interface OssieDataset extends Dataset {
  keys: string[][]
  exportedTable: string | null
}

/** Reads the datasets of a model. Those of tables that the area does not have are noted. */
export function readDatasets(model: MapNode, area: AreaTables, collector: Collector): DatasetsOfModel {
  const datasets = new DatasetsOfModel()
  const matcher = new TableMatcher(area.tables, collector)
  for (const node of listOf(model, 'datasets')) {
    collector.attempt(node, () => new DatasetReader(asKind(node, 'map'), area, collector).read(matcher, datasets))
  }
  return datasets
}

/** The datasets of one model, also those that do not come in. */
export class DatasetsOfModel {
  readonly all: OssieDataset[] = []
  readonly #missing = new Set<string>()

  add(dataset: OssieDataset): void {
    this.all.push(dataset)
  }

  addMissing(name: string): void {
    this.#missing.add(name.toLowerCase())
  }

  has(name: string): boolean {
    return this.#missing.has(name.toLowerCase()) || this.all.some((dataset) => isSame(dataset.name, name))
  }

  find(name: string): OssieDataset | null {
    return this.all.find((dataset) => isSame(dataset.name, name)) ?? null
  }

  /** @throws FileError */
  need(node: FileNode): OssieDataset {
    const name = asKind(node, 'text').value
    const dataset = this.find(name)
    if (dataset !== null) return dataset
    const reason = this.has(name)
      ? message('It needs the dataset {name}, which does not come in.', { name })
      : message('The file has no dataset {name}.', { name })
    throw new FileError(reason, node.place)
  }
}

const fieldKeys = [...commonKeys, 'expression', 'dimension', 'datatype']
const datasetKeys = [...commonKeys, 'source', 'primary_key', 'unique_keys', 'fields']
const dateTypes = new Set(['Date', 'DateTime', 'DateTimeTz'])

class DatasetReader {
  readonly #node: MapNode
  readonly #area: AreaTables
  readonly #collector: Collector
  readonly #times: TimeField[] = []

  constructor(node: MapNode, area: AreaTables, collector: Collector) {
    this.#node = node
    this.#area = area
    this.#collector = collector
  }

  read(matcher: TableMatcher, datasets: DatasetsOfModel): void {
    const name = needText(this.#node, 'name')
    if (datasets.has(name)) {
      throw new FileError(message('The file has two datasets {name}. Rename one.', { name }), this.#node.place)
    }
    const extension = readExtension(extensionSchemas.dataset, this.#node, this.#collector)
    let dataset: OssieDataset
    try {
      dataset = this.#match(name, extension, matcher)
    } catch (error) {
      datasets.addMissing(name)
      throw error
    }
    datasets.add(dataset)
    this.#addHints(dataset, extension)
    for (const node of listOf(this.#node, 'fields')) {
      this.#collector.attempt(node, () => this.#readField(asKind(node, 'map'), dataset))
    }
    this.#addTime(dataset, extension)
    this.#collector.noteOthers(this.#node, datasetKeys)
  }

  #match(name: string, extension: Extension<'dataset'> | null, matcher: TableMatcher): OssieDataset {
    const source = need(this.#node, 'source')
    const exported = this.#area.tables.find((table) => extension !== null && isSame(table.name, extension.table))
    const parts = splitName(asKind(source, 'text').value.trim())
    if (parts === null) {
      throw new FileError(
        message('The source is a query. Create a view of it in the database, and name the view here.'),
        source.place,
      )
    }
    const table = exported ?? matcher.find(parts, source.place)
    const primary = textsOf(this.#node, 'primary_key')
    const unique = listOf(this.#node, 'unique_keys').map((node) =>
      asKind(node, 'list').items.map((item) => asKind(item, 'text').value),
    )
    return Object.assign(new Dataset(name, table, this.#area.dialect), {
      keys: [primary, ...unique].filter((key) => key.length > 0),
      exportedTable: extension?.table ?? null,
    })
  }

  #addHints(dataset: OssieDataset, extension: Extension<'dataset'> | null): void {
    const texts = readTexts(this.#node, this.#collector)
    const description = fullDescription(texts)
    const { name } = dataset.table
    // Another tool's name of a table is a word that its users know.
    const called = extension !== null || isSame(dataset.name, dataset.table.shortName) ? [] : [dataset.name]
    const synonyms = extension === null ? withoutRepeats([...called, ...texts.synonyms]) : texts.synonyms
    const { place } = this.#node
    if (description !== null || synonyms.length > 0) {
      this.#collector.add({ kind: 'table', value: { table_name: name, description, synonyms } }, place)
    }
    for (const column of extension?.columns ?? []) {
      this.#collector.add({ kind: 'column', value: { table_name: name, ...column } }, place)
    }
  }

  #readField(node: MapNode, dataset: OssieDataset): void {
    const name = needText(node, 'name')
    const expression = readExpression(node, readableDialects(this.#area.dialect))
    const { place } = need(node, 'expression')
    const texts = readTexts(node, this.#collector)
    const extension = readExtension(extensionSchemas.dimension, node, this.#collector)
    const isOwn = dataset.exportedTable !== null
    const synonyms = isOwn ? texts.synonyms : withoutRepeats(texts.synonyms)
    const text = { description: fullDescription(texts), synonyms }
    const written = lexicalDialect(expression.dialect, this.#area.dialect)
    const read = dataset.read(expression.text, written, place)
    const dimension = mapOf(node, 'dimension')
    this.#addTimeOf(node, dimension, { name, column: read.column })
    this.#collector.noteOthers(node, fieldKeys)
    if (extension !== null) {
      const { written: exported, ...rest } = extension
      const kept = exported === expression.text ? rest : { ...rest, expression: read.sql }
      dataset.addField({ name, sql: kept.expression, column: read.column })
      const { table } = dataset
      this.#collector.add({ kind: 'dimension', value: { ...text, table: table.name, ...kept } }, node.place)
      return
    }
    const field = { name, sql: read.sql, column: read.column }
    const isDimension = dimension !== null
    if (addField(dataset, field, { ...text, isDimension }, node.place, this.#collector) || isDimension) return
    const reason = message('It is not a dimension, so it is only part of the metrics that use it.')
    this.#collector.note(node.place, 'left_out', reason)
  }

  #addTimeOf(node: MapNode, dimension: MapNode | null, field: { name: string; column: string | null }): void {
    const type = textOf(node, 'datatype')
    const isDate = type === null ? null : dateTypes.has(type)
    const marked = dimension === null ? null : flagOf(dimension, 'is_time')
    // Without a mark, the type decides; but only a field that is a dimension can have a temporal role.
    if (marked ?? (dimension !== null && isDate === true)) this.#times.push({ ...field, isDate, place: node.place })
    if (dimension !== null) this.#collector.noteOthers(dimension, ['is_time'])
  }

  /** The exported time column counts if the file still marks exactly that one. */
  #addTime(dataset: OssieDataset, extension: Extension<'dataset'> | null): void {
    const column = extension?.time_column ?? null
    const isUnchanged = this.#times.every((time) => time.column !== null && isSame(time.column, column ?? ''))
    if (extension === null || !isUnchanged) {
      addTimeColumn(dataset, this.#times, this.#collector)
    } else if (column !== null) {
      const { name: table } = dataset.table
      this.#collector.add({ kind: 'time_column', value: { table, column } }, this.#node.place)
    }
  }
}
