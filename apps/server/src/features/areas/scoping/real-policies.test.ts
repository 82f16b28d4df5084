import { copyFileSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Area, AreaPreview, ColumnMask, ColumnSecurityRules, RowSecurityRules } from '@parlance/contract'
import type { FullResultsResponse } from '@parlance/contract'
import { testDataFolder, testDataReason } from '../../../../../../packages/contract/src/testing/test-data.ts'
import { takesAll } from '../../../../../../packages/contract/src/testing/test-sample.ts'
import { maskedValue } from '../../../../../../packages/sql/src/testing/reference-policies.ts'
import { fingerprint, runRows } from '../../../../../../packages/sql/src/testing/sqlite-database.ts'
import { createAreaApp } from '../../../testing/area-app.ts'
import type { AreaApp } from '../../../testing/area-app.ts'
import { readEvents, runRequest } from '../../../testing/asking-app.ts'
import type { SignedInUser } from '../../../testing/test-app.ts'

/** The row rules with one user's values as plain SQL. Rows for which it is not true are deleted. */
type Kept = (dept: string | null, region: string | null) => Record<string, string>

interface Policy {
  db: string
  tables: string[]
  row_security_rules: RowSecurityRules
  column_security_rules: ColumnSecurityRules
  people: [dept: string | null, region: string | null][]
  /** In the order of application: a table that inherits comes after its parent. */
  kept: Kept
  /** A rule that does not apply unless the query itself reads its `requires`. */
  resting: { table: string; requires: string; condition: string }
  /** A question for the built-in engine, with the equivalent SQL. */
  question: [string, string]
}

const quoted = (value: string | null) => (value === null ? 'NULL' : `'${value}'`)

const staff: Policy = {
  db: 'hr_1',
  tables: ['employees', 'departments', 'jobs', 'job_history', 'locations', 'countries', 'regions'],
  row_security_rules: {
    rules: [
      { name: 'Security for employees', tables: { employees: { condition: 'DEPARTMENT_ID = :current_dept_id' } } },
      {
        name: 'History of those seen',
        tables: {
          job_history: {
            inherit_parent_security: true,
            always_apply: true,
            requires: 'employees',
            join_condition: 'job_history.EMPLOYEE_ID = employees.EMPLOYEE_ID',
          },
          jobs: { condition: 'MAX_SALARY < 16000', always_apply: false, requires: 'employees' },
        },
      },
      {
        name: 'Own places',
        tables: { ALL: { condition: 'LOCATION_ID <> :user.region', when_column_exists: 'LOCATION_ID' } },
      },
    ],
  },
  column_security_rules: {
    rules: [
      {
        name: 'Personal data',
        tables: {
          employees: {
            FIRST_NAME: { mask_type: 'replace', replacement: '[hidden]' },
            LAST_NAME: { mask_type: 'custom', sql: "substr(LAST_NAME, 1, 1) || '.'" },
            EMAIL: { mask_type: 'hash' },
            PHONE_NUMBER: { mask_type: 'partial', pattern: '(XXX) XXX-####' },
            SALARY: {
              mask_type: 'range',
              ranges: [
                { max: 5000, label: '< 5k' },
                { min: 5000, max: 9000, label: '5k-9k' },
                { min: 9000, label: '9k+' },
              ],
            },
            COMMISSION_PCT: { mask_type: 'null' },
            HIRE_DATE: { mask_type: 'disallow' },
          },
          locations: { STREET_ADDRESS: { mask_type: 'partial', pattern: '****@domain.com' } },
        },
      },
    ],
  },
  people: [
    ['60', '1700'],
    ['80', '1800'],
    [null, null],
  ],
  kept: (dept, region) => ({
    employees: `DEPARTMENT_ID = ${quoted(dept)}`,
    job_history: 'EMPLOYEE_ID IN (SELECT EMPLOYEE_ID FROM employees)',
    departments: `LOCATION_ID <> ${quoted(region)}`,
    locations: `LOCATION_ID <> ${quoted(region)}`,
  }),
  resting: { table: 'jobs', requires: 'employees', condition: 'MAX_SALARY < 16000' },
  question: ['How many employees are there?', 'SELECT count(*) FROM employees'],
}

