import { message, type Message } from '@parlance/contract'
import type { SumRole, UnsuitableSum } from '@parlance/sql'
import type { AgentTurn } from '../contract.ts'
import { nameOf } from '../look-up.ts'

import { asks, namesColumn, sumWords } from './asked.ts'
import { warning, type Check } from './check.ts'

/** Sums of identifiers, years, prices per unit, and shares. */
export const unsuitableSum: Check = {
  isNote: false,
  quotesData: false,
  find: ({ found: { unsuitableSums }, turn }) =>
    unsuitableSums
      .filter((one) => !isAskedFor(one, turn))
      .map((one) =>
        warning('unsuitable_sum', texts[one.role](one), { table: nameOf(one.table, turn), column: one.column }),
      ),
}

function isAskedFor({ role, column, hasQuantity }: UnsuitableSum, turn: AgentTurn): boolean {
  if (role === 'id' || (role === 'price' && hasQuantity)) return false
  return namesColumn(column, turn) && asks(sumWords, turn)
}

const texts: Record<SumRole, (one: UnsuitableSum) => Message> = {
  id: ({ aggregate }) => message('{aggregate} adds up identifiers. Count the rows instead.', { aggregate }),
  year: ({ aggregate }) =>
    message('{aggregate} adds up years. Count the rows, or add up another column.', { aggregate }),
  price: ({ aggregate, hasQuantity }) =>
    hasQuantity
      ? message('{aggregate} adds up prices without the quantity. Multiply each price by its quantity.', { aggregate })
      : message('{aggregate} adds up prices per unit, not what was sold. Multiply by the quantity, or use an amount.', {
          aggregate,
        }),
  share: ({ aggregate }) =>
    message('{aggregate} adds up rates or percentages. Use their average, or divide the total amounts.', {
      aggregate,
    }),
}
