import type { StoredReceipt } from '@parlance/contract'
import type { TFunction } from 'i18next'
import { formatDuration } from '../../../lib/format.ts'
import type { SqlResult } from '../../../lib/turn/chat-message.ts'

/** 'Draft · Sample Shop · 3 tables · 2 row rules · 1 masked column · 48 ms'. */
export function receiptSummary(
  receipt: StoredReceipt,
  { databaseMs, computedFrom }: Pick<SqlResult, 'databaseMs' | 'computedFrom'>,
  databaseName: string | null,
  t: TFunction,
): string {
  const { length: tables } = receipt.tables
  const { length: rules } = receipt.rowRules
  const { length: masks } = receipt.masks
  return [
    receipt.in_draft === true ? t('Draft') : null,
    databaseName,
    computedFrom === null ? null : t('Computed from {results}', { results: computedFrom.join(', ') }),
    tables === 0 || computedFrom !== null ? null : t('{n, plural, one {# table} other {# tables}}', { n: tables }),
    rules === 0 ? null : t('{n, plural, one {# row rule} other {# row rules}}', { n: rules }),
    masks === 0 ? null : t('{n, plural, one {# masked column} other {# masked columns}}', { n: masks }),
    databaseMs === null ? null : formatDuration(databaseMs),
  ]
    .filter((part) => part !== null)
    .join(' · ')
}
