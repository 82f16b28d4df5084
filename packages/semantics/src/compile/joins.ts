import { quoteName } from '@parlance/contract'
import { writingOf } from '@parlance/sql/writing'
import type { SemanticModel, SemanticTable } from '../contract.ts'
import type { Names } from './names.ts'
import type { Step } from './relationships.ts'
import type { Route } from './routes.ts'

interface Joined {
  step: Step
  /** Null for a table that is joined to the summarized table itself. */
  parent: Joined | null
  name: string
  /** SQL of the columns that it shows, by name. */
  columns: Map<string, string>
}

/** What a joined column is for: a key, a group, a condition, or a date. */
type Use = 'k' | 'g' | 'f' | 't'

/**
 * The tables that a summary joins. Each one is a subquery that shows only columns with names of its own. A name without
 * a table in the metric's expression therefore always means a column of the metric's table, and an expression of a
 * joined table is evaluated inside it.
 */
export class Joins {
  private readonly joined = new Map<string, Joined>()
  private readonly model: SemanticModel
  private readonly base: SemanticTable
  private readonly names: Names

  constructor(model: SemanticModel, base: SemanticTable, names: Names) {
    this.model = model
    this.base = base
    this.names = names
  }

  /** An expression of the table at the end of a route, as the summary can use it. */
  reach(route: Route, use: Use, sql: string): string {
    const joined = this.join(route)
    return joined === null ? sql : `${joined.name}.${this.show(joined, use, sql)}`
  }

  /** The LEFT JOINs, after the summarized table. */
  text(): string {
    return [...this.joined.values()].map((one) => `\n  ${this.joinText(one)}`).join('')
  }

  private join(route: Route): Joined | null {
    let parent: Joined | null = null
    let key = ''
    for (const step of route) {
      key += `${step.to.name}\u0000${JSON.stringify(step.pairs)}\u0000`
      const known: Joined | undefined = this.joined.get(key)
      const made: Joined = known ?? { step, parent, name: this.names.joined(this.joined.size), columns: new Map() }
      if (known === undefined) {
        this.joined.set(key, made)
        for (const pair of step.pairs) {
          this.show(made, 'k', this.quote(pair.to))
          if (parent !== null) this.show(parent, 'k', this.quote(pair.from))
        }
      }
      parent = made
    }
    return parent
  }

  private show({ name, columns }: Joined, use: Use, sql: string): string {
    const known = [...columns].find(([column, text]) => text === sql && column.startsWith(`${name}_${use}`))
    if (known !== undefined) return known[0]
    const made = `${name}_${use}${columns.size + 1}`
    columns.set(made, sql)
    return made
  }

  private joinText(joined: Joined): string {
    const { step, parent, name } = joined
    const on = step.pairs.map(({ from, to }) => {
      const left =
        parent === null
          ? `${this.quote(this.base.entry.name)}.${this.quote(from)}`
          : `${parent.name}.${this.show(parent, 'k', this.quote(from))}`
      return `${left} = ${name}.${this.show(joined, 'k', this.quote(to))}`
    })
    return `LEFT JOIN (${this.tableText(joined)})${this.alias(name)} ON ${on.join(' AND ')}`
  }

  /**
   * A row whose key other rows have too is left out, unless a key of the database makes that impossible. So a
   * relationship that is declared wrongly can't count a row twice; the rows belong to no group instead.
   */
  private tableText({ step, name, columns }: Joined): string {
    const list = [...columns].map(([column, sql]) => `${sql} AS ${column}`).join(', ')
    const from = `FROM ${step.to.sql}`
    if (step.partners === 'proven') return `SELECT ${list} ${from}`
    const keys = step.pairs.map(({ to }) => this.quote(to)).join(', ')
    const counted = `SELECT ${list}, COUNT(*) OVER (PARTITION BY ${keys}) AS ${name}_rows ${from}`
    return `SELECT ${[...columns.keys()].join(', ')} FROM (${counted})${this.alias(`${name}_all`)} WHERE ${name}_rows = 1`
  }

  private alias(name: string): string {
    return writingOf(this.model.dialect).hasBareTableAliases === true ? ` ${name}` : ` AS ${name}`
  }

  private quote(name: string): string {
    return quoteName(name, this.model.dialect)
  }
}
