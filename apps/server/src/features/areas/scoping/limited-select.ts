import { dialectFacts } from '@parlance/contract'
import type { SqlDialect } from '@parlance/contract'

/** Writes a query of the first rows only. */
export function limitedSelect(selected: string, from: string, rows: number, dialect: SqlDialect): string {
  switch (dialectFacts[dialect].rowLimit) {
    case 'top':
      return `SELECT TOP ${rows} ${selected} FROM ${from}`
    case 'fetch':
      return `SELECT ${selected} FROM ${from} FETCH FIRST ${rows} ROWS ONLY`
    case 'limit':
      return `SELECT ${selected} FROM ${from} LIMIT ${rows}`
  }
}
