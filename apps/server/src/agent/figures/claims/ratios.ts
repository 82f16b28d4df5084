import type { FactColumn } from '../facts.ts'
import { textBefore } from '../../plain-text.ts'
import { columnsFor, groupsOf, rowsOf, textOf, type Check, type Statement } from '../statement.ts'
import { derivedBeside } from './dimensions.ts'
import { contextsOf, numbersAt } from './contexts.ts'
import { fitsRatio } from './fits-ratio.ts'

/** “A has twice as many as B”: checked here because the words around the ratio say how exact it is. */
export const ratiosHold: Check = (statement) => {
  const { text } = statement
  const groups = groupsOf(statement)
  for (const mention of statement.mentions) {
    if (mention.kind !== 'ratio' || !mention.isTyped || mention.value === null) continue
    const written = mention.value
    const after = groups.filter(({ start }) => start >= mention.end)
    const earlier = groups.findLast(({ end }) => end <= mention.start)
    // “Twice as many came from A as from B”: both come after it.
    const isVerb = /^\w*(?:doubl|tripl|quadrupl)\w*$/i.test(textOf(statement, mention)) && !/\bas\b/.test(text)
    const both = groups.filter(({ end }) => end <= mention.start)
    // “A earned less than B despite having twice as many”: both come before it.
    const isBefore = after.length === 0 && both.length === 2
    const pair = earlier || after.length < 2 || isVerb ? [earlier, after[0]] : after
    const [left, right] = isBefore && !isVerb ? both : pair
    const before = textBefore(text, mention.start)
    const columns = [
      ...derivedBeside(statement, { start: 0, end: mention.start }),
      ...columnsFor(statement, { start: 0, end: text.length }),
    ]
    const ratios = columns.flatMap((column) => {
      if (left && !right) return ratiosWithin(column, { others: columns, rows: rowsOf(left, column.step.id) })
      return contextsOf(statement, { left: left ?? null, right: right ?? null, column }).flatMap((context) => {
        const [one, two] = [left, right].map((group) => {
          const rows = group ? rowsOf(group, column.step.id) : []
          return numbersAt(column, context === null ? rows : rows.filter((row) => context.includes(row)))
        })
        return (one ?? []).flatMap((own) => (two ?? []).flatMap((other) => (other === 0 ? [] : [own / other])))
      })
    })
    if (ratios.length === 0) {
      if (mention.meanings.length > 0 || /^\w*(?:doubl|tripl|quadrupl)/i.test(textOf(statement, mention))) continue
      return `${textOf(statement, mention)} does not follow from the rows.`
    }
    const isInverse = /^\s(?:moins|less|fewer|lower|smaller|menos|weniger|meno)(?!\p{L})/iu.test(
      text.slice(mention.end),
    )
    const fits = (ratio: number): boolean => fitsRatio(isInverse ? 1 / ratio : ratio, written, before)
    if (![...ratios, ...ratiosOfFigures(statement)].some(fits)) return `The ratio is not ${textOf(statement, mention)}.`
  }
  return null
}

/** “conceded twice as many goals as they scored”: of two columns of the same row that the sentence speaks of. */
function ratiosWithin(
  { numbers, step }: FactColumn,
  { others, rows }: { others: readonly FactColumn[]; rows: readonly number[] },
): number[] {
  return others
    .filter((other) => other.step === step && other.numbers !== numbers)
    .flatMap((other) =>
      rows.flatMap((row) => (other.numbers[row] ? [(numbers[row] ?? 0) / (other.numbers[row] ?? 1)] : [])),
    )
}

/** “8%, twice the rate of Market Square's 4%”: of two figures of the sentence. */
function ratiosOfFigures({ mentions }: Statement): number[] {
  const referenced = mentions.flatMap(({ kind, value, isTyped }) =>
    kind !== 'text' && kind !== 'rank' && !isTyped && value ? [value] : [],
  )
  if (referenced.length > 2) return referenced.flatMap((one) => referenced.map((two) => one / two))
  const values = mentions.flatMap(({ kind, value, meanings }) =>
    (kind === 'value' || kind === 'percent') && value !== null && meanings.some(({ op }) => op !== 'stated')
      ? [value]
      : [],
  )
  const [one = 0, two = 0, ...more] = values
  return more.length > 0 || one === 0 || two === 0 ? [] : [one / two, two / one]
}
