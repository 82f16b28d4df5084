import type { Random } from './random.ts'

type Type = 'integer' | 'text'

interface Column {
  name: string
  type: Type
}

interface Source {
  alias: string
  columns: Column[]
  /** The most rows that it may have. */
  rows: number
}

interface Query {
  sql: string
  columns: Column[]
  /** The most rows that it may have. */
  rows: number
}

/** The tables that random queries read: the shop's, with columns of two types. */
export const shopTables: Record<string, Column[]> = {
  users: [
    { name: 'id', type: 'integer' },
    { name: 'name', type: 'text' },
    { name: 'email', type: 'text' },
    { name: 'ssn', type: 'text' },
    { name: 'salary', type: 'integer' },
    { name: 'tenant_id', type: 'text' },
  ],
  orders: [
    { name: 'id', type: 'integer' },
    { name: 'user_id', type: 'integer' },
    { name: 'total', type: 'integer' },
    { name: 'status', type: 'text' },
    { name: 'tenant_id', type: 'text' },
  ],
  order_items: [
    { name: 'id', type: 'integer' },
    { name: 'order_id', type: 'integer' },
    { name: 'product', type: 'text' },
    { name: 'quantity', type: 'integer' },
  ],
}

/** Rows of each table in a random shop. */
export const shopSizes = { users: 12, orders: 20, order_items: 25 }

/** The most rows that a query may visit. Without a limit, joins of joins never end. */
const mostWork = 20_000_000
/** The most rows of its result, so that no test cuts it off. */
const mostRows = 100_000

interface State {
  random: Random
  quote: '"' | '`'
  names: number
  ctes: { name: string; query: Query; work: number }[]
  /** The remaining nesting depth. */
  budget: number
  /** The most rows that the parts of the current query visit for each of its rows. */
  work: number
}

/**
 * Returns a random SELECT over the shop: joins, WITH (also under a table's name), set operations, nested and correlated
 * subqueries, windows, quoting. Its rows are determined except for their order, so that two engines or two rewrites can
 * be compared.
 * @param quote the dialect's quote of names
 */
export function randomQuery(random: Random, quote: '"' | '`' = '"'): string {
  for (;;) {
    const { sql, rows, work } = anyQuery(random, quote)
    if (work <= mostWork && rows <= mostRows) return sql
  }
}

function anyQuery(random: Random, quote: '"' | '`'): { sql: string; rows: number; work: number } {
  const state: State = { random, quote, names: 0, ctes: [], budget: 3 + random.below(5), work: 0 }
  const ctes: string[] = []
  for (let count = random.below(3); count > 0; count--) {
    // Only the first may have a table's name: SQLite would let an earlier one read it as well.
    const name = ctes.length === 0 && random.chance(0.3) ? random.pick(Object.keys(shopTables)) : fresh(state, 'q')
    const query = select(state, [])
    ctes.push(`${name} AS (${query.sql})`)
    state.ctes.push({ name, query, work: state.work })
    state.work = 0
  }
  const main = random.chance(0.2) ? setOperation(state, []) : select(state, [])
  const ordered = random.chance(0.4) ? ` ORDER BY ${main.columns.map((_, index) => index + 1).join(', ')}` : ''
  const limited = ordered && random.chance(0.4) ? ` LIMIT ${1 + random.below(6)}` : ''
  const sql = `${ctes.length > 0 ? `WITH ${ctes.join(', ')} ` : ''}${main.sql}${ordered}${limited}`
  return { sql, rows: main.rows, work: state.work }
}

function fresh(state: State, prefix: string): string {
  return `${prefix}${++state.names}`
}

function setOperation(state: State, outer: Source[]): Query {
  const types: Type[] = Array.from({ length: 1 + state.random.below(2) }, () => state.random.pick(['integer', 'text']))
  const left = select(state, outer, types)
  const right = select(state, outer, types)
  const operator = state.random.pick(['UNION', 'UNION ALL', 'INTERSECT', 'EXCEPT'])
  return { sql: `${left.sql} ${operator} ${right.sql}`, columns: left.columns, rows: left.rows + right.rows }
}

interface From {
  sources: Source[]
  sql: string
  /** The most rows of the joined sources. */
  rows: number
}

