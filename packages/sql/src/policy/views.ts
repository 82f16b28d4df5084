import type { Catalogue } from '@parlance/contract'
import type { Policies, RowTableRule, TableRef } from '../contract.ts'
import { dialectOf } from '../dialects/index.ts'
import { tokenize } from '../lexer/tokenize.ts'
import { indexOf } from '../prove/catalogue-index.ts'
import type { CatalogueIndex, IndexedTable } from '../prove/catalogue-index.ts'
import { namesTable, rulesOf } from './table-rules.ts'

export type ViewVerdict = 'open' | 'protected' | 'unreadable'

/**
 * What a view or synonym reads: 'protected' if its definition, at any depth, mentions a table with rules. The check
 * compares the words of the definition with the catalogue, so it may find too much, never too little.
 */
export function viewVerdict(view: IndexedTable, index: CatalogueIndex, policies: Policies): ViewVerdict {
  const own = new Set(rulesOf(view, policies)?.rows.map(({ entry }) => entry))
  return verdict(view, index, policies, new Set([view]), own)
}

/**
 * Whether these rules close a view or synonym to everyone: it may show what they protect, and has no rules of its own.
 * @param hasConsent an administrator confirmed the views with unreadable definitions
 */
export function isClosedView(
  view: IndexedTable,
  index: CatalogueIndex,
  policies: Policies,
  hasConsent: boolean,
): boolean {
  if (view.entry.objectType === 'TABLE' || rulesOf(view, policies)?.named) return false
  const found = viewVerdict(view, index, policies)
  return found === 'protected' || (found === 'unreadable' && !hasConsent)
}

/** Returns those views and synonyms that may show protected tables, because their definitions can't be read. */
export function viewsThatNeedConsent(policies: Policies, catalogue: Catalogue, tables: TableRef[]): TableRef[] {
  const index = indexOf(catalogue)
  return tables.filter((ref) => {
    const table = index.findRef(ref)
    if (table === null || table.entry.objectType === 'TABLE' || rulesOf(table, policies)?.named) return false
    return viewVerdict(table, index, policies) === 'unreadable'
  })
}

/** Whether a table, or the readable part of a view's definition at any depth, mentions this name. */
export function mentions(
  table: IndexedTable,
  name: string,
  index: CatalogueIndex,
  seen = new Set<IndexedTable>(),
): boolean {
  if (namesTable(name, table)) return true
  if (table.entry.objectType === 'TABLE' || seen.has(table)) return false
  seen.add(table)
  const mentioned = mentionedIn(table, index)
  return mentioned === null || [...mentioned].some((below) => mentions(below, name, index, seen))
}

/** Whether the view already has everything that protects the table: row rules for ALL tables. */
function isCovered(table: IndexedTable, policies: Policies, own: ReadonlySet<RowTableRule>): boolean {
  const rules = rulesOf(table, policies)
  if (!rules) return true
  return !rules.named && rules.masks.size === 0 && rules.rows.every(({ entry }) => own.has(entry))
}

function verdict(
  view: IndexedTable,
  index: CatalogueIndex,
  policies: Policies,
  seen: Set<IndexedTable>,
  own: ReadonlySet<RowTableRule>,
): ViewVerdict {
  const mentioned = mentionedIn(view, index)
  if (!mentioned) return 'unreadable'
  let result: ViewVerdict = 'open'
  for (const table of mentioned) {
    if (seen.has(table)) continue
    seen.add(table)
    if (!isCovered(table, policies, own)) return 'protected'
    if (table.entry.objectType === 'TABLE') continue
    const below = verdict(table, index, policies, seen, own)
    if (below === 'protected') return 'protected'
    if (below === 'unreadable') result = 'unreadable'
  }
  return result
}

/** The tables and views that a definition may mention, in any role; null if it can't be read. */
export function mentionedIn({ entry }: IndexedTable, index: CatalogueIndex): Set<IndexedTable> | null {
  const words = entry.definition?.trim() ? wordsOf(entry.definition, index) : null
  if (words === null) return null
  const found = [...words].flatMap((word) => index.named(word))
  return new Set(
    found.map(({ schema, name }) => index.findRef({ schema, table: name })).filter((table) => table !== null),
  )
}

/** Every name in the definition; null if it can't be read or uses a database link. */
function wordsOf(definition: string, index: CatalogueIndex): Set<string> | null {
  const tokens = tokenize(definition, index.dialect)
  const { hasDatabaseLinks } = dialectOf(index.dialect).grammar
  if (!Array.isArray(tokens) || (hasDatabaseLinks && definition.includes('@'))) return null
  const words = new Set<string>()
  for (const token of tokens) {
    const written = definition.slice(token.start, token.end)
    if (token.kind === 'word') words.add(written)
    else if (token.kind === 'quoted' || token.kind === 'string') words.add(written.slice(1, -1))
  }
  return words
}
