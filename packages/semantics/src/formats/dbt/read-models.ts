import { message } from '@parlance/contract'
import type { AreaTables } from '../area-content.ts'
import type { Collector } from '../collector.ts'
import { Dataset } from '../dataset.ts'
import { addField, withoutRepeats } from '../fields.ts'
import { FileError } from '../file-error.ts'
import { asKind, find, flagOf, listOf, mapOf, needText, textOf, type FileNode, type MapNode } from '../file-node.ts'
import { isSame, TableMatcher } from '../match-tables.ts'
import { addTimeColumn } from '../time-columns.ts'

/** A measure: an aggregation that metrics name. */
export interface Measure {
  model: DbtModel
  node: MapNode
  /** Whether a metric uses it. */
  isUsed: boolean
}

/** A semantic model of dbt. */
export interface DbtModel extends Dataset {
  node: MapNode
  /** Names of the entities that identify a row, so that `entity__dimension` means a dimension of this model. */
  primary: string[]
}

export interface DbtModels {
  all: DbtModel[]
  measures: Map<string, Measure>
  /** Names of models and measures that do not come in. */
  missing: Set<string>
}

/** Reads the semantic models. Those of tables that the area does not have are noted. */
export function readModels(nodes: readonly FileNode[], area: AreaTables, collector: Collector): DbtModels {
  const models: DbtModels = { all: [], measures: new Map(), missing: new Set() }
  const matcher = new TableMatcher(area.tables, collector)
  for (const node of nodes) {
    collector.attempt(node, () => {
      const map = asKind(node, 'map')
      const name = needText(map, 'name')
      try {
        const table = matcher.find(relation(map), find(map, 'node_relation')?.place ?? map.place)
        const primary = primaryEntities(map)
        const model = Object.assign(new Dataset(name, table, area.dialect), { node: map, primary })
        models.all.push(model)
        readModel(model, area, collector)
        addMeasures(model, models)
      } catch (error) {
        models.missing.add(name)
        for (const measure of listOf(map, 'measures')) {
          if (measure.kind === 'map') models.missing.add(textOf(measure, 'name') ?? '')
        }
        throw error
      }
    })
  }
  return models
}

function relation(model: MapNode): string[] {
  const node = mapOf(model, 'node_relation') ?? model
  const parts = [textOf(node, 'database'), textOf(node, 'schema_name'), needText(node, 'alias')]
  return parts.filter((part) => part !== null && part !== '').map(String)
}

function primaryEntities(model: MapNode): string[] {
  const named = textOf(model, 'primary_entity')
  const entities = listOf(model, 'entities').flatMap((node) => {
    if (node.kind !== 'map' || !['primary', 'unique'].includes(textOf(node, 'type') ?? '')) return []
    return [textOf(node, 'name') ?? '']
  })
  return named === null ? entities : [named, ...entities]
}

const modelKeys = [
  'name',
  'defaults',
  'description',
  'node_relation',
  'primary_entity',
  'entities',
  'measures',
  'dimensions',
  'label',
  'metadata',
  'config',
]

function readModel(model: DbtModel, area: AreaTables, collector: Collector): void {
  const { node, table } = model
  const label = textOf(node, 'label')
  const called = isSame(model.name, table.shortName) ? [] : [model.name]
  const synonyms = withoutRepeats([...(label === null ? [] : [label]), ...called])
  const description = textOf(node, 'description')
  if (description !== null || synonyms.length > 0) {
    collector.add({ kind: 'table', value: { table_name: table.name, description, synonyms } }, node.place)
  }
  for (const dimension of listOf(node, 'dimensions')) {
    collector.attempt(dimension, () => readDimension(asKind(dimension, 'map'), model, area, collector))
  }
  addDefaultTime(model, collector)
  noteConfig(node, collector)
  collector.noteOthers(node, modelKeys)
}

function readDimension(node: MapNode, model: DbtModel, area: AreaTables, collector: Collector): void {
  const name = needText(node, 'name')
  const expression = find(node, 'expr')
  const read = model.read(textOf(node, 'expr') ?? name, area.dialect, expression?.place ?? node.place)
  const label = textOf(node, 'label')
  const text = { description: textOf(node, 'description'), synonyms: label === null ? [] : [label], isDimension: true }
  if (flagOf(node, 'is_partition') === true) {
    collector.note(node.place, 'part_left_out', message('An area has no partitions, so it is an ordinary dimension.'))
  }
  const params = mapOf(node, 'type_params')
  const validity = params === null ? null : find(params, 'validity_params')
  if (validity !== null) {
    const reason = message('An area has no periods of validity. Filter by the columns of the period instead.')
    collector.note(validity.place, 'part_left_out', reason)
  }
  noteConfig(node, collector)
  addField(model, { name, sql: read.sql, column: read.column }, text, node.place, collector)
}

/** Other settings of dbt don't change what something means. */
function noteConfig(node: MapNode, collector: Collector): void {
  const config = mapOf(node, 'config')
  const meta = config === null ? null : mapOf(config, 'meta')
  if (meta === null || meta.entries.size === 0) return
  collector.note(meta.place, 'part_left_out', message('An area cannot keep the settings in meta.'))
}

function addDefaultTime(model: DbtModel, collector: Collector): void {
  const defaults = mapOf(model.node, 'defaults')
  const named = defaults === null ? null : find(defaults, 'agg_time_dimension')
  if (named === null) return
  collector.attempt(named, () => {
    const name = asKind(named, 'text').value
    const field = model.field(name)
    if (field === null) throw new FileError(message('The model has no dimension {name}.', { name }), named.place)
    addTimeColumn(model, [{ column: field.column, name, isDate: true, place: named.place }], collector)
  })
}

function addMeasures(model: DbtModel, models: DbtModels): void {
  for (const item of listOf(model.node, 'measures')) {
    const node = asKind(item, 'map')
    models.measures.set(needText(node, 'name').toLowerCase(), { model, node, isUsed: false })
  }
}
