import type { TFunction } from 'i18next'

/** The product's own words in a chart and its table, in the user's language. */
export interface ChartWords {
  noValue: string
  empty: string
  /** The name of the merged rest. */
  other: string
  /** The name of a series of row counts. */
  count: string
  /** The name of a column without a name, by its position from 1. */
  column: (position: number) => string
}

export function chartWords(t: TFunction): ChartWords {
  return {
    noValue: t('No value'),
    empty: t('(empty)'),
    other: t('Other'),
    count: t('Count'),
    column: (position) => t('Column {position, number}', { position }),
  }
}
