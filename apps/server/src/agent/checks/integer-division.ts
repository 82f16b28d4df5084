import { message } from '@parlance/contract'
import { warning, type Check } from './check.ts'

/** Quotients and averages of whole numbers that lose their decimals. */
export const integerDivision: Check = {
  isNote: false,
  quotesData: false,
  find: ({ found: { integerDivisions } }) =>
    integerDivisions.map(({ isAverage }) =>
      warning(
        'integer_division',
        isAverage
          ? message('This database cuts an average of whole numbers to a whole number. Multiply the values by 1.0.')
          : message(
              'This database drops the decimals when it divides whole numbers. Multiply the first number by 1.0.',
            ),
      ),
    ),
}
