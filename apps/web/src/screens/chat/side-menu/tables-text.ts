import type { TFunction } from 'i18next'

/** The number of tables in a database or an area, in words. */
export function tablesText(count: number, t: TFunction): string {
  return count === 1 ? t('1 table') : t('{n} tables', { n: count })
}
