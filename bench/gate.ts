import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { sqlDialects, type SqlDialect } from '@parlance/contract'
import { gate, type GateRequest, type Parse } from '@parlance/sql'
import { parseSql, warm } from '@parlance/sql/parse'
import { shopCatalogue } from '../packages/sql/src/testing/request.ts'
import { median, type Figure } from './figure.ts'

const rounds = 60
/** The gate runs in a process that lives long: what counts is its compiled code, so this many rounds and milliseconds go before. */
const warmUp = { rounds: 300, milliseconds: 1000 }

/** A query of about 500 characters that every dialect writes alike. */
const typical = `SELECT u.city, COUNT(DISTINCT o.id) AS order_count, SUM(i.quantity * i.price) AS revenue, AVG(o.total) AS average_total
FROM users u JOIN orders o ON o.user_id = u.id JOIN order_items i ON i.order_id = o.id
WHERE o.status = 'paid' AND o.total > 100 AND u.city IN ('Oslo', 'Lima', 'Pune') AND u.name LIKE 'A%'
  AND EXISTS (SELECT 1 FROM orders p WHERE p.user_id = u.id AND p.total > 500)
GROUP BY u.city HAVING SUM(i.quantity * i.price) > 1000 ORDER BY revenue DESC, u.city`

/** Prove and rewrite, without and with rules, against the same parser calls alone; hostile size; memory. */
export async function run(): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const dialect of sqlDialects) {
    await warm(dialect)
    figures.push(await measure(dialect, 'no rules', null))
    figures.push(await measure(dialect, 'row rule and mask', shopPolicies))
  }
  figures.push(await hostile())
  figures.push(await memory('sqlite', 'memory with the WebAssembly parsers', 700))
  figures.push(await memory('postgresql', 'memory with PostgreSQL only', 120))
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

async function measure(dialect: SqlDialect, name: string, policies: GateRequest['policies']): Promise<Figure> {
  const whole: number[] = []
  const parsers: number[] = []
  const begun = performance.now()
  for (let round = 0; whole.length < rounds; round++) {
    const texts: string[] = []
    const recording: Parse = (parsedDialect, sql) => {
      texts.push(sql)
      return parseSql(parsedDialect, sql)
    }
    const started = performance.now()
    const result = await gate(request(dialect, typical, policies), recording)
    const proven = performance.now()
    if (!result.allowed)
      throw new Error(`${dialect} refused: ${result.reasons.map((reason) => reason.message).join(' ')}`)
    for (const text of texts) await parseSql(dialect, text)
    const parsed = performance.now()
    if (round < warmUp.rounds || parsed - begun < warmUp.milliseconds) continue
    whole.push(proven - started)
    parsers.push(parsed - proven)
  }
  return {
    bench: 'gate',
    name: `${dialect}, ${name}`,
    value: median(whole) / median(parsers),
    unit: 'x floor',
    reach: 1.3,
  }
}

/** A megabyte is refused before any parser sees it: its time against a typical query's. */
async function hostile(): Promise<Figure> {
  const huge = `SELECT '${'x'.repeat(1_000_000)}' FROM users`
  let parsed = false
  const never: Parse = (dialect, sql) => {
    parsed = true
    return parseSql(dialect, sql)
  }
  const times = { huge: [] as number[], typical: [] as number[] }
  for (let round = 0; round < rounds; round++) {
    const started = performance.now()
    const result = await gate(request('sqlite', huge, null), never)
    const refused = performance.now()
    await gate(request('sqlite', typical, null), parseSql)
    if (result.allowed || parsed) throw new Error('a megabyte of SQL reached a parser')
    times.huge.push(refused - started)
    times.typical.push(performance.now() - refused)
  }
  const value = median(times.huge) / median(times.typical)
  return { bench: 'gate', name: '1 MB refused unparsed, of a typical query', value, unit: 'x floor', reach: 1 }
}

/** By how much a process of its own grows from before it loads a dialect's parsers to after 200 typical queries. */
async function memory(dialect: SqlDialect, name: string, reach: number): Promise<Figure> {
  const script = fileURLToPath(new URL('gate-memory.ts', import.meta.url))
  const typicalRequest = JSON.stringify(request(dialect, typical, shopPolicies))
  const { stdout } = await promisify(execFile)(process.execPath, [
    '--disable-warning=ExperimentalWarning',
    script,
    typicalRequest,
  ])
  return { bench: 'gate', name, value: Number(stdout), unit: 'MB', reach }
}