const store: Policy = {
  db: 'store_1',
  tables: ['customers', 'invoices', 'invoice_lines', 'tracks', 'albums', 'artists', 'genres', 'employees'],
  row_security_rules: {
    rules: [
      { name: 'Own customers', tables: { customers: { condition: 'support_rep_id = :current_dept_id' } } },
      {
        name: 'What belongs to them',
        tables: {
          invoices: {
            inherit_parent_security: true,
            requires: 'customers',
            join_condition: 'invoices.customer_id = customers.id',
          },
          invoice_lines: {
            inherit_parent_security: true,
            requires: 'invoices',
            join_condition: 'invoice_lines.invoice_id = invoices.id',
          },
          albums: { condition: 'artist_id < 100', always_apply: false, requires: 'tracks' },
        },
      },
      { name: 'Genres', tables: { ALL: { condition: 'genre_id <> :user.region', when_column_exists: 'genre_id' } } },
    ],
    parameters: { ':user.region': 'The genre that they do not sell' },
  },
  column_security_rules: {
    rules: [
      {
        name: 'Customers',
        tables: {
          customers: {
            email: { mask_type: 'partial', pattern: '****@domain.com' },
            phone: { mask_type: 'partial', pattern: '(XXX) XXX-####' },
            postal_code: { mask_type: 'partial' },
            fax: { mask_type: 'disallow' },
            address: { mask_type: 'null' },
            company: { mask_type: 'replace' },
            last_name: { mask_type: 'custom', sql: 'upper(substr(last_name, 1, 2))' },
          },
          invoices: {
            total: {
              mask_type: 'range',
              ranges: [
                { max: 5, label: 'small' },
                { min: 5, label: 'large' },
              ],
            },
          },
          employees: { email: { mask_type: 'hash' }, birth_date: { mask_type: 'partial', pattern: 'XXX-XX-####' } },
        },
      },
      { name: 'Milder, and so without effect', tables: { Customers: { ADDRESS: { mask_type: 'partial' } } } },
    ],
  },
  people: [
    ['3', '1'],
    ['5', '7'],
    ['4', null],
  ],
  kept: (dept, region) => ({
    customers: `support_rep_id = ${quoted(dept)}`,
    invoices: 'customer_id IN (SELECT id FROM customers)',
    invoice_lines: 'invoice_id IN (SELECT id FROM invoices)',
    tracks: `genre_id <> ${quoted(region)}`,
  }),
  resting: { table: 'albums', requires: 'tracks', condition: 'artist_id < 100' },
  question: ['How many customers are there?', 'SELECT count(*) FROM customers'],
}

const folder = testDataFolder()
let app: AreaApp

beforeAll(async () => {
  app = await createAreaApp(null)
  const { services } = app
  await services.settings.chooseOrchestration(
    { provider: 'builtin', model: 'builtin' },
    services.models.list().builtin,
    null,
  )
})
afterAll(() => app.close())

/** The number of queries that each user compares. */
const most = takesAll ? 20 : 8

const read = (name: string) => new RegExp(`\\b${name}\\b`, 'i')

/** Distinct real queries over the area's tables whose results don't depend on the order of rows. */
function queriesOf({ db, tables, resting }: Policy): string[] {
  const lines = readFileSync(join(folder ?? '', 'spider-train/cases.jsonl'), 'utf8')
    .trim()
    .split('\n')
  const cases = lines.map((line) => JSON.parse(line) as { db: string; sql: string; stable: boolean })
  const all = new Set(cases.filter((each) => each.db === db && each.stable).map(({ sql }) => sql))
  const known = [...all].filter((sql) => tables.some((table) => read(table).test(sql)))
  const step = Math.max(1, Math.floor(known.length / 40))
  const both = `SELECT count(*) FROM ${resting.table} JOIN ${resting.requires} ON 1 = 1`
  return [both, `SELECT * FROM ${resting.table}`, ...known.filter((_, at) => at % step === 0)]
}

type Person = Policy['people'][number]
type Opened = { policy: Policy; path: string; id: string; area: Area }

