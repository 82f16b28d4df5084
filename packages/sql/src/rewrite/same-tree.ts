import type { CteNode, DerivedNode, Identifier, LimitNode, QueryNode, TableNode } from '../parse/model.ts'
import type { GroupedColumns } from './grouped-columns.ts'
import type { RenamedQueries } from './with-names.ts'

/** The differences that a rewrite intended; everything else must be the same. */
export interface IntendedChanges {
  /** Tables that became subqueries: the tree of each subquery. */
  guards: ReadonlyMap<TableNode, QueryNode>
  /** Double-quoted words that became text. */
  strings: ReadonlySet<Identifier>
  /** Columns that lost the schema before their table. */
  unqualified: ReadonlySet<Identifier>
  /** WITH queries with a new name. */
  renamed: Pick<RenamedQueries, 'definitions' | 'mentions'>
  /** Columns added to GROUP BY after a primary key. */
  grouped: GroupedColumns['changed']
  /** The new maximum number of rows of the outermost query; null if its limit is unchanged. */
  limit: number | null
}

/** Whether the rewritten query is the proven one with only these changes (R08). */
export function isSameQuery(before: QueryNode, after: QueryNode, changes: IntendedChanges): boolean {
  if (changes.limit === null) return same(before, after, changes)
  return same(withoutLimit(before), withoutLimit(after), changes) && limitOf(after) === String(changes.limit)
}

function withoutLimit(query: QueryNode): QueryNode {
  const body = query.body.type === 'select' ? { ...query.body, top: null } : query.body
  const skipped = query.limit?.others.filter((skip) => skip.type !== 'literal' || skip.value !== '0') ?? []
  const limit: LimitNode | null =
    skipped.length > 0 ? { form: 'limit', count: null, inexact: false, others: skipped } : null
  return { ...query, body, limit }
}

function limitOf(query: QueryNode): string | null {
  const limit = query.limit ?? (query.body.type === 'select' ? query.body.top : null)
  return limit?.count?.type === 'literal' ? limit.count.value : null
}

function isPlace(key: string): boolean {
  return key === 'start' || key === 'end' || key === 'keywordEnd'
}

function same(before: unknown, after: unknown, changes: IntendedChanges): boolean {
  if (before === after) return true
  if (typeof before !== 'object' || typeof after !== 'object') return false
  if (Array.isArray(before)) {
    const meant: unknown[] = changes.grouped.get(before) ?? before
    if (!Array.isArray(after) || meant.length !== after.length) return false
    for (let index = 0; index < meant.length; index++) if (!same(meant[index], after[index], changes)) return false
    return true
  }
  if (!isNode(before) || !isNode(after)) return false
  const intended = intendedChange(before, after, changes)
  if (intended !== null) return intended
  let keys = 0
  for (const key in before) {
    if (!(key in after) || (!isPlace(key) && !same(before[key], after[key], changes))) return false
    keys++
  }
  for (const _ in after) keys--
  return keys === 0
}

/** Whether an intended change was made here; null if none was intended. */
function intendedChange(before: Node, after: Node, changes: IntendedChanges): boolean | null {
  if (isTable(before)) {
    const guard = changes.guards.get(before)
    if (guard) return isGuarded(before, after, guard, changes)
    const name = changes.renamed.mentions.get(before)
    return name === undefined ? null : isRenamed(before, after, name, changes)
  }
  if (isCte(before) && changes.renamed.definitions.has(before)) {
    const named = isNode(after.name) && after.name.text === changes.renamed.definitions.get(before)
    return named && same(before.columns, after.columns, changes) && same(before.query, after.query, changes)
  }
  if (before.type === 'column' && Array.isArray(before.parts)) {
    const [first] = before.parts
    if (changes.strings.has(first)) {
      return after.type === 'literal' && after.kind === 'string' && after.value === first.text
    }
    if (changes.unqualified.has(first)) return sameTail(before.parts, after.parts, changes)
  }
  if (before.type === 'star' && Array.isArray(before.qualifier) && changes.unqualified.has(before.qualifier[0])) {
    return after.type === 'star' && sameTail(before.qualifier, after.qualifier, changes)
  }
  return null
}

function sameTail(before: unknown[], after: unknown, changes: IntendedChanges): boolean {
  if (!Array.isArray(after) || after.length === 0 || after.length >= before.length) return false
  return same(before.slice(before.length - after.length), after, changes)
}

function isGuarded(before: TableNode, after: Node, guard: QueryNode, changes: IntendedChanges): boolean {
  if (!isDerived(after) || after.lateral || !keepsAlias(before, after.alias, changes)) return false
  return same(guard, after.query, unchanged)
}

const unchanged: IntendedChanges = {
  guards: new Map(),
  strings: new Set(),
  unqualified: new Set(),
  renamed: { definitions: new Map(), mentions: new Map() },
  grouped: new Map(),
  limit: null,
}

function isRenamed(before: TableNode, after: Node, name: string, changes: IntendedChanges): boolean {
  if (!isTable(after) || after.name.length !== 1 || after.name[0]!.text !== name) return false
  return after.modifier === before.modifier && keepsAlias(before, after.alias, changes)
}

/** The name that qualifies the table's columns is unchanged. */
function keepsAlias(before: TableNode, after: TableNode['alias'], changes: IntendedChanges): boolean {
  const name = before.alias?.name ?? before.name.at(-1)!
  if (after?.name.text.toLowerCase() !== name.text.toLowerCase()) return false
  return same(before.alias?.columns ?? [], after.columns, changes)
}

type Node = Record<string, unknown>

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isTable(node: unknown): node is TableNode {
  return isNode(node) && node.type === 'table'
}

/** WITH queries are the only kind of node without a type. */
function isCte(node: unknown): node is CteNode {
  return isNode(node) && !('type' in node) && 'query' in node && 'columns' in node
}

function isDerived(node: unknown): node is DerivedNode {
  return isNode(node) && node.type === 'derived'
}
