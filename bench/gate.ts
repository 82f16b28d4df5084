import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { formatMessage, sqlDialects, type SqlDialect } from '@parlance/contract'
import { gate, type GateRequest, type Parse } from '@parlance/sql'
import { parseSql, warm } from '@parlance/sql/parse'
import { shopCatalogue, table } from '../packages/sql/src/testing/request.ts'
import { quartile, type Figure } from './figure.ts'

/**
 * The gate runs in a long-lived process, where its compiled code matters, so these warm-up rounds come before the
 * measurement.
 */
interface Rounds {
  warmUp: number
  measured: number
}
/** How often texts are proven, and the dialects and their parsers' memory. */
export interface GateLoad {
  dialects: readonly SqlDialect[]
  typical: Rounds
  long: Rounds
  /** The tables of a large catalogue. */
  manyTables: number
  /** Queries of each dialect before memory is measured. */
  memoryQueries: number
  /** The limit in MB of processes that load the parsers of some dialects. */
  memory: readonly { name: string; dialects: readonly SqlDialect[]; limit: number }[]
}

const load: GateLoad = {
  dialects: sqlDialects,
  typical: { warmUp: 500, measured: 200 },
  long: { warmUp: 15, measured: 15 },
  manyTables: 10_000,
  memoryQueries: 1_000,
  memory: [
    { name: 'PostgreSQL only', dialects: ['postgresql'], limit: 120 },
    { name: 'SQLite only', dialects: ['sqlite'], limit: 700 },
    { name: 'all dialects', dialects: sqlDialects, limit: 700 },
  ],
}

/** A query of about 500 characters that is the same in every dialect. */
const typical = `SELECT u.city, COUNT(DISTINCT o.id) AS order_count, SUM(i.quantity * i.price) AS revenue, AVG(o.total) AS average_total
FROM users u JOIN orders o ON o.user_id = u.id JOIN order_items i ON i.order_id = o.id
WHERE o.status = 'paid' AND o.total > 100 AND u.city IN ('Oslo', 'Lima', 'Pune') AND u.name LIKE 'A%'
  AND EXISTS (SELECT 1 FROM orders p WHERE p.user_id = u.id AND p.total > 500)
GROUP BY u.city HAVING SUM(i.quantity * i.price) > 1000 ORDER BY revenue DESC, u.city`

/** About 10 KB, within the limits of every dialect's parser. */
const long = Array.from(
  { length: 24 },
  (
    _,
    part,
  ) => `SELECT u.city, COUNT(DISTINCT o.id) AS order_count, SUM(i.quantity * i.price) AS revenue, AVG(o.total) AS average_total
FROM users u JOIN orders o ON o.user_id = u.id JOIN order_items i ON i.order_id = o.id
WHERE o.status = 'paid' AND o.total > ${part} AND u.name LIKE 'A%'
  AND u.city IN ('Oslo', 'Lima', 'Pune', 'Kyiv', 'Cork', 'Riga', 'Bern', 'Rome', 'Baku', 'Male', 'Nice', 'Graz')
GROUP BY u.city HAVING SUM(i.quantity * i.price) > 1000`,
).join('\nUNION ALL\n')

/**
 * Measures proving and rewriting, short and long, without and with rules, against only parsing the same texts; then
 * size and memory.
 */
export async function run(): Promise<Figure[]> {
  return await measureGate(load)
}

export async function measureGate(measured: GateLoad): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const dialect of measured.dialects) {
    await warm(dialect)
    const texts = [
      { name: dialect, sql: typical, rounds: measured.typical },
      { name: `${dialect}, 10 KB`, sql: long, rounds: measured.long },
    ]
    for (const { name, sql, rounds } of texts) {
      figures.push(await measure(`${name}, no rules`, request(dialect, sql, null), rounds))
      figures.push(await measure(`${name}, row rule and mask`, request(dialect, sql, shopPolicies), rounds))
    }
  }
  figures.push(...(await manyTables(measured)))
  figures.push(await hostile(measured.typical))
  for (const each of measured.memory) figures.push(await memory(each, measured.memoryQueries))
  return figures
}

const shopPolicies: GateRequest['policies'] = {
  rowRules: { rules: [{ name: 'Own tenant', tables: { orders: { condition: 'tenant_id = :current_tenant_id' } } }] },
  columnRules: { rules: [{ name: 'No names', tables: { users: { name: { mask_type: 'replace' } } } }] },
  hashSalt: 'salt',
}

