import type { Catalogue } from '@parlance/contract'
import type { Policies, TableRef } from '../contract.ts'
import { indexOf } from '../prove/catalogue-index.ts'
import type { CatalogueIndex, IndexedTable } from '../prove/catalogue-index.ts'
import { namesTable, rulesOf } from './table-rules.ts'
import { isClosedView, mentionedIn } from './views.ts'

/** A protected table, or a view or synonym that shows one. */
export interface ProtectedTable {
  ref: TableRef
  /** For a view or synonym: the protected tables below it; empty if its definition can't be read. */
  through: TableRef[] | null
}

/** The protected tables of one database, with every view and synonym that reads one, at any depth (R24). */
export interface ProtectedTables {
  list: ProtectedTable[]
  has(ref: TableRef): boolean
}

/**
 * Finds the views and synonyms that are protected along with their tables. A definition that can't be read is treated
 * as if it reads a protected table.
 */
export function protectedTables(catalogue: Catalogue, isProtected: (ref: TableRef) => boolean): ProtectedTables {
  const index = indexOf(catalogue)
  const all = catalogue.tables.map(({ schema, name }) => index.findRef({ schema, table: name }))
  const tables = all.filter((table) => table !== null)
  const marked = new Set(tables.filter(({ ref }) => isProtected(ref)))
  const list: ProtectedTable[] = []
  const found = new Set<IndexedTable>()
  for (const table of marked.size === 0 ? [] : tables) {
    const through = marked.has(table) ? null : readBelow(table, index, marked)
    if (through === 'nothing') continue
    found.add(table)
    list.push({ ref: table.ref, through })
  }
  return {
    list,
    has: (ref) => {
      const table = index.findRef(ref)
      return table === null ? marked.size > 0 : found.has(table)
    },
  }
}

/** The marked tables that a view may read; an empty list if that can't be determined. */
function readBelow(view: IndexedTable, index: CatalogueIndex, marked: ReadonlySet<IndexedTable>) {
  if (view.entry.objectType === 'TABLE') return 'nothing'
  const seen = new Set([view])
  const open = [view]
  const through: TableRef[] = []
  let isReadable = true
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const mentioned = mentionedIn(next, index)
    if (mentioned === null) isReadable = false
    for (const table of mentioned ?? []) {
      if (seen.has(table)) continue
      seen.add(table)
      if (marked.has(table)) through.push(table.ref)
      else if (table.entry.objectType !== 'TABLE') open.push(table)
    }
  }
  return through.length > 0 || !isReadable ? through : 'nothing'
}

/** The tables that these rules cover: named tables anywhere in the database, and for `ALL` the area's own tables. */
export function tablesWithRules(policies: Policies, catalogue: Catalogue, areaTables: TableRef[]): TableRef[] {
  const index = indexOf(catalogue)
  const rules = [...(policies.rowRules?.rules ?? []), ...(policies.columnRules?.rules ?? [])]
  const keys = new Set(rules.flatMap(({ tables }) => Object.keys(tables)))
  const named = [...keys].flatMap((key) =>
    [...index.named(key), ...index.named(key.slice(key.lastIndexOf('.') + 1))]
      .map(({ schema, name }) => index.findRef({ schema, table: name }))
      .filter((table) => table !== null && namesTable(key, table)),
  )
  const own = areaTables.map((ref) => index.findRef(ref))
  const found = new Set([...named, ...own].filter((table) => table !== null))
  return [...found].filter((table) => rulesOf(table, policies) !== null).map(({ ref }) => ref)
}

/** Whether these rules refuse a view or synonym; see `isClosedView`. */
export function isViewClosed(ref: TableRef, catalogue: Catalogue, policies: Policies, hasConsent: boolean): boolean {
  const index = indexOf(catalogue)
  const table = index.findRef(ref)
  return table === null || isClosedView(table, index, policies, hasConsent)
}
