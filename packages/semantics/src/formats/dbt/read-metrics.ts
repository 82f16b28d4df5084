import { message, type MetricComputation, type SqlDialect } from '@parlance/contract'
import type { Collector } from '../collector.ts'
import { FileError, type Place } from '../file-error.ts'
import { asKind, find, listOf, mapOf, need, needText, textOf, type FileNode, type MapNode } from '../file-node.ts'
import { formulaOf } from '../formula-text.ts'
import { plainMetric } from '../plain-metric.ts'
import { spliced, SqlText } from '../sql-text.ts'
import { standardSql } from '../standard-sql.ts'
import { filtersOf, type Filter } from './filters.ts'
import type { DbtModels } from './read-models.ts'
import { aggregateOf, aggregationOf } from './simple-metric.ts'

/** Reads the metrics. Those whose numbers could differ here are noted, and so are measures that no metric uses. */
export function readMetrics(
  nodes: readonly FileNode[],
  models: DbtModels,
  dialect: SqlDialect,
  collector: Collector,
): void {
  const reader = new MetricsReader(models, dialect, collector)
  for (const node of nodes) collector.attempt(node, () => reader.register(asKind(node, 'map')))
  reader.readAll()
  for (const { node, isUsed } of models.measures.values()) {
    if (!isUsed) collector.note(node.place, 'left_out', message('No metric uses this measure.'))
  }
}

const metricKeys = ['name', 'description', 'type', 'type_params', 'filter', 'metadata', 'label', 'config']
/** More than any project nests, and few enough for any stack. */
const deepest = 20

class MetricsReader {
  readonly #models: DbtModels
  readonly #dialect: SqlDialect
  readonly #collector: Collector
  readonly #nodes = new Map<string, MapNode>()
  /** Metrics that came in, or not. One that is being read is not in it yet. */
  readonly #done = new Map<string, boolean>()
  #parts = 0

  constructor(models: DbtModels, dialect: SqlDialect, collector: Collector) {
    this.#models = models
    this.#dialect = dialect
    this.#collector = collector
  }

  register(node: MapNode): void {
    const name = needText(node, 'name')
    if (this.#nodes.has(name)) {
      throw new FileError(message('The file has two metrics {name}. Rename one.', { name }), node.place)
    }
    this.#nodes.set(name, node)
  }

