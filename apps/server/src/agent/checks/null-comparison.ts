import { message } from '@parlance/contract'
import { warning, type Check } from './check.ts'

/** Comparisons with NULL that are never true. */
export const nullComparison: Check = {
  isNote: false,
  quotesData: false,
  find: ({ found: { nullComparisons } }) =>
    nullComparisons.map(({ operator }) =>
      warning(
        'null_comparison',
        operator === 'NOT IN'
          ? message('No row passes NOT IN with a list that contains NULL. Remove NULL from the list.')
          : message('No row passes {operator} NULL. Use IS NULL or IS NOT NULL.', { operator }),
      ),
    ),
}
