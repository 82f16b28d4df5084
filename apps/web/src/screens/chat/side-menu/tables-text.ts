import type { TFunction } from 'i18next'

/** The number of tables in a database or an area, in words. */
export function tablesText(count: number, t: TFunction): string {
  return t('{n, plural, one {# table} other {# tables}}', { n: count })
}
