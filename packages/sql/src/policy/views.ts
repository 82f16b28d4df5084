import type { Catalogue } from '@parlance/contract'
import type { Policies, RowTableRule, TableRef } from '../contract.ts'
import { tokenize } from '../lexer/tokenize.ts'
import { indexOf } from '../prove/catalogue-index.ts'
import type { CatalogueIndex, IndexedTable } from '../prove/catalogue-index.ts'
import { namesTable, rulesOf } from './table-rules.ts'

export type ViewVerdict = 'open' | 'protected' | 'unreadable'

/**
 * What stands below a view or synonym: 'protected' when its definition, at any depth, mentions a table with rules.
 * The words of the definition are held against the catalogue, so it may find too much, never too little.
 */
export function viewVerdict(view: IndexedTable, index: CatalogueIndex, policies: Policies): ViewVerdict {
  const own = new Set(rulesOf(view, policies)?.rows.map(({ entry }) => entry))
  return verdict(view, index, policies, new Set([view]), own)
}

/**
 * Whether nobody may read a view or synonym under these rules: it may show what they protect, and has none itself.
 * @param hasConsent an administrator confirmed the views whose definitions nobody can read
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

/** Of these tables the views and synonyms that may show protected tables, where nobody can read whether they do. */
export function viewsThatNeedConsent(policies: Policies, catalogue: Catalogue, tables: TableRef[]): TableRef[] {
  const index = indexOf(catalogue)
  return tables.filter((ref) => {
    const table = index.findRef(ref)
    if (table === null || table.entry.objectType === 'TABLE' || rulesOf(table, policies)?.named) return false
    return viewVerdict(table, index, policies) === 'unreadable'
  })
}

/** Whether a table, or a view's definition at any depth as far as it can be read, mentions this name. */
export function mentions(
  table: IndexedTable,
  name: string,
  index: CatalogueIndex,
  seen = new Set<IndexedTable>(),
): boolean {
  if (namesTable(name, table)) return true
  if (table.entry.objectType === 'TABLE' || seen.has(table)) return false
  seen.add(table)
  const words = table.entry.definition === null ? null : wordsOf(table.entry.definition, index)
  if (!words) return true
  return [...words].some((word) =>
    index.named(word).some((entry) => {
      const below = index.findRef({ schema: entry.schema, table: entry.name })
      return below !== null && mentions(below, name, index, seen)
    }),
  )
}

/** Whether the view itself already carries all that protects the table: rules for ALL tables on rows. */
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
  const { definition } = view.entry
  if (definition === null || definition.trim() === '') return 'unreadable'
  const mentioned = wordsOf(definition, index)
  if (!mentioned) return 'unreadable'
  let result: ViewVerdict = 'open'
  for (const word of mentioned) {
    for (const entry of index.named(word)) {
      const table = index.findRef({ schema: entry.schema, table: entry.name })
      if (!table || seen.has(table)) continue
      seen.add(table)
      if (!isCovered(table, policies, own)) return 'protected'
      if (entry.objectType === 'TABLE') continue
      const below = verdict(table, index, policies, seen, own)
      if (below === 'protected') return 'protected'
      if (below === 'unreadable') result = 'unreadable'
    }
  }
  return result
}

/** Every name in the definition; null when it cannot be read or goes over a database link. */
function wordsOf(definition: string, index: CatalogueIndex): Set<string> | null {
  const tokens = tokenize(definition, index.dialect)
  if (!Array.isArray(tokens) || (index.dialect === 'oracle' && definition.includes('@'))) return null
  const words = new Set<string>()
  for (const token of tokens) {
    const written = definition.slice(token.start, token.end)
    if (token.kind === 'word') words.add(written)
    else if (token.kind === 'quoted' || token.kind === 'string') words.add(written.slice(1, -1))
  }
  return words
}
