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
export function isKey({ column }: RelationColumn): boolean {
  const { primaryKey, foreignKeys } = column.table.entry
  if (primaryKey.includes(column.name) || keyName.test(column.name)) return true
  return foreignKeys.some((key) => key.columns.includes(column.name))
}
