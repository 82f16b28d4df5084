import { setImmediate as othersTurn } from 'node:timers/promises'
import { message, type AreaJoin, type Catalogue, type Message } from '@parlance/contract'
import type { PolicyProblem, TableRef } from '@parlance/sql'
import type { AreaTableRecord } from '../store/area-record.ts'
import { findTable } from '../scoping/table-names.ts'
import type { DatabaseCheck, Finding } from './finding.ts'
import { definitionFindings } from './prove-definitions.ts'

export interface DatabaseProof {
  /** The area's tables that are missing from the database. */
  absent: string[]
  findings: Finding[]
}

/** Proves a draft's tables, joins and rules against one database's catalog. */
export async function proveAgainst(check: DatabaseCheck): Promise<DatabaseProof> {
  const { draft, catalogue } = check
  const refs = new Map<string, TableRef>()
  const absent: string[] = []
  const findings: Finding[] = []
  for (const { name } of draft.tables) {
    const found = findTable(catalogue, name)
    if (found === null) absent.push(name)
    else if (found === 'ambiguous') findings.push(tableFinding(name, 'error', ambiguousText))
    else refs.set(name, { schema: found.schema, table: found.name })
  }
  for (const [position, join] of draft.joins.entries()) {
    if (check.isOver() || check.only !== undefined) break
    findings.push(...(await joinFindings(join, position, refs, check)))
  }
  findings.push(...(await definitionFindings(check)))
  findings.push(...(await ruleFindings(refs, check)))
  return { absent, findings }
}

const ambiguousText = message('Several tables have this name. Add the schema to the name.')

/** A finding about a table, a view, or something that there was no time to check. */
function tableFinding(name: string, severity: Finding['severity'], text: Message): Finding {
  const table = name === '' ? null : name
  const place = { section: 'tables', rule: null, table, part: 'table', position: null } as const
  return { subject: `tables ${name}`, severity, ...place, message: text, isAbsent: false }
}

async function joinFindings(
  join: AreaJoin,
  position: number,
  refs: ReadonlyMap<string, TableRef>,
  { draft, catalogue, parse }: DatabaseCheck,
): Promise<Finding[]> {
  const { left_table, left_column, right_table, right_column, join_condition } = join
  if (![left_table, left_column, right_table, right_column, join_condition].some(Boolean)) return []
  const finding = (table: string | null, part: string | null, text: Message, isAbsent = false): Finding => ({
    subject: `joins ${position}`,
    severity: 'error',
    section: 'joins',
    rule: null,
    table,
    part,
    message: text,
    position: null,
    isAbsent,
  })
  const isComplete = left_table && right_table && ((left_column && right_column) || join_condition)
  if (!isComplete) {
    return [
      finding(
        left_table ?? null,
        null,
        message('A relationship needs a left and a right table, and either a column of each or a join condition.'),
      ),
    ]
  }
  const sides = [left_table, right_table].map((name) => ({ name, own: ownName(name, draft.tables, catalogue) }))
  const outside = sides.find(({ own }) => own === null)
  if (outside)
    return [
      finding(outside.name, 'table', message('{table} is not a table of this business area.', { table: outside.name })),
    ]
  const [left, right] = sides.map(({ own }) => refs.get(own ?? ''))
  if (!left || !right) {
    const missing = left ? right_table : left_table
    return [finding(missing, 'table', message('There is no table named {table}.', { table: missing }), true)]
  }
  const { checkJoin } = await import('@parlance/sql')
  const problems = await checkJoin(
    {
      leftTable: left,
      leftColumn: left_column ?? null,
      rightTable: right,
      rightColumn: right_column ?? null,
      condition: join_condition?.trim() ? join_condition : null,
    },
    catalogue,
    parse,
  )
  return problems.map(({ table, part, message: text, position: at }) => ({
    ...finding(table === right ? right_table : left_table, part, text),
    position: at,
  }))
}

/** Finds the area's own spelling of a table in a join, or null if the table is not in the area. */
function ownName(written: string, tables: AreaTableRecord[], catalogue: Catalogue): string | null {
  const wanted = written.toLowerCase()
  const same = tables.find(({ name }) => name.toLowerCase() === wanted)
  if (same) return same.name
  const meant = findTable(catalogue, written)
  if (meant === null || meant === 'ambiguous') return null
  return tables.find(({ name }) => findTable(catalogue, name) === meant)?.name ?? null
}

async function ruleFindings(refs: ReadonlyMap<string, TableRef>, check: DatabaseCheck): Promise<Finding[]> {
  const { draft, catalogue, parse, isOver, attributeKeys } = check
  const { rowRules, columnRules } = draft
  if (rowRules === null && columnRules === null) return []
  const { checkPolicies } = await import('@parlance/sql')
  const limits = { isOver, pause: () => othersTurn() }
  const policies = { rowRules, columnRules, hashSalt: '' }
  const problems = await checkPolicies(policies, catalogue, [...refs.values()], parse, limits, attributeKeys)
  const names = new Map([...refs].map(([name, ref]) => [keyOf(ref), name]))
  const confirmed = new Set(draft.tables.filter((table) => table.confirmed).map(({ name }) => name))
  return problems.flatMap((problem) => {
    if (problem.section !== 'views') return [toFinding(problem)]
    const name = (problem.view && names.get(keyOf(problem.view))) ?? problem.table
    if (problem.code !== 'view_unreadable') return [tableFinding(name, problem.severity, problem.message)]
    return confirmed.has(name) ? [] : [tableFinding(name, 'error', consentText)]
  })
}

const consentText = message(
  'The definition of this view cannot be read. An administrator must confirm that it shows nothing protected.',
)

function keyOf({ schema, table }: TableRef): string {
  return JSON.stringify([schema, table])
}

/** Turns a problem of a rule into a finding. A problem of a whole rule has no table and no part. */
export function toFinding(problem: PolicyProblem): Finding {
  const section = problem.section === 'rows' ? 'row_security' : 'column_security'
  const { severity, code, rule, table, part, position } = problem
  return {
    subject: `${section} ${rule} ${table}`,
    severity,
    section,
    rule,
    table: table === '' ? null : table,
    part: part === '' ? null : part,
    message: problem.message,
    position,
    isAbsent: code === 'unknown_table',
  }
}
