import type { SqlDialect } from '@parlance/contract'
import { tokenize } from '@parlance/sql/text'
import type { Formula } from './formula.ts'
import type { PlannedAggregate, PlannedMetric } from './plan.ts'
import type { Summary } from './summary.ts'

/** Writes the values of metrics from the columns of their summaries. */
export class Values {
  private readonly summaries: readonly Summary[]
  private readonly dialect: SqlDialect

  constructor(summaries: readonly Summary[], dialect: SqlDialect) {
    this.summaries = summaries
    this.dialect = dialect
  }

  /** A number of no rows is 0. */
  text(planned: PlannedMetric): string {
    if (planned.kind === 'formula') return this.formulaText(planned.formula, planned.metrics)
    const column = this.columnOf(planned)
    const isNumber = this.summaries.length > 1 && wholeCall(planned.sql, this.dialect) === 'count'
    return isNumber ? `COALESCE(${column}, 0)` : column
  }

  private columnOf(planned: PlannedAggregate): string {
    return this.summaries.map(({ values }) => values.get(planned)).find((column) => column !== undefined) ?? 'NULL'
  }

  private formulaText(formula: Formula, metrics: ReadonlyMap<string, PlannedMetric>): string {
    switch (formula.kind) {
      case 'number':
        return formula.text
      case 'metric':
        return this.operandText(metrics.get(formula.name.toLowerCase()))
      case 'negative':
        return `(-${this.formulaText(formula.of, metrics)})`
      case 'operation': {
        const [left, right] = [this.formulaText(formula.left, metrics), this.formulaText(formula.right, metrics)]
        // Many decimals in the factor give many in the quotient, even where whole numbers divide to whole ones.
        if (formula.operator === '/') return `(1.000000 * ${left} / NULLIF(${right}, 0))`
        return `(${left} ${formula.operator} ${right})`
      }
    }
  }

  /** In a formula, a sum of no rows is 0, so revenue less refunds is right for a group without refunds. */
  private operandText(planned: PlannedMetric | undefined): string {
    if (planned === undefined) return 'NULL'
    if (planned.kind === 'formula') return this.text(planned)
    const column = this.columnOf(planned)
    return wholeCall(planned.sql, this.dialect) === null ? column : `COALESCE(${column}, 0)`
  }
}

/** Whether an expression is one COUNT or SUM and nothing else. */
function wholeCall(sql: string, dialect: SqlDialect): 'count' | 'sum' | null {
  const tokens = tokenize(sql, dialect)
  if (!Array.isArray(tokens)) return null
  const texts = tokens.map(({ start, end }) => sql.slice(start, end).toLowerCase())
  const [call, open] = texts
  if ((call !== 'count' && call !== 'sum') || open !== '(') return null
  let depth = 0
  const close = texts.findIndex((text) => {
    if (text === '(') depth++
    if (text === ')') depth--
    return text === ')' && depth === 0
  })
  return close === texts.length - 1 ? call : null
}
