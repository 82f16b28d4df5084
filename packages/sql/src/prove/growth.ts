import type { SqlDialect } from '@parlance/contract'
import type { BodyNode, CteNode, ExpressionNode, FromNode, QueryNode, SelectNode, TableNode } from '../parse/model.ts'
import { walkQuery } from '../parse/walk.ts'
import { names } from '../dialects/functions/common.ts'
import { postgresqlTableFunctions } from '../dialects/functions/postgresql.ts'
import { dialectOf } from '../dialects/index.ts'
import type { Proof } from './scope.ts'

/** Rows that lists written into a query may multiply to. */
const mostMadeRows = 1_000_000
/** Maximum padded length of a text in characters, and maximum repetitions of a literal text. */
const mostRepeats = 1000

const series = names(
  `generate_series generator series_generate_date series_generate_integer series_generate_timestamp generate_array
   generate_date_array generate_timestamp_array generate_range_array array_generate_range array_fill export_set`,
)
/** Functions that return rows when called outside FROM. */
const unpacking = new Set([...postgresqlTableFunctions, 'flatten'])

type Call = Extract<ExpressionNode, { type: 'call' }>
type Proven = Pick<Proof, 'references' | 'cteReferences'> & { index: Pick<Proof['index'], 'dialect'> }

/**
 * Whether a query can produce many rows or long texts that aren't in any table: through recursion, a series, multiplied
 * literal lists, or repetition. A join of tables doesn't count, however many rows it has.
 */
export function growsWithoutTables(query: QueryNode, proof: Proven): boolean {
  return hasGrowingCall(query, proof.index.dialect) || new MadeRows(proof).areMany(query)
}

function hasGrowingCall(query: QueryNode, dialect: SqlDialect): boolean {
  let found = false
  walkQuery(query, {
    expression: (node) => {
      if (node.type === 'call') found ||= series.has(lastName(node)) || repeatsText(node, dialect)
    },
    select: ({ others }) => {
      // CONNECT BY
      found ||= others.length > 0
    },
  })
  return found
}

function repeatsText(call: Call, dialect: SqlDialect): boolean {
  const [first, second] = call.children
  const { paddingArgument } = dialectOf(dialect).functions
  switch (lastName(call)) {
    case 'lpad':
    case 'rpad':
      return !isSmall(second)
    case 'space':
    case 'randstr':
      return !isSmall(first)
    case 'repeat':
    case 'repeatstr':
    case 'replicate':
      return !isSmall(second) || first?.type !== 'literal'
    case 'printf':
    case 'format':
      return paddingArgument !== null && isWide(call.children[paddingArgument])
    default:
      return false
  }
}

function isSmall(count: ExpressionNode | undefined): boolean {
  return count?.type === 'literal' && count.kind === 'number' && Number(count.value) <= mostRepeats
}

/** A format that pads to thousands of characters, or may do so. */
function isWide(format: ExpressionNode | undefined): boolean {
  return format?.type !== 'literal' || /[0-9]{4}|\*/.test(format.value)
}

function lastName({ name }: Call): string {
  return (name.at(-1) ?? '').toLowerCase()
}

/** Counts the rows that a query generates. A row of a table counts as one, whatever the table contains. */
class MadeRows {
  readonly #meant: ReadonlyMap<TableNode, CteNode>
  readonly #tables: ReadonlySet<TableNode>
  readonly #rows = new Map<QueryNode, number>()
  readonly #reads = new Map<QueryNode, boolean>()
  /** A column is unpacked into rows. */
  #unpacksColumn = false
  /** An item in FROM reads no table, so its columns contain what the query itself says. */
  #hasMadeColumns = false

  constructor({ references, cteReferences }: Proven) {
    this.#meant = new Map(cteReferences.map(({ node, cte }) => [node, cte]))
    this.#tables = new Set(references.map(({ node }) => node))
  }

  areMany(query: QueryNode): boolean {
    let most = 0
    walkQuery(query, { query: (inner) => void (most = Math.max(most, this.#rowsOf(inner))) })
    return most > mostMadeRows || (this.#unpacksColumn && this.#hasMadeColumns)
  }

  /** Infinite for a query that reads itself. */
  #rowsOf(query: QueryNode): number {
    const known = this.#rows.get(query)
    if (known !== undefined) return known
    this.#rows.set(query, Infinity)
    const rows = this.#rowsOfBody(query.body)
    this.#rows.set(query, rows)
    return rows
  }

  #rowsOfBody(body: BodyNode): number {
    switch (body.type) {
      case 'query':
        return this.#rowsOf(body)
      case 'values':
        return body.rows.length
      case 'set':
        return this.#rowsOfBody(body.left) + this.#rowsOfBody(body.right)
      case 'select':
        return product(body.from.map((item) => this.#rowsOfItem(item))) * this.#unpackedIn(body)
    }
  }

  #rowsOfItem(item: FromNode): number {
    switch (item.type) {
      case 'table': {
        const cte = this.#meant.get(item)
        if (cte) return this.#rowsOfInner(cte.query)
        return 1
      }
      case 'derived':
        return this.#rowsOfInner(item.query)
      case 'table-function': {
        const name = (item.name.at(-1)?.text ?? '').toLowerCase()
        return series.has(name) ? Infinity : this.#unpacked(item.arguments)
      }
      case 'pivot':
        return this.#rowsOfItem(item.input) * Math.max(1, item.consumed.length)
      case 'join':
        return this.#rowsOfItem(item.left) * this.#rowsOfItem(item.right)
    }
  }

  #rowsOfInner(query: QueryNode): number {
    if (!this.#readsTable(query)) this.#hasMadeColumns = true
    return this.#rowsOf(query)
  }

  #readsTable(query: QueryNode): boolean {
    const known = this.#reads.get(query)
    if (known !== undefined) return known
    // The row count finds a query that reads itself.
    this.#reads.set(query, false)
    let reads = false
    walkQuery(query, {
      table: (node) => {
        const cte = this.#meant.get(node)
        reads ||= this.#tables.has(node) || (cte !== undefined && this.#readsTable(cte.query))
      },
    })
    this.#reads.set(query, reads)
    return reads
  }

  /** The number of rows that functions in the result columns make from one. */
  #unpackedIn({ items }: SelectNode): number {
    let rows = 1
    const visit = (node: ExpressionNode) => {
      if (node.type === 'call' && unpacking.has(lastName(node))) rows *= this.#unpacked(node.children)
      if ('children' in node) node.children.forEach(visit)
    }
    for (const item of items) if (item.type === 'item') visit(item.expression)
    return rows
  }

  #unpacked(values: ExpressionNode[]): number {
    return Math.max(1, sum(values.map((value) => this.#size(value))))
  }

  /** How many values an expression can contain: its literals, and one for each column. */
  #size(value: ExpressionNode): number {
    switch (value.type) {
      case 'literal':
        return value.kind === 'string' ? value.value.length : 1
      case 'subquery':
        return this.#rowsOfInner(value.query)
      case 'column':
      case 'row':
        this.#unpacksColumn = true
        return 1
      case 'parameter':
        return mostRepeats
      case 'call':
      case 'cast':
      case 'operation':
        return sum(value.children.map((child) => this.#size(child)))
    }
  }
}

function product(factors: number[]): number {
  return factors.reduce((all, factor) => all * factor, 1)
}

function sum(terms: number[]): number {
  return terms.reduce((all, term) => all + term, 0)
}