/** Makes a SELECT with its own sources, and adds the rows that it visits to those of the query around it. */
function selecting<Made>(state: State, make: (from: From) => Made): Made {
  state.budget--
  const before = state.work
  state.work = 0
  const sources: Source[] = []
  const sql = fromClause(state, sources)
  const once = state.work
  state.work = 0
  const rows = sources.reduce((product, each) => product * each.rows, 1)
  const made = make({ sources, sql, rows })
  state.work = before + once + rows * (1 + state.work)
  return made
}

function select(state: State, outer: Source[], types?: Type[]): Query {
  return selecting(state, (from) => selectFrom(state, from, outer, types))
}

function selectFrom(state: State, { sources, sql: from, rows }: From, outer: Source[], types?: Type[]): Query {
  const { random } = state
  const where = random.chance(0.6) ? ` WHERE ${condition(state, sources, outer)}` : ''
  if (!types && random.chance(0.15))
    return { sql: `SELECT *${from}${where}`, columns: sources.flatMap((source) => source.columns), rows }
  if (random.chance(0.3)) return { ...grouped(state, sources, from + where, types), rows }
  const wanted = types ?? Array.from({ length: 1 + random.below(3) }, () => random.pick<Type>(['integer', 'text']))
  const columns = wanted.map((type) => ({ name: fresh(state, 'c'), type }))
  const items = columns.map(
    ({ name, type }) => `${value(state, type, sources, outer)} AS ${quoteSometimes(state, name)}`,
  )
  return { sql: `SELECT ${random.chance(0.15) ? 'DISTINCT ' : ''}${items.join(', ')}${from}${where}`, columns, rows }
}

function grouped(state: State, sources: Source[], rest: string, types?: Type[]): Omit<Query, 'rows'> {
  const { random } = state
  const keyType = types?.[0] ?? random.pick<Type>(['integer', 'text'])
  const key = columnOf(state, keyType, sources)
  const wanted = types ?? [keyType, 'integer' as const]
  const columns = wanted.map((type) => ({ name: fresh(state, 'g'), type }))
  const items = columns.map(
    ({ name, type }, index) => `${index === 0 ? key : aggregate(state, type, sources)} AS ${name}`,
  )
  const having = random.chance(0.3) ? ` HAVING count(*) ${random.pick(['>', '<', '<>'])} ${random.below(4)}` : ''
  return { sql: `SELECT ${items.join(', ')}${rest} GROUP BY ${key}${having}`, columns }
}

function aggregate(state: State, type: Type, sources: Source[]): string {
  const column = columnOf(state, type, sources)
  if (type === 'text') return state.random.pick([`min(${column})`, `max(${column})`])
  return state.random.pick([
    `count(*)`,
    `count(${column})`,
    `sum(${column})`,
    `max(${column})`,
    `count(DISTINCT ${column})`,
  ])
}

function fromClause(state: State, sources: Source[]): string {
  const { random } = state
  let sql = ` FROM ${source(state, sources)}`
  for (let joins = random.chance(0.5) ? 1 + random.below(2) : 0; joins > 0; joins--) {
    const known = [...sources]
    const kind = random.pick(['JOIN', 'JOIN', 'LEFT JOIN', 'LEFT JOIN', 'INNER JOIN', 'CROSS JOIN'])
    const joined = source(state, sources)
    const added = sources.at(-1)!
    const type = random.pick<Type>(['integer', 'text'])
    const on = ` ON ${columnOf(state, type, known)} = ${columnOf(state, type, [added])}`
    sql += ` ${kind} ${joined}${kind === 'CROSS JOIN' ? '' : on}`
  }
  return sql
}

function source(state: State, sources: Source[]): string {
  const { random } = state
  if (state.budget > 0 && random.chance(0.25)) {
    const inner = random.chance(0.2) ? setOperation(state, []) : select(state, [])
    return named(state, sources, `(${inner.sql})`, { ...inner, columns: distinctNames(inner.columns) })
  }
  if (state.ctes.length > 0 && random.chance(0.4)) {
    return namedCte(state, sources, random.pick(state.ctes))
  }
  const table = random.pick(Object.keys(shopTables))
  const written = random.pick([table, table, `${state.quote}${table}${state.quote}`])
  const hiding = state.ctes.find((cte) => cte.name === table)
  if (hiding) return namedCte(state, sources, { ...hiding, name: written })
  return named(state, sources, written, {
    columns: shopTables[table]!,
    rows: shopSizes[table as keyof typeof shopSizes],
  })
}

