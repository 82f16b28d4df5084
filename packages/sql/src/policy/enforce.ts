import { message } from '@parlance/contract'
import type { DenialReason, ValuedRequest, MaskedColumn, Parse, Policies, Receipt } from '../contract.ts'
import type { QueryNode, TableNode } from '../parse/model.ts'
import type { IndexedColumn, IndexedTable } from '../prove/catalogue-index.ts'
import type { Proof, TableReference } from '../prove/scope.ts'
import { groupDependentColumns } from '../rewrite/grouped-columns.ts'
import type { GroupedColumns } from '../rewrite/grouped-columns.ts'
import { nameAfter, replaceTable } from '../rewrite/splice.ts'
import type { Edit } from '../rewrite/splice.ts'
import { makeGuard } from './guard.ts'
import type { Guard } from './guard.ts'
import { PolicyError } from './policy-error.ts'
import { rulesOf } from './table-rules.ts'
import { mentions } from './views.ts'

/** The changes that the rules make to a proven query. */
export interface Enforcement {
  edits: Edit[]
  guards: Map<TableNode, QueryNode>
  unqualified: Set<TableNode['name'][number]>
  grouped: GroupedColumns
  /** Mentions of tables that are really read: those inside the guards replace the guarded ones. */
  references: TableReference[]
  rowRules: Receipt['rowRules']
  masks: Receipt['masks']
  leftOut: Receipt['leftOut']
  maskedOutputs: Receipt['maskedOutputs']
  bound: string[]
  unresolved: string[]
}

export type EnforcementResult = { enforcement: Enforcement } | { problems: DenialReason[] }

/** Replaces every protected table with a guard; a table that can't be guarded is a problem and is never let through. */
export async function enforcePolicies(request: ValuedRequest, proof: Proof, parse: Parse): Promise<EnforcementResult> {
  const result: Enforcement = {
    edits: [],
    guards: new Map(),
    unqualified: new Set(),
    grouped: { edits: [], changed: new Map() },
    references: [],
    rowRules: [],
    masks: [],
    leftOut: [],
    maskedOutputs: [],
    bound: [],
    unresolved: [],
  }
  if (!request.policies) {
    const masked = request.maskedColumns ?? []
    const maskedBefore = maskedOutputs(proof, ({ table, name }) => masked.find((one) => isOf(one, table, name))?.rule)
    return { enforcement: { ...result, references: proof.references, maskedOutputs: maskedBefore } }
  }
  const problems = [...hiddenProblems(request.policies, proof), ...modifierProblems(request.policies, proof)]
  if (problems.length > 0) return { problems }
  try {
    const guards = await guardsOf(request, request.policies, proof, parse)
    for (const reference of proof.references) place(reference, guards.get(reference.table) ?? null, result, proof)
    for (const [table, guard] of guards) describe(table, guard, result, proof)
    stripSchemas(guards, result, proof)
    result.grouped = groupDependentColumns(
      proof.groupedKeys,
      proof.index.dialect,
      ({ reference }) => guards.has(reference.table) && !isKeyMasked(reference.table, guards),
      (column) => !proof.disallowed(column),
    )
    result.edits.push(...result.grouped.edits)
    const { policies } = request
    result.maskedOutputs = maskedOutputs(proof, (column) => rulesOf(column.table, policies)?.masks.get(column)?.rule)
    return { enforcement: result }
  } catch (error) {
    if (!(error instanceof PolicyError)) throw error
    // The details may reveal what the rule hides. Only the area's check shows them, to the people who write the rules.
    const text = error.rule
      ? message(
          'The rule “{rule}” on {table} has an error, so the query cannot run. Ask the owner of this business area to correct it.',
          { rule: error.rule, table: error.table },
        )
      : message(
          'A rule on {table} has an error, so the query cannot run. Ask the owner of this business area to correct it.',
          { table: error.table },
        )
    return { problems: [{ code: 'policy_invalid', message: text, position: null }] }
  }
}

/** SQLite's rowid and the like disappear when a table becomes a subquery. */
function hiddenProblems(policies: Policies, proof: Proof): DenialReason[] {
  return proof.references
    .filter(({ table, hidden }) => hidden.size > 0 && rulesOf(table, policies) !== null)
    .map(({ table, hidden, node }) => ({
      code: 'column_not_allowed' as const,
      message: message('Rules apply to {table}, so its {columns} cannot be read. Use its key columns instead.', {
        table: table.ref.table,
        columns: [...hidden].join(', '),
      }),
      position: node.name.at(-1)!.start,
    }))
}

