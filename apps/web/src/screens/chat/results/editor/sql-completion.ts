import type { CompletionContext, CompletionResult } from '@codemirror/autocomplete'
import { quotedName, tablesInSql, unquoted } from '../../../../lib/sql-names.ts'

/** The names that the user may see, as listed by the server. */
export interface SqlNames {
  /** The kind of database, which decides how to quote names. */
  kind: string
  tables: string[]
  columnsOf: (table: string) => Promise<string[]>
}

/**
 * Completes tables, and columns of the tables in the text: after `alias.` those of that table, elsewhere those of all.
 */
export function completeSqlNames(names: SqlNames) {
  return async (context: CompletionContext): Promise<CompletionResult | null> => {
    const word = context.matchBefore(/[\w$"`[\].]*/)
    if (word === null || (word.text === '' && !context.explicit)) return null
    const used = tablesInSql(context.state.doc.toString(), names.tables)
    const dot = word.text.lastIndexOf('.')
    if (dot >= 0) {
      const before = unquoted(word.text.slice(0, dot)).toLowerCase()
      const table =
        used.find(({ alias }) => alias.toLowerCase() === before)?.table ??
        names.tables.find((name) => name.toLowerCase() === before)
      if (table === undefined) return null
      return { from: word.from + dot + 1, options: await columnOptions(names, [table]), validFor: /^[\w$]*$/ }
    }
    const columns = await columnOptions(
      names,
      used.map(({ table }) => table),
    )
    const tables = names.tables.map((label) => ({ label, apply: quotedName(label, names.kind), type: 'type' }))
    return { from: word.from, options: [...columns, ...tables], validFor: /^[\w$]*$/ }
  }
}

async function columnOptions(names: SqlNames, tables: string[]) {
  const lists = await Promise.all(
    [...new Set(tables)].map(async (table) => {
      const columns = await names.columnsOf(table).catch(() => [])
      return columns.map((label) => ({
        label,
        apply: quotedName(label, names.kind),
        type: 'property',
        detail: table,
        boost: 1,
      }))
    }),
  )
  return lists.flat()
}
