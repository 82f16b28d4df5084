import { speaksOf } from '../facts.ts'
import { isWithin, textOf } from '../statement.ts'
import { agreed, figuresOf, placesOf, rowsOf, valuesOf, type Context, type Verdict } from './context.ts'
import { isStated } from './stated.ts'

/** “A and B have the same number of orders”, “A and B are from the same country”. */
export function sameHolds(context: Context): Verdict {
  const { groups, step, part, statement, columns, isSpoken } = context
  const text = textOf(statement, part)
  const rows = rowsOf(groups, step)
  if (rows === null || rows.length < 2 || rows.length > placesOf(groups) || nearly.test(text)) return null
  if (figuresOf(part).some((figure) => figure.condition !== null || !isStated(context, figure, rows.slice(0, 1))))
    return null
  const words = statement.words.filter((word) => isWithin(word, part))
  const texts = statement.facts.columns.filter(
    (column) =>
      column.step === step &&
      (column.role === 'name' || column.role === 'time') &&
      groups.every(({ names }) => names.every((name) => name.column !== column.index)) &&
      words.some((word) => speaksOf(word, column)),
  )
  if (!isSpoken) {
    const [column, ...more] = texts
    if (!column || more.length > 0 || column.role === 'time') return null
    return new Set(rows.map((row) => step.result.rows[row]?.[column.index])).size === 1
  }
  if (texts.length > 0) return null
  const isSame = (column: (typeof columns)[number]): boolean => {
    const values = valuesOf(column, rows)
    return values.length === rows.length && new Set(values).size === 1
  }
  // “the same range” is that of both limits.
  if (columns.length > 1 && (ofBoth.test(text) || ofEach(context))) return columns.every(isSame)
  return agreed(context, columns, { isCertain: true, holds: isSame })
}

/** “the same number of orders and returns”. */
function ofEach({ part, statement }: Context): boolean {
  const [first, ...others] = part.tokens.filter(({ kind }) => kind === 'column')
  const last = others.at(-1)
  return first !== undefined && last !== undefined && / and /i.test(statement.text.slice(first.end, last.start))
}

const nearly = /(?<!\p{L})(?:almost|nearly|roughly|about|virtually|practically|approximately)(?!\p{L})/iu
const ofBoth = /(?<!\p{L})(?:range|ranges|limits)(?!\p{L})/iu