/** Not every engine supports a sample of a subquery, or PIVOT right after one. */
function modifierProblems(policies: Policies, proof: Proof): DenialReason[] {
  return proof.references
    .filter(({ table, node }) => node.modifier !== null && rulesOf(table, policies) !== null)
    .map(({ table, node }) => ({
      code: 'forbidden_construct' as const,
      message:
        node.modifier === 'PIVOT'
          ? message(
              'Rules apply to {table}, so it cannot come right before PIVOT. Use a subquery, as in FROM (SELECT … FROM {table}) PIVOT.',
              { table: table.ref.table },
            )
          : message('Rules apply to {table}, so {clause} is not supported for it. Remove {clause}.', {
              table: table.ref.table,
              clause: node.modifier ?? '',
            }),
      position: node.name.at(-1)!.start,
    }))
}

async function guardsOf(
  request: ValuedRequest,
  policies: Policies,
  proof: Proof,
  parse: Parse,
): Promise<Map<IndexedTable, Guard>> {
  const context = {
    index: proof.index,
    policies,
    parse,
    value: request.value,
    reads: (name: string) => proof.references.some(({ table }) => mentions(table, name, proof.index)),
  }
  const guards = new Map<IndexedTable, Guard>()
  for (const { table } of proof.references) {
    if (guards.has(table)) continue
    const guard = await makeGuard(table, context)
    if (guard) guards.set(table, guard)
  }
  return guards
}

function place(reference: TableReference, guard: Guard | null, result: Enforcement, proof: Proof): void {
  if (!guard) {
    result.references.push(reference)
    return
  }
  const { node } = reference
  const alias = node.alias ? '' : nameAfter(node.name.at(-1)!, proof.index.dialect)
  result.guards.set(node, guard.tree)
  result.references.push(...guard.references)
  result.edits.push(...replaceTable(node, ['(', ...guard.pieces, `)${alias}`]))
}

function describe(table: IndexedTable, guard: Guard, result: Enforcement, proof: Proof): void {
  const mentions = proof.references.filter((reference) => reference.table === table)
  const read = new Set(mentions.flatMap((mention) => [...mention.columns].map((column) => column.name)))
  const whole = mentions.some((mention) => mention.wholeRow)
  for (const rule of guard.rowRules) result.rowRules.push({ rule, table: table.ref })
  for (const mask of guard.masks) {
    if (mask.maskType === 'disallow') {
      const isNew = !result.leftOut.some((each) => each.rule === mask.rule && each.table === table.ref)
      if (whole && isNew) result.leftOut.push({ rule: mask.rule, table: table.ref })
    } else if (whole || read.has(mask.column)) result.masks.push({ ...mask, table: table.ref })
  }
  for (const name of guard.bound) if (!result.bound.includes(name)) result.bound.push(name)
  for (const name of guard.unresolved) if (!result.unresolved.includes(name)) result.unresolved.push(name)
}

/** Several rows may share a masked key, so it is no longer a key. */
function isKeyMasked(table: IndexedTable, guards: Map<IndexedTable, Guard>): boolean {
  const masks = guards.get(table)?.masks ?? []
  return masks.some(({ column }) => table.entry.primaryKey.includes(column))
}

/** `public.users.email` finds nothing once `users` is a subquery, so this removes the schema. */
function stripSchemas(guards: Map<IndexedTable, Guard>, result: Enforcement, proof: Proof): void {
  for (const { parts, tableAt, reference } of proof.qualified) {
    if (!guards.has(reference.table)) continue
    result.edits.push({ start: parts[0]!.start, end: parts[tableAt]!.start, pieces: [] })
    result.unqualified.add(parts[0]!)
  }
}

/** Outputs that come from a masked column, each with the rule that masks it. */
function maskedOutputs(proof: Proof, ruleOf: (column: IndexedColumn) => string | undefined): Receipt['maskedOutputs'] {
  return (proof.outputs ?? []).flatMap(({ name: column, sources }, index) => {
    const rule = [...sources].map(ruleOf).find((found) => found !== undefined)
    return rule === undefined ? [] : [{ index, column, rule }]
  })
}

function isOf({ table, column }: MaskedColumn, { ref }: IndexedTable, name: string): boolean {
  return column === name && table.table === ref.table && table.schema === ref.schema
}
