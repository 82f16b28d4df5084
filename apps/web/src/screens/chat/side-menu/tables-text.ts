import type { TFunction } from 'i18next'

/** How many tables a database or an area has, in words. */
export function tablesText(count: number, t: TFunction): string {
  return count === 1 ? t('1 table') : t('{{n}} tables', { n: count })
}
