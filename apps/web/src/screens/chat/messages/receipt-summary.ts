import type { StoredReceipt } from '@parlance/contract'
import type { TFunction } from 'i18next'
import { formatDuration } from '../../../lib/format.ts'

/** 'Sample Shop · 3 tables · 2 row rules · 1 masked column · 48 ms'. */
export function receiptSummary(
  receipt: StoredReceipt,
  databaseMs: number | null,
  databaseName: string | null,
  t: TFunction,
): string {
  return [
    databaseName,
    counted(receipt.tables.length, '1 table', '{n} tables', t),
    counted(receipt.rowRules.length, '1 row rule', '{n} row rules', t),
    counted(receipt.masks.length, '1 masked column', '{n} masked columns', t),
    databaseMs === null ? null : formatDuration(databaseMs),
  ]
    .filter((part) => part !== null)
    .join(' · ')
}

function counted(count: number, one: string, many: string, t: TFunction): string | null {
  if (count === 0) return null
  return count === 1 ? t(one) : t(many, { n: count })
}
