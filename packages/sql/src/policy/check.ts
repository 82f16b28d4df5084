import { message, type Catalogue } from '@parlance/contract'
import type { Parse, Policies, TableRef } from '../contract.ts'
import { indexOf } from '../prove/catalogue-index.ts'
import { addWarning, isEnough } from './check-context.ts'
import type { CheckContext, CheckLimits, PolicyProblem } from './check-context.ts'
import { checkMasks } from './check-masks.ts'
import { checkRowRule, withoutRepeated } from './check-rows.ts'
import { rulesOf } from './table-rules.ts'
import { viewVerdict } from './views.ts'

const noLimits: CheckLimits = { isOver: () => false, pause: async () => undefined }
/** Steps without a proof between two pauses. */
const stepsBetweenPauses = 100

/**
 * Proves an area's rules against one database, just as every query proves them. Without a problem of severity `error`,
 * each rule can be enforced there. A rule for ALL is proven once for each form of table that it can distinguish.
 * Warnings cover views that show protected tables or can't be read, masks on keys, conditions that are the same for
 * every row, and anything there was no time for.
 * @param allowedTables the tables of the area; null for every table of the catalogue
 * @param attributeKeys the attributes that active users have; null to accept every `:user.<key>`
 */
export async function checkPolicies(
  policies: Policies,
  catalogue: Catalogue,
  allowedTables: TableRef[] | null,
  parse: Parse,
  limits: CheckLimits = noLimits,
  attributeKeys: ReadonlySet<string> | null = null,
): Promise<PolicyProblem[]> {
  const index = indexOf(catalogue)
  const refs = allowedTables ?? catalogue.tables.map((table) => ({ schema: table.schema, table: table.name }))
  const tables = refs.map((ref) => index.findRef(ref)).filter((table) => table !== null)
  const context: CheckContext = {
    policies,
    index,
    tables,
    inArea: new Set(tables),
    columns: new Map(),
    forms: new Map(),
    parse,
    limits,
    attributeKeys,
    section: 'rows',
    problems: [],
    inherited: new Map(),
  }
  await checkRules(context)
  await checkViews(context)
  if (isEnough(context)) {
    const text = message('Not all rules could be checked at once. The rest are checked when a query uses them.')
    addWarning(context, { rule: '', table: '', part: 'table' }, text, 'unchecked')
  }
  return withoutRepeated(context)
}

async function checkRules(context: CheckContext): Promise<void> {
  const { policies, limits } = context
  for (const rule of policies.rowRules?.rules ?? []) {
    for (const [key, entry] of Object.entries(rule.tables)) {
      if (isEnough(context)) return
      await checkRowRule(rule.name, key, entry, context)
    }
    await limits.pause()
  }
  context.section = 'columns'
  for (const rule of policies.columnRules?.rules ?? []) {
    for (const [key, columns] of Object.entries(rule.tables)) {
      if (isEnough(context)) return
      await checkMasks(rule.name, key, columns, context)
    }
    await limits.pause()
  }
}

async function checkViews(context: CheckContext): Promise<void> {
  const { policies, index, limits } = context
  let steps = 0
  context.section = 'views'
  for (const table of context.tables) {
    if (++steps % stepsBetweenPauses === 0) await limits.pause()
    if (isEnough(context)) return
    if (table.entry.objectType === 'TABLE' || rulesOf(table, policies)?.named) continue
    const verdict = viewVerdict(table, index, policies)
    const place = { rule: '', table: table.ref.table, part: 'table', view: table.ref }
    if (verdict === 'protected') {
      const text = message('This view reads protected tables. Queries cannot use it until it has rules of its own.')
      addWarning(context, place, text, 'view_protected')
    } else if (verdict === 'unreadable') {
      const text = message('The definition of this view could not be read. Confirm that it shows no protected data.')
      addWarning(context, place, text, 'view_unreadable')
    }
  }
}
