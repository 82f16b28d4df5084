import { visibleText } from '@parlance/contract'
import { tablesInSql, unquoted } from '../../../../lib/sql-names.ts'
import type { SqlResult } from '../../../../lib/turn/chat-message.ts'
import { meaningfulTokens, selectItems } from './select-items.ts'

/** What a column names, as people say it: one customer, many customers. */
export interface Things {
  one: string
  /** Null if the plural isn't known. */
  many: string | null
}

/** Names of columns that say nothing without their table. */
const unspecific = new Set(['name', 'title', 'label', 'full_name', 'display_name'])
/** The customer of `customer_name`, but not the first of `first_name`. */
const namedThing = /^(?!first|last|middle|full|display|user|file)(.+)_(?:name|title|label)$/i

/** The things that a column of a result names: its table's if its own name says nothing, such as a customer's `name`. */
export function thingsOf(result: Pick<SqlResult, 'columns' | 'display_sql' | 'receipt'>, index: number): Things {
  const name = result.columns[index]?.name ?? ''
  const table = unspecific.has(name.toLowerCase()) ? tableOf(result, index) : null
  if (table !== null) {
    const words = wordsOf(table)
    const one = singular(words)
    return { one, many: one === words ? plural(one) : words }
  }
  const one = wordsOf(namedThing.exec(name)?.[1] ?? name)
  return { one, many: plural(one) }
}

/** The table that a selected column comes from; null if that is not plain. */
function tableOf({ display_sql: sql, receipt }: Pick<SqlResult, 'display_sql' | 'receipt'>, index: number) {
  const tables = tablesInSql(sql, receipt?.tables.map(({ table }) => table) ?? [])
  const [first, ...selected] = meaningfulTokens(sql)
  if (first?.text.toLowerCase() !== 'select') return null
  const [qualifier, dot] = selectItems(selected)[index]?.map(({ text }) => unquoted(text)) ?? []
  if (qualifier === undefined) return null
  const [only, another] = tables
  if (dot !== '.') return another === undefined ? (only?.table.split('.').at(-1) ?? null) : null
  const found = tables.find(({ alias }) => alias.toLowerCase() === qualifier.toLowerCase())
  return found?.table.split('.').at(-1) ?? null
}

function wordsOf(name: string): string {
  return visibleText(name).replaceAll('_', ' ')
}

function singular(words: string): string {
  if (/(ss|us|is)$/i.test(words) || words.length <= 3) return words
  if (/ies$/i.test(words)) return `${words.slice(0, -3)}y`
  return words.replace(/(?<=ss|sh|ch|x)es$|s$/i, '')
}

/** Null for words that English rules don't fit. */
function plural(words: string): string | null {
  if (!/^[a-z][a-z ]*[a-z]$/i.test(words) || /s$/i.test(words)) return null
  if (/[^aeiou]y$/i.test(words)) return `${words.slice(0, -1)}ies`
  return /(?:x|sh|ch)$/i.test(words) ? `${words}es` : `${words}s`
}