function request(dialect: SqlDialect, sql: string, policies: GateRequest['policies']): GateRequest {
  return {
    sql,
    dialect,
    catalogue: catalogues.get(dialect) ?? shopCatalogue(dialect),
    allowedTables: null,
    policies,
    principal: { userId: 'u1', tenantId: 't1', deptId: null, attributes: {} },
    limits: { maxRows: 1000 },
  }
}

const catalogues = new Map(sqlDialects.map((dialect) => [dialect, shopCatalogue(dialect)]))

/** Measures what the gate adds to parsing each text. */
async function measure(name: string, gated: GateRequest, rounds: Rounds): Promise<Figure> {
  const whole: number[] = []
  const parsers: number[] = []
  for (let round = -rounds.warmUp; round < rounds.measured; round++) {
    const texts: string[] = []
    const recording: Parse = (dialect, sql, form) => {
      texts.push(sql)
      return parseSql(dialect, sql, form)
    }
    const started = performance.now()
    await prove(gated, recording)
    const proven = performance.now()
    for (const text of texts) await parseSql(gated.dialect, text)
    const parsed = performance.now()
    if (round < 0) continue
    whole.push(proven - started)
    parsers.push(parsed - proven)
  }
  return { bench: 'gate', name, value: quartile(whole) / quartile(parsers), unit: 'x floor', limit: 1.3 }
}

async function prove(gated: GateRequest, parse: Parse): Promise<void> {
  const result = await gate(gated, parse)
  if (result.allowed) return
  throw new Error(
    `${gated.dialect} refused: ${result.reasons.map((reason) => formatMessage(reason.message)).join(' ')}`,
  )
}

/**
 * Measures many tables of 20 columns: a query on them against the same one on four, and the first one, which builds
 * the index.
 */
async function manyTables({ manyTables: count, typical: rounds }: GateLoad): Promise<Figure[]> {
  const small = request('postgresql', typical, shopPolicies)
  const columns = Array.from({ length: 20 }, (_, column) => `column_${column}:integer`)
  const others = Array.from({ length: count - small.catalogue.tables.length }, (_, number) =>
    table(`table_${number}`, columns, 'public'),
  )
  const catalogue = { ...small.catalogue, tables: [...small.catalogue.tables, ...others] }
  const large = {
    ...small,
    catalogue,
    allowedTables: catalogue.tables.map(({ schema, name }) => ({ schema, table: name })),
  }
  const began = performance.now()
  await prove(large, parseSql)
  const first = performance.now() - began
  const times = { small: [] as number[], large: [] as number[] }
  for (let round = 0; round < rounds.measured; round++) {
    const started = performance.now()
    await prove(small, parseSql)
    const proven = performance.now()
    await prove(large, parseSql)
    times.small.push(proven - started)
    times.large.push(performance.now() - proven)
  }
  const value = quartile(times.large) / quartile(times.small)
  return [
    { bench: 'gate', name: `${count} tables × 20 columns, relative to 4 tables`, value, unit: 'x floor', limit: 1.1 },
    { bench: 'gate', name: `first query, ${count} tables`, value: first, unit: 'ms', limit: null },
  ]
}

/** Measures the refusal of a megabyte, which no parser sees, against the time of a typical query. */
async function hostile(rounds: Rounds): Promise<Figure> {
  const huge = `SELECT '${'x'.repeat(1_000_000)}' FROM users`
  let parsed = false
  const never: Parse = (...call) => {
    parsed = true
    return parseSql(...call)
  }
  const times = { huge: [] as number[], typical: [] as number[] }
  for (let round = 0; round < rounds.measured; round++) {
    const started = performance.now()
    const result = await gate(request('sqlite', huge, null), never)
    const refused = performance.now()
    await gate(request('sqlite', typical, null), parseSql)
    if (result.allowed || parsed) throw new Error('1 MB of SQL reached a parser')
    times.huge.push(refused - started)
    times.typical.push(performance.now() - refused)
  }
  const value = quartile(times.huge) / quartile(times.typical)
  return {
    bench: 'gate',
    name: 'refuse 1 MB without parsing, relative to a typical query',
    value,
    unit: 'x floor',
    limit: 1,
  }
}

/** Measures the peak growth of a separate process, from before it loads the dialects' parsers to after many queries. */
async function memory({ dialects, name, limit }: GateLoad['memory'][number], queries: number): Promise<Figure> {
  const script = fileURLToPath(new URL('gate-memory.ts', import.meta.url))
  const requests = JSON.stringify(dialects.map((dialect) => request(dialect, typical, shopPolicies)))
  const options = ['--disable-warning=ExperimentalWarning', script, requests, String(queries)]
  const { stdout } = await promisify(execFile)(process.execPath, options)
  return { bench: 'gate', name: `memory, ${name}`, value: Number(stdout), unit: 'MB', limit }
}
