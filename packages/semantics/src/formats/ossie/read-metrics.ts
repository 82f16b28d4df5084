import { message, type Metric, type SqlDialect } from '@parlance/contract'
import type { Collector } from '../collector.ts'
import { FileError, type Place } from '../file-error.ts'
import { asKind, listOf, need, needText, type MapNode } from '../file-node.ts'
import { withoutRepeats } from '../fields.ts'
import { commonKeys, extensionSchemas, readExtension } from './extension.ts'
import { withTablesNow } from './extension-items.ts'
import { computationOf } from './metric-computation.ts'
import { MetricExpression } from './metric-expression.ts'
import { lexicalDialect, readableDialects } from './ossie-dialect.ts'
import type { DatasetsOfModel } from './read-datasets.ts'
import type { JoinedDatasets } from './read-relationships.ts'
import { fullDescription, readExpression, readTexts } from './texts.ts'

const keys = [...commonKeys, 'expression', 'datatype']
const plain = { dimensions: null, unit: null, format: null, deprecated: null }

/** Reads the metrics of a model. Those whose numbers could differ here are noted instead. */
export function readMetrics(
  model: MapNode,
  datasets: DatasetsOfModel,
  joined: readonly JoinedDatasets[],
  dialect: SqlDialect,
  collector: Collector,
): void {
  for (const node of listOf(model, 'metrics')) {
    collector.attempt(node, () => {
      const map = asKind(node, 'map')
      const name = needText(map, 'name')
      const texts = readTexts(map, collector)
      collector.noteOthers(map, keys)
      const extension = readExtension(extensionSchemas.metric, map, collector)
      const expression = readExpression(map, readableDialects(dialect))
      const { place } = need(map, 'expression')
      const synonyms = extension === null ? withoutRepeats(texts.synonyms) : texts.synonyms
      const described = { name, description: fullDescription(texts), synonyms }
      if (extension !== null && extension.written === expression.text) {
        const { written: _written, ...rest } = extension
        addExported({ ...described, ...rest }, datasets, map.place, collector)
        return
      }
      const sql = new MetricExpression(expression.text, lexicalDialect(expression.dialect, dialect), dialect, place)
      const { computation, parts } = computationOf(name, sql.resolve(datasets), joined, collector.items)
      for (const part of parts) collector.add({ kind: 'metric', value: part }, place)
      const { written: _written, ...kept } = extension ?? { written: '', ...plain }
      collector.add({ kind: 'metric', value: { ...described, ...kept, computation } }, map.place)
    })
  }
}

function addExported(value: Metric, datasets: DatasetsOfModel, place: Place, collector: Collector): void {
  const item = withTablesNow({ kind: 'metric', value }, datasets)
  if (item === null) throw new FileError(message('It needs a table that does not come in.'), place)
  collector.add(item, place)
}
