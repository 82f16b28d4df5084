import type { Catalogue, SqlDialect } from '@parlance/contract'
import type { ColumnMask, Policies, RowTableRule, TableRef } from '../contract.ts'
import { dialectOf } from '../dialects/index.ts'
import { prepareSql } from '../lexer/prepare.ts'
import type { Token } from '../tokens/token.ts'
import { indexOf } from '../prove/catalogue-index.ts'
import type { CatalogueIndex, IndexedTable } from '../prove/catalogue-index.ts'
import { findTable } from './guard-template.ts'
import { maskFacts } from './mask-types.ts'
import type { ProtectedTables } from './protection.ts'
import { columnNamed, rulesOf } from './table-rules.ts'

/** The basis for judging rules that no administrator has seen. */
export interface NarrowingContext {
  catalogue: Catalogue
  protectedTables: ProtectedTables
  /** The rules that an administrator saved or approved; null if there are none. */
  approved: Policies | null
}

/**
 * Returns those tables whose added rules may show something that the approved rules hide (R24). A rule only narrows if
 * it reads nothing but what the user sees anyway. A condition on a masked column, or a subquery over a protected table,
 * would answer questions about hidden values. The check compares the words of the rules with the catalogue, so it may
 * refuse too much, never too little.
 * @param added rules that are not among the approved ones
 */
export function tablesThatMayShowMore(added: Policies, tables: TableRef[], context: NarrowingContext): TableRef[] {
  const index = indexOf(context.catalogue)
  return tables.filter((ref) => {
    const table = index.findRef(ref)
    return table !== null && !isNarrowed(table, added, { ...context, index })
  })
}

interface Means extends NarrowingContext {
  index: CatalogueIndex
}

function isNarrowed(table: IndexedTable, added: Policies, means: Means): boolean {
  const rows = rulesOf(table, added)?.rows ?? []
  return rows.every(({ entry }) => isRowRuleSafe(entry, table, means)) && masksOf(table, added).every(isMaskSafe)

  function isMaskSafe({ column, mask }: { column: string; mask: ColumnMask }): boolean {
    switch (maskFacts[mask.mask_type].dependsOn) {
      case 'nothing':
        return true
      case 'value':
        return !maskedNames(table, means).has(column.toLowerCase())
      case 'row':
        return !hidesRows(table, means) && isSafe(mask.sql ?? '', [table], means)
    }
  }
}

/** Every mask of a table, not only the strictest of a column. */
function masksOf(table: IndexedTable, { columnRules }: Policies): { column: string; mask: ColumnMask }[] {
  return (columnRules?.rules ?? []).flatMap((rule) => {
    const single = { rowRules: null, columnRules: { rules: [rule] }, hashSalt: '' }
    return [...(rulesOf(table, single)?.masks ?? [])].map(([{ name }, { mask }]) => ({ column: name, mask }))
  })
}

function isRowRuleSafe(entry: RowTableRule, table: IndexedTable, means: Means): boolean {
  if (!entry.inherit_parent_security) return isSafe(entry.condition ?? '', [table], means)
  const parent = entry.requires ? findTable(entry.requires, means.index) : null
  if (parent === null || isProtected(parent, means)) return false
  if (entry.join_condition !== undefined) return isSafe(entry.join_condition, [table, parent], means)
  return maskedNames(table, means).size === 0
}

const subqueryWords = new Set(['select', 'table', 'with', 'from', 'values'])

/** Whether an expression over these tables reads only fully visible columns, and no other protected table. */
function isSafe(sql: string, tables: IndexedTable[], means: Means): boolean {
  const prepared = prepareSql(`SELECT ${sql}`, means.index.dialect)
  if ('problem' in prepared) return false
  const { text, tokens } = prepared.prepared
  if (tables.some((table) => hidesRows(table, means)) && !isPlain(text, tokens.slice(1), tables, means.index.dialect))
    return false
  const hidden = new Set(tables.flatMap((table) => [...maskedNames(table, means)]))
  const own = new Set(tables.map(({ ref }) => ref.table.toLowerCase()))
  const words = tokens.slice(1)
  const hasSubquery = words.some(
    ({ kind, start, end }) => kind === 'word' && subqueryWords.has(text.slice(start, end).toLowerCase()),
  )
  return words.every(({ kind, start, end }, at) => {
    if (kind !== 'word' && kind !== 'quoted' && kind !== 'string') return true
    const written = text.slice(start, end).toLowerCase()
    const name = kind === 'word' ? written : written.slice(1, -1)
    if (hidden.has(name)) return false
    const isKnown = tables.some((table) => columnNamed(name, table).length > 0) || means.index.named(name).length > 0
    // An escaped spelling could mean any name.
    if (kind === 'quoted' && !isKnown) return false
    const after = words[at + 1]
    const isQualifier = after !== undefined && text[after.start] === '.'
    if (own.has(name) && !hasSubquery) return isQualifier || kind === 'string' || hidden.size === 0
    return !means.index
      .named(name)
      .some((named) => means.protectedTables.has({ schema: named.schema, table: named.name }))
  })
}

const plainWords = new Set(['and', 'or', 'not', 'in', 'like', 'is', 'null', 'between', 'true', 'false'])

/**
 * Whether an expression only compares columns with values. An engine may evaluate it for rows that the approved rules
 * hide, and an error there would reveal something about them (R22).
 */
function isPlain(text: string, tokens: Token[], tables: IndexedTable[], dialect: SqlDialect): boolean {
  const own = new Set(tables.map(({ ref }) => ref.table.toLowerCase()))
  const columns = tokens.flatMap(({ kind, start, end }) => {
    if (kind !== 'word' && kind !== 'quoted') return []
    const written = text.slice(start, end).toLowerCase()
    return tables.flatMap((table) => columnNamed(kind === 'word' ? written : written.slice(1, -1), table))
  })
  const readsText = columns.some(({ column }) => column.kind === 'text')
  const mayFail = dialectOf(dialect).values.textComparedWithNumber === 'fails'
  if (mayFail && readsText && tokens.some(({ kind }) => kind === 'number')) return false
  return tokens.every(({ kind, start, end }, at) => {
    const written = text.slice(start, end).toLowerCase()
    if (kind === 'number' || kind === 'parameter') return true
    if (kind === 'string') return !written.includes('\\')
    if (kind === 'symbol') return '(),.=<>!?$'.includes(written)
    const next = tokens[at + 1]
    if (kind === 'word' && plainWords.has(written)) return true
    const name = kind === 'quoted' ? written.slice(1, -1) : written
    const isCalled = next !== undefined && text[next.start] === '('
    return !isCalled && (own.has(name) || columns.some((column) => column.name.toLowerCase() === name))
  })
}

/** Whether the approved rules may leave out rows of a table. */
function hidesRows(table: IndexedTable, { approved }: Means): boolean {
  return approved !== null && (rulesOf(table, approved)?.rows.length ?? 0) > 0
}

function isProtected({ ref }: IndexedTable, { protectedTables }: Means): boolean {
  return protectedTables.has(ref)
}

/** The columns whose values the approved rules don't show as they are, in lower case. */
function maskedNames(table: IndexedTable, { approved }: Means): ReadonlySet<string> {
  const masks = approved === null ? null : rulesOf(table, approved)?.masks
  return new Set([...(masks?.keys() ?? [])].map(({ name }) => name.toLowerCase()))
}