function namedCte(state: State, sources: Source[], { name, query, work }: State['ctes'][number]): string {
  state.work += work
  return named(state, sources, name, { columns: distinctNames(query.columns), rows: query.rows })
}

/** Outer queries can only use columns with unique names. */
function distinctNames(columns: Column[]): Column[] {
  return columns.filter((column) => columns.filter((other) => other.name === column.name).length === 1)
}

function named(state: State, sources: Source[], sql: string, { columns, rows }: Omit<Source, 'alias'>): string {
  const alias = fresh(state, 't')
  sources.push({ alias, columns, rows })
  return `${sql}${state.random.pick([' AS ', ' '])}${quoteSometimes(state, alias)}`
}

function quoteSometimes(state: State, name: string): string {
  return state.random.chance(0.2) ? `${state.quote}${name}${state.quote}` : name
}

/** A column of the type if there is one, else a literal of it. */
function columnOf(state: State, type: Type, sources: Source[]): string {
  const columns = sources.flatMap(({ alias, columns: own }) =>
    own.filter((column) => column.type === type).map(({ name }) => ({ alias, name })),
  )
  if (columns.length === 0) return type === 'integer' ? '1' : "'x'"
  const { alias, name } = state.random.pick(columns)
  return `${quoteSometimes(state, alias)}.${quoteSometimes(state, name)}`
}

function value(state: State, type: Type, sources: Source[], outer: Source[]): string {
  const { random } = state
  const column = columnOf(state, type, random.chance(0.2) && outer.length > 0 ? outer : sources)
  if (state.budget > 0 && random.chance(0.12)) return scalarQuery(state, type, [...outer, ...sources])
  const window = `(PARTITION BY ${columnOf(state, 'text', sources)})`
  if (type === 'text') {
    return random.pick([
      column,
      column,
      `upper(${column})`,
      `coalesce(${column}, 'none')`,
      `CASE WHEN ${condition(state, sources, outer)} THEN ${column} ELSE 'else' END`,
      `max(${column}) OVER ${window}`,
      literal(state, type),
    ])
  }
  return random.pick([
    column,
    column,
    `${column} + 1`,
    `length(${columnOf(state, 'text', sources)})`,
    `coalesce(${column}, 0)`,
    `count(*) OVER ${window}`,
    `rank() OVER (ORDER BY ${column})`,
    literal(state, type),
  ])
}

function scalarQuery(state: State, type: Type, outer: Source[]): string {
  return selecting(state, ({ sources, sql }) => {
    return `(SELECT ${aggregate(state, type, sources)}${sql} WHERE ${condition(state, sources, outer)})`
  })
}

function condition(state: State, sources: Source[], outer: Source[]): string {
  const { random } = state
  const type = random.pick<Type>(['integer', 'text'])
  const column = columnOf(state, type, sources)
  const other = outer.length > 0 && random.chance(0.5) ? columnOf(state, type, outer) : literal(state, type)
  const choice = random.below(9)
  if (choice === 0)
    return `(${condition(state, sources, outer)} ${random.pick(['AND', 'OR'])} ${condition(state, sources, outer)})`
  if (choice === 1) return `NOT (${column} = ${other})`
  if (choice === 2) return `${column} IS ${random.pick(['', 'NOT '])}NULL`
  if (choice === 3 && state.budget > 0)
    return `${column} ${random.pick(['IN', 'NOT IN'])} (${select(state, [...outer, ...sources], [type]).sql})`
  if (choice === 4 && state.budget > 0)
    return `${random.pick(['', 'NOT '])}EXISTS (${select(state, [...outer, ...sources]).sql})`
  if (choice === 5) return `${column} IN (${literal(state, type)}, ${literal(state, type)})`
  if (choice === 6) return `${column} BETWEEN ${literal(state, type)} AND ${literal(state, type)}`
  if (choice === 7 && type === 'text')
    return `${random.pick(['', 'NOT '])}${column} LIKE '${random.pick(['%a%', 'X%', '_b%', '%1'])}'`
  return `${column} ${random.pick(['=', '<>', '<', '>='])} ${other}`
}

function literal(state: State, type: Type): string {
  if (type === 'integer') return String(state.random.below(30))
  return state.random.pick(["'t1'", "'t2'", "'paid'", "'XXX-XX-0003'", "'it''s'", "'***'", "'Ann'", "''"])
}
