import { message } from '@parlance/contract'
import { nameOf } from '../look-up.ts'
import { asks } from './asked.ts'
import { warning, type Check } from './check.ts'

const pairWords: ReadonlySet<string> = new Set(
  'combination combinations combine pair pairs cartesian cross kombinationen combinaisons combinaciones'.split(' '),
)

/** Sides of a join that no condition connects. */
export const crossJoin: Check = {
  isNote: false,
  quotesData: false,
  find: ({ found: { crossJoins }, turn }) => {
    if (asks(pairWords, turn)) return []
    return crossJoins.map(({ one, other }) => {
      const [first, second] = [one, other].map((side) => (typeof side === 'string' ? side : nameOf(side, turn)))
      return warning(
        'cross_join',
        message(
          'The query pairs each row of {one} with each row of {other}, because no condition connects them. Add the join condition.',
          { one: first ?? '', other: second ?? '' },
        ),
      )
    })
  },
}
