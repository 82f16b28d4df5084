import type { Catalogue, CatalogueColumn, CatalogueTable } from '@parlance/contract'

const commentLimit = 160

/** A table's name as SQL needs it: with its schema only where that is not the default one. */
export function tableName(table: Pick<CatalogueTable, 'schema' | 'name'>, catalogue: Catalogue): string {
  return table.schema && table.schema !== catalogue.defaultSchema ? `${table.schema}.${table.name}` : table.name
}

/** One table in one line: name, columns with types, keys; comments as quoted data (R19). */
export function describeTable(table: CatalogueTable, catalogue: Catalogue): string {
  const columns = table.columns.map((column) => describeColumn(column, table, catalogue))
  const rows = table.rowEstimate === null ? '' : ` ~${table.rowEstimate} rows`
  const kind = table.objectType === 'TABLE' ? '' : ` ${table.objectType.toLowerCase()}`
  return `${tableName(table, catalogue)}(${columns.join(', ')})${kind}${rows}${quoteComment(table.comment)}`
}

function describeColumn(column: CatalogueColumn, table: CatalogueTable, catalogue: Catalogue): string {
  const key = table.primaryKey.includes(column.name) ? ' PK' : ''
  const reference = table.foreignKeys.find((candidate) => candidate.columns.includes(column.name))
  const position = reference?.columns.indexOf(column.name) ?? -1
  const target = reference
    ? ` -> ${tableName({ schema: reference.referencedSchema, name: reference.referencedTable }, catalogue)}.${reference.referencedColumns[position] ?? '?'}`
    : ''
  return `${column.name} ${column.dataType || column.kind}${key}${target}${quoteComment(column.comment)}`
}

/** Comments are whatever somebody wrote into the database: cut, on one line, and unable to end their quotes. */
function quoteComment(comment: string | null): string {
  const text = comment?.trim().replaceAll(/\s+/g, ' ')
  if (!text) return ''
  const cut = text.length > commentLimit ? `${text.slice(0, commentLimit)}…` : text
  return ` /* ${JSON.stringify(cut).replaceAll('<', '\\u003c').replaceAll('>', '\\u003e').replaceAll('*/', '* /')} */`
}