  readAll(): void {
    for (const name of this.#nodes.keys()) this.#read(name, [])
  }

  /** @returns whether the metric came in */
  #read(name: string, above: readonly string[]): boolean {
    const done = this.#done.get(name)
    const node = this.#nodes.get(name)
    if (done !== undefined) return done
    if (node === undefined || above.includes(name) || above.length > deepest) return false
    let isIn = false
    this.#collector.attempt(node, () => {
      this.#parts = 0
      const computation = this.#computation(node, name, filtersOf(node), [...above, name])
      const label = textOf(node, 'label')
      const description = textOf(node, 'description')
      const synonyms = label === null || label === name ? [] : [label]
      const value = { ...plainMetric(name, computation), description, synonyms }
      isIn = this.#collector.add({ kind: 'metric', value }, node.place)
      this.#noteRest(node)
    })
    this.#done.set(name, isIn)
    return isIn
  }

  #computation(node: MapNode, owner: string, filters: readonly Filter[], above: readonly string[]): MetricComputation {
    const type = needText(node, 'type').toLowerCase()
    switch (type) {
      case 'simple':
        return aggregateOf(aggregationOf(node, this.#models), filters, this.#dialect, this.#collector)
      case 'ratio':
        return this.#ratio(node, owner, filters, above)
      case 'derived':
        return this.#derived(node, owner, filters, above)
      case 'cumulative':
        throw new FileError(
          message('It adds up over time. Ask for the metric with a running total instead.'),
          node.place,
        )
      case 'conversion':
        throw new FileError(message('It follows users from one event to another. An area cannot do that.'), node.place)
      default:
        throw new FileError(message('Parlance does not know metrics of type {type}.', { type }), node.place)
    }
  }

  #ratio(node: MapNode, owner: string, filters: readonly Filter[], above: readonly string[]): MetricComputation {
    const params = asKind(need(node, 'type_params'), 'map')
    const [top, bottom] = ['numerator', 'denominator'].map((key) =>
      this.#input(need(params, key), owner, filters, above),
    )
    return { kind: 'formula', formula: `{${top}} / {${bottom}}` }
  }

  #derived(node: MapNode, owner: string, filters: readonly Filter[], above: readonly string[]): MetricComputation {
    const params = asKind(need(node, 'type_params'), 'map')
    const expression = needText(params, 'expr')
    const { place } = need(params, 'expr')
    const inputs = new Map<string, string>()
    for (const input of listOf(params, 'metrics')) {
      const alias = input.kind === 'text' ? input.value : (textOf(asKind(input, 'map'), 'alias') ?? nameOf(input))
      inputs.set(alias, this.#input(input, owner, filters, above))
    }
    const parts = new SqlText(expression, standardSql, place).names().flatMap(({ start, end, parts: [word = ''] }) => {
      const metric = inputs.get(word)
      return metric === undefined ? [] : [{ start, end, text: `{${metric}}` }]
    })
    return { kind: 'formula', formula: formulaOf(spliced(expression, parts), place) }
  }

  /** @returns the name of the area's metric for an input: the metric itself, or a separate part with the filters */
  #input(input: FileNode, owner: string, inherited: readonly Filter[], above: readonly string[]): string {
    const name = nameOf(input)
    const node = this.#nodes.get(name)
    if (node === undefined) throw new FileError(message('The file has no metric {name}.', { name }), input.place)
    const own = input.kind === 'map' ? input : null
    const offset = own === null ? null : (find(own, 'offset_window') ?? find(own, 'offset_to_grain'))
    if (offset !== null) {
      throw new FileError(message('It compares with an earlier period. Ask for that comparison instead.'), offset.place)
    }
    this.#checkFilled(node, name, input.place)
    const filters = [...inherited, ...(own === null ? [] : filtersOf(own))]
    if (filters.length > 0) return this.#part(node, owner, [...filtersOf(node), ...filters], above)
    const parts = this.#parts
    const isIn = this.#read(name, above)
    this.#parts = parts
    if (isIn) return name
    throw new FileError(message('It needs {name}, which does not come in.', { name }), input.place)
  }

  #part(node: MapNode, owner: string, filters: readonly Filter[], above: readonly string[]): string {
    const name = needText(node, 'name')
    if (above.includes(name) || above.length > deepest) {
      throw new FileError(message('The metric {name} uses itself.', { name }), node.place)
    }
    const part = `${owner}, part ${++this.#parts}`
    const computation = this.#computation(node, owner, filters, [...above, name])
    if (this.#collector.add({ kind: 'metric', value: plainMetric(part, computation) }, node.place)) return part
    throw new FileError(message('It needs {name}, which does not come in.', { name: part }), node.place)
  }

  /** dbt computes with the filled value, an area with nothing. */
  #checkFilled(node: MapNode, name: string, place: Place): void {
    if (textOf(node, 'type') !== 'simple') return
    const { filled } = aggregationOf(node, this.#models)
    if (filled === null) return
    throw new FileError(
      message('{name} counts as {filled} where it has no rows. Here it is empty.', { name, filled }),
      place,
    )
  }

  #noteRest(node: MapNode): void {
    this.#collector.noteOthers(node, metricKeys)
    const config = mapOf(node, 'config')
    const meta = config === null ? null : find(config, 'meta')
    if (meta !== null && meta.kind === 'map' && meta.entries.size > 0) {
      this.#collector.note(meta.place, 'part_left_out', message('An area cannot keep the settings in meta.'))
    }
    if (textOf(node, 'type') !== 'simple') return
    const { filled, showsEmptyPeriods } = aggregationOf(node, this.#models)
    if (filled === null && !showsEmptyPeriods) return
    const reason = message('dbt also shows periods without rows. Here they are left out.')
    this.#collector.note(node.place, 'part_left_out', reason)
  }
}

function nameOf(input: FileNode): string {
  return input.kind === 'text' ? input.value : needText(asKind(input, 'map'), 'name')
}