/**
 * A copy with only what one user may see: other rows are deleted, masked values are masked, hidden columns are gone.
 */
function physicalCopy({ policy, path }: Opened, values: Person, isResting: boolean, reversed: boolean): DatabaseSync {
  const file = `${path}.${(made += 1)}.sqlite`
  copyFileSync(path, file)
  const copy = new DatabaseSync(file, { enableDoubleQuotedStringLiterals: true, enableForeignKeyConstraints: false })
  copy.exec('PRAGMA synchronous = OFF; PRAGMA journal_mode = OFF')
  const conditions = Object.entries(policy.kept(...values))
  if (!isResting) conditions.push([policy.resting.table, policy.resting.condition])
  for (const [name, kept] of conditions) copy.exec(`DELETE FROM ${name} WHERE (${kept}) IS NOT TRUE`)
  const masks = policy.column_security_rules.rules[0]?.tables ?? {}
  for (const name of policy.tables) mask(copy, name, masks[name] ?? {}, reversed)
  return copy
}

/** The copies of one user: with the resting rule and without, each in both orders of rows. */
function copiesOf(opened: Opened, values: Person): (sql: string) => [DatabaseSync, DatabaseSync] {
  const pair = (isResting: boolean): [DatabaseSync, DatabaseSync] => [
    physicalCopy(opened, values, isResting, false),
    physicalCopy(opened, values, isResting, true),
  ]
  const [applied, resting] = [pair(false), pair(true)]
  return (sql) => (read(opened.policy.resting.requires).test(sql) ? applied : resting)
}

function mask(copy: DatabaseSync, table: string, masks: Record<string, ColumnMask>, reversed: boolean): void {
  const salt = app.context.keys.hashSalt.reveal()
  const columns = copy.prepare(`PRAGMA table_info(${table})`).all()
  const kept = columns.map(({ name }) => String(name)).filter((name) => masks[name]?.mask_type !== 'disallow')
  const typed = columns
    .filter(({ name }) => kept.includes(String(name)))
    .map(({ name, type }) => `"${String(name)}" ${masks[String(name)] ? '' : String(type)}`)
  const values = kept.map((name) => {
    const own = masks[name]
    return own?.mask_type === 'custom' ? `${own.sql ?? ''} AS "${name}"` : `"${name}"`
  })
  copy.exec(`ALTER TABLE ${table} RENAME TO whole; CREATE TABLE ${table} (${typed.join(', ')})`)
  const rows = copy.prepare(`SELECT ${values.join(', ')} FROM whole ${reversed ? 'ORDER BY rowid DESC' : ''}`)
  rows.setReadBigInts(true)
  const insert = copy.prepare(`INSERT INTO ${table} VALUES (${kept.map(() => '?').join(', ')})`)
  copy.exec('BEGIN')
  for (const row of rows.all()) {
    insert.run(
      ...kept.map((name) => {
        const own = masks[name]
        const isMade = own !== undefined && own.mask_type !== 'custom'
        return isMade ? (maskedValue(row[name], own, salt) as string | null) : (row[name] ?? null)
      }),
    )
  }
  copy.exec('COMMIT; DROP TABLE whole')
}

let made = 0

const sorted = (rows: unknown[][]) =>
  rows.map((row) => fingerprint([row.map((cell) => (typeof cell === 'bigint' ? Number(cell) : cell))])).toSorted()

async function open(policy: Policy): Promise<Opened> {
  const path = join(app.context.config.dataDir, `${policy.db}.sqlite`)
  copyFileSync(join(folder ?? '', 'spider-train/sqlite', `${policy.db}.sqlite`), path)
  const applicationId = (await app.call(app.admin, 'POST', 'applications', { name: policy.db })).json<{ id: string }>()
    .id
  const form = { name: policy.db, db_type: 'sqlite', database: path, visibility: 'public' }
  const { id } = await app.createTested({ ...form, application_id: applicationId })
  const area = await app.newArea({
    area_name: policy.db,
    application_id: applicationId,
    tables: policy.tables.map((table_name) => ({ table_name })),
    row_security_rules: policy.row_security_rules,
    column_security_rules: policy.column_security_rules,
  })
  return { policy, path, id, area }
}

