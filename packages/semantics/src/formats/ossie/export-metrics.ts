import type { Metric } from '@parlance/contract'
import { FileError } from '../file-error.ts'
import { isSame } from '../match-tables.ts'
import { spliced, SqlText } from '../sql-text.ts'
import type { SqlDialect } from '@parlance/contract'
import { extensionOf } from './extension.ts'
import type { ExportedTables } from './exported-tables.ts'
import { textsOfElement, type OssieMetric } from './ossie-document.ts'

/** A formula of formulas can grow with each level, so its SQL has a limit. */
const longestExpression = 20_000

/** Writes the metrics of an area as expressions over its datasets. */
export class MetricExport {
  readonly #metrics: readonly Metric[]
  readonly #tables: ExportedTables
  readonly #dialect: SqlDialect

  constructor(metrics: readonly Metric[], tables: ExportedTables, dialect: SqlDialect) {
    this.#metrics = metrics
    this.#tables = tables
    this.#dialect = dialect
  }

  /** @returns null if the metric has no expression that other tools could read */
  write(metric: Metric): OssieMetric | null {
    const written = this.#sqlOf(metric, [])
    if (written === null) return null
    const { name, description, synonyms, ...rest } = metric
    return {
      name,
      expression: this.#tables.expression(written),
      ...textsOfElement(description, synonyms),
      custom_extensions: extensionOf({ written, ...rest }),
    }
  }

  #sqlOf(metric: Metric, above: readonly Metric[]): string | null {
    const { computation } = metric
    if (computation.kind === 'formula') return this.#formulaSql(computation.formula, [...above, metric])
    const table = this.#tables.find(computation.table)
    const sql = withCondition(computation.expression, computation.condition, this.#dialect)
    return table === null || sql === null ? null : this.#tables.written(sql, table, true)
  }

  /** Replaces each metric by its SQL. A formula of an area divides by nothing that is 0. */
  #formulaSql(formula: string, above: readonly Metric[]): string | null {
    let isKnown = true
    const sql = formula.replaceAll(/(\/\s*)?\{([^{}]*)\}/g, (_all, divided: string | undefined, name: string) => {
      const metric = this.#metrics.find((one) => isSame(one.name, name.trim()))
      const inner = metric === undefined || above.includes(metric) ? null : this.#sqlOf(metric, above)
      if (inner === null || inner.length > longestExpression) {
        isKnown = false
        return ''
      }
      return divided === undefined ? `(${inner})` : `${divided}NULLIF(${inner}, 0)`
    })
    return isKnown && sql.length <= longestExpression ? sql.trim() : null
  }
}

/**
 * Moves a condition into the aggregates of an expression: `SUM(CASE WHEN … THEN amount END)`, which every database
 * reads.
 * @returns null if the expression has no aggregate that is known
 */
export function withCondition(expression: string, condition: string | null, dialect: SqlDialect): string | null {
  const aggregates = aggregatesOf(expression, dialect)
  if (condition === null) return expression
  if (aggregates === null || aggregates.length === 0) return null
  const parts = aggregates.map(({ start, end, inside, isOrdered, filter, filterStart }) => {
    const call = expression.slice(start, filterStart)
    const values = expression.slice(inside.start, inside.end)
    if (isOrdered || filter !== null || values.includes(',')) {
      const all = filter === null ? condition : `(${filter}) AND (${condition})`
      return { start, end, text: `${call} FILTER (WHERE ${all})` }
    }
    const value = values.trim()
    const [distinct = ''] = /^(?:distinct|all)\b/i.exec(value) ?? []
    const counted = value === '*' ? '1' : value.slice(distinct.length).trim()
    const name = expression.slice(start, inside.start)
    return {
      start,
      end,
      text: `${name}${distinct === '' ? '' : `${distinct} `}CASE WHEN ${condition} THEN ${counted} END)`,
    }
  })
  return spliced(expression, parts)
}

function aggregatesOf(expression: string, dialect: SqlDialect): ReturnType<SqlText['aggregates']> | null {
  try {
    return new SqlText(expression, dialect, { path: '', line: 1 }).aggregates()
  } catch (error) {
    if (error instanceof FileError) return null
    throw error
  }
}
