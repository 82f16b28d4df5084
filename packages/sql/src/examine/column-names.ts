import type { RelationColumn } from './relations.ts'

/** The words of a column's name, in lower case: `UnitPrice` and `unit_price` both have unit and price. */
export function wordsOf(name: string): string[] {
  return name
    .replaceAll(/([a-z\d])(?=[A-Z])/g, '$1 ')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
}

const nameName = /(^|_|[a-z](?=[NTL]))(name|title|label)$/i
const codeName = /(^|_|[a-z](?=C))code$/i

/** Whether a column has the names of its table's rows. */
export function isName(name: string): boolean {
  return nameName.test(name)
}

/** Whether a column has the names or codes of its table's rows. */
export function isLabel(name: string): boolean {
  return isName(name) || codeName.test(name)
}

const keyName = /(?:^|_)id$|[a-z]I[dD]$|(?:^|_)ID$/

/** Whether a column identifies a row of its table or of another one. */
export function isKey(found: RelationColumn): boolean {
  return found.column.table.entry.primaryKey.includes(found.column.name) || isIdentifier(found)
}

const numberWords = new Set(['code', 'key', 'no', 'nr', 'num', 'number', 'ssn'])

/** The same, but a unique amount, which may be a table's key, identifies nothing. */
export function isIdentifier({ column }: RelationColumn): boolean {
  const { primaryKey, foreignKeys } = column.table.entry
  if (keyName.test(column.name) || foreignKeys.some((key) => key.columns.includes(column.name))) return true
  return primaryKey.includes(column.name) && wordsOf(column.name).some((word) => numberWords.has(word))
}