const personOf = ([dept, region]: Person): Promise<SignedInUser> =>
  app.signIn('GENERAL', { dept_id: dept, attributes: JSON.stringify(region === null ? {} : { region }) })

describe.skipIf(folder === null)(
  `R10 a set of rules over real databases${folder === null ? ` (${testDataReason})` : ''}`,
  () => {
    test.each([staff, store])(
      `$db: each user gets what their physical copy gives (${most} queries)`,
      async (policy) => {
        const opened = await open(policy)
        const whole = new DatabaseSync(opened.path, { enableDoubleQuotedStringLiterals: true })
        let narrowed = 0
        for (const values of policy.people) {
          const person = await personOf(values)
          const copies = copiesOf(opened, values)
          let compared = 0
          for (const sql of queriesOf(policy)) {
            const expected =
              compared < most
                ? await compare(sql, { opened, person, copies: copies(sql), full: compared % 4 === 0 })
                : null
            if (expected === null) continue
            compared += 1
            const all = runRows(whole, sql).rows
            if (all && sorted(all).join() !== sorted(expected).join()) narrowed += 1
          }
          expect(compared).toBe(most)
          await askInTheChat(opened, person, copies(policy.question[1])[0])
        }
        expect(narrowed).toBeGreaterThan(most)
      },
      120_000,
    )
  },
)

interface Comparison {
  opened: Opened
  person: SignedInUser
  copies: [DatabaseSync, DatabaseSync]
  /** Also compares the preview and a file. */
  full: boolean
}

/**
 * Compares one query's rows with the copy's. Null if there is nothing to compare, and then the query must be refused.
 */
async function compare(sql: string, { opened, person, copies, full }: Comparison): Promise<unknown[][] | null> {
  const [expected, other] = copies.map((copy) => runRows(copy, sql).rows)
  const { area, id } = opened
  const request = { sql_query: sql, database_config_id: id, business_area_id: area.area_id }
  const answer = await app.api(person, 'POST', 'query/full-results', request)
  if (!expected || !other) {
    if (answer.statusCode !== 422) throw new Error(`${sql}: ${answer.body}`)
    return null
  }
  if (sorted(expected).join() !== sorted(other).join()) return null
  if (answer.statusCode !== 200) throw new Error(`${sql}: ${answer.body}`)
  const { results } = answer.json<FullResultsResponse>()
  expect([sql, sorted(results)]).toEqual([sql, sorted(expected)])
  if (!full) return expected
  const preview = { user_id: person.user.id, sql_query: sql }
  const seen = await app.api(app.admin, 'POST', `business-areas/${area.area_id}/preview`, preview)
  if (seen.statusCode !== 200) throw new Error(`${sql}: ${seen.body}`)
  expect(seen.json<AreaPreview>().results).toEqual(results.slice(0, 100))
  const file = await app.api(person, 'POST', 'query/full-results', { ...request, format: 'csv' })
  expect(file.body.split('\r\n')).toHaveLength(results.length + 2)
  return expected
}

/** Asks the same question through the chat's stream, answered by the built-in engine. */
async function askInTheChat({ policy, id, area }: Opened, person: SignedInUser, copy: DatabaseSync): Promise<void> {
  const [question, sql] = policy.question
  const state = { 'user:database_config_id': id, 'user:business_area_id': area.area_id }
  const url = `/apps/nl_to_sql_agent/users/${person.user.id}/sessions`
  const { headers } = person
  const session = await app.app.inject({ method: 'POST', url, headers, payload: { state } })
  const payload = runRequest(person, session.json<{ id: string }>().id, question)
  const stream = await app.app.inject({ method: 'POST', url: '/api/v1/custom_run_sse', headers, payload })
  const parts = readEvents(stream.body).flatMap((event) => ('content' in event ? (event.content?.parts ?? []) : []))
  const results = parts.flatMap((part) => ('functionResponse' in part ? [part.functionResponse?.response] : []))
  const expected = runRows(copy, sql).rows?.map((row) => row.map(Number))
  expect(JSON.stringify(results)).toContain(`"results":${JSON.stringify(expected)}`)
}
