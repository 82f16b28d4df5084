import type { Catalogue, CatalogueColumn, CatalogueTable } from '@parlance/contract'
import { identifier, writingOf } from '@parlance/sql/writing'
import { splitIdentifier, stem } from '@parlance/retrieval'
import type { TableHint } from './area-hints.ts'

const commentLimit = 120

/** Maximum characters of an unusual name, as long as the longest that any engine accepts. */
const nameLimit = 128

/**
 * The author of a table or file chose its names, so anything that could pass for the prompt's own lines, markers, or
 * comments is written as a JSON string (R19).
 */
function isHarmless(name: string): boolean {
  return name.length <= nameLimit && !/[\p{Cc}\p{Zl}\p{Zp}<>]|\/\*|\*\//u.test(name)
}

/** A name as SQL needs it: with quotes if the dialect would otherwise read another name. */
function promptName(name: string, { dialect }: Catalogue): string {
  return isHarmless(name) ? identifier(writingOf(dialect), name) : quoted(name.slice(0, nameLimit))
}

/** A table's name as written in a prompt: with its schema only if that isn't the default one. */
export function promptTable({ schema, name }: Pick<CatalogueTable, 'schema' | 'name'>, catalogue: Catalogue): string {
  const table = promptName(name, catalogue)
  return schema && schema !== catalogue.defaultSchema ? `${promptName(schema, catalogue)}.${table}` : table
}

/** A column's name as written in a prompt, with its table. */
export function promptColumn(
  table: Pick<CatalogueTable, 'schema' | 'name'>,
  column: string,
  catalogue: Catalogue,
): string {
  return `${promptTable(table, catalogue)}.${promptName(column, catalogue)}`
}

function quoted(text: string): string {
  return JSON.stringify(text).replaceAll('<', '\\u003c').replaceAll('>', '\\u003e').replaceAll('*/', '* /')
}

export interface TableTextOptions {
  hints?: TableHint | null
  /** In characters; a longer description is cut to the keys and the columns that match the question. */
  limit?: number
  /** Stems of the question's words. */
  stems?: ReadonlySet<string>
}

/** One table on one line: name, columns with types, keys; comments as quoted data (R19). Says whether columns are cut. */
export function describeTable(
  table: CatalogueTable,
  catalogue: Catalogue,
  options: TableTextOptions = {},
): { text: string; isCut: boolean } {
  const { limit = Infinity, hints = null } = options
  const rows = table.rowEstimate === null || table.hidesRows ? '' : ` ~${table.rowEstimate} rows`
  const kind = table.objectType === 'TABLE' ? '' : ` ${table.objectType.toLowerCase()}`
  const words = [hints?.description, table.comment].find((text) => text?.trim()) ?? null
  const also = hints && hints.synonyms.length > 0 ? ` also: ${hints.synonyms.join(', ')}` : ''
  const tail = `${kind}${rows}${quoteComment(`${words ?? ''}${also}`)}`
  const head = promptTable(table, catalogue)
  const columns = chooseColumns(table, catalogue, options, limit - head.length - tail.length - 30)
  const more = table.columns.length - columns.length
  const text = `${head}(${columns.join(', ')}${more > 0 ? `, and ${more} more columns` : ''})${tail}`
  return { text, isCut: more > 0 }
}

/** All columns if they fit; otherwise keys first, then those that the question names, then the others in order. */
function chooseColumns(
  table: CatalogueTable,
  catalogue: Catalogue,
  { stems = new Set(), hints }: TableTextOptions,
  limit: number,
): string[] {
  const described = table.columns.map((column, position) => {
    const hint = hints?.columns.find((candidate) => candidate.name.toLowerCase() === column.name.toLowerCase())
    return {
      text: describeColumn(column, table, catalogue, hint ?? null),
      rank: rankOf(column, table, stems),
      position,
    }
  })
  const chosen: typeof described = []
  let left = limit
  for (const column of described.toSorted((a, b) => a.rank - b.rank || a.position - b.position)) {
    if (column.text.length + 2 > left) break
    left -= column.text.length + 2
    chosen.push(column)
  }
  return chosen.toSorted((a, b) => a.position - b.position).map((column) => column.text)
}

function rankOf(column: CatalogueColumn, table: CatalogueTable, stems: ReadonlySet<string>): number {
  if (table.primaryKey.includes(column.name)) return 0
  if (splitIdentifier(column.name).some((word) => stems.has(stem(word)))) return 1
  return table.foreignKeys.some((key) => key.columns.includes(column.name)) ? 2 : 3
}

function describeColumn(
  column: CatalogueColumn,
  table: CatalogueTable,
  catalogue: Catalogue,
  hint: TableHint['columns'][number] | null,
): string {
  const key = table.primaryKey.includes(column.name) ? ' PK' : ''
  const reference = table.foreignKeys.find((candidate) => candidate.columns.includes(column.name))
  const position = reference?.columns.indexOf(column.name) ?? -1
  const target = reference
    ? ` -> ${promptColumn({ schema: reference.referencedSchema, name: reference.referencedTable }, reference.referencedColumns[position] ?? '?', catalogue)}`
    : ''
  const also = hint && hint.synonyms.length > 0 ? ` also: ${hint.synonyms.join(', ')}` : ''
  const words = `${hint?.description?.trim() || (column.comment ?? '')}${also}`
  return `${promptName(column.name, catalogue)}${typeOf(column)}${key}${target}${quoteComment(words)}`
}

/** Short words for types, because a prompt repeats them for each column. Text needs none. */
const shortTypes: Partial<Record<CatalogueColumn['kind'], string>> = {
  text: '',
  integer: ' int',
  number: ' num',
  boolean: ' bool',
  date: ' date',
  time: ' time',
  timestamp: ' timestamp',
}

function typeOf({ kind, dataType }: CatalogueColumn): string {
  return shortTypes[kind] ?? ` ${isHarmless(dataType) ? dataType || kind : quoted(dataType.slice(0, nameLimit))}`
}

/** Comments can contain anything, so they are cut, put on one line, and can't close their quotes. */
function quoteComment(comment: string): string {
  const text = comment.trim().replaceAll(/\s+/g, ' ')
  if (!text) return ''
  const cut = text.length > commentLimit ? `${text.slice(0, commentLimit)}…` : text
  return ` /* ${quoted(cut)} */`
}
