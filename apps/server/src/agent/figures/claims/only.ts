import { fallWords, riseWords, shownWords } from '../cues.ts'
import { datesOf, seriesOf } from './series.ts'
import { commonRows, spokenColumns, type Check, type Statement } from '../statement.ts'
import { conditionsIn, onlyWords } from './conditions.ts'
import { sameRows } from './quantities.ts'

/** “X is the only one hired in 2002”, “only X has no tasks”: the rows with the second property are those of the first name. */
export const onlyFits: Check = (statement) => {
  const { text, names, facts } = statement
  if (!onlyWords.test(text) || conditionsIn(statement).length > 0) return null
  if (onlyOne.test(text)) return onlyOneFits(statement)
  const moved = onlyMoved(statement)
  if (moved !== null) return moved ? null : 'It is not the only one.'
  const [first, ...others] = names
  const match =
    /(?<!\p{L})(?:is|was|ist|es|fue|est|era) (?:the|der|die|das|el|la|le|il) (?:only|einzige\p{L}*|único|única|seule?)(?!\p{L})/iu.exec(
      text,
    )
  const isSubject = match !== null || /^[\s*_]{0,4}(?:only|nur|solo|sólo|seul\p{L}*)\s/iu.test(text)
  if (!isSubject || !first) return null
  const step = facts.steps.find(({ id }) => id === first.step)
  const properties = others.filter(
    (name) => name.step === first.step && name.column !== first.column && name.start > first.end,
  )
  const rows = properties.length > 0 ? commonRows(properties, first.step) : zeroRows(statement, first.step)
  if (rows === null || !step) return match !== null ? `Whether it is the only one does not follow from the rows.` : null
  const own =
    commonRows(
      names.filter((name) => name.step === first.step && name.column === first.column),
      first.step,
    ) ?? []
  const isTrue = sameRows(own, rows) && (!step.result.truncated || shownWords.test(text))
  return isTrue ? null : `It is not the only one.`
}

/** “2024 was the only year in which sales fell”: null if it isn't about a move. */
function onlyMoved(statement: Statement): boolean | null {
  const { text, names } = statement
  const isUp = riseWords.test(text)
  if (isUp === fallWords.test(text)) return null
  const found = seriesOf(statement)
  const dates = found.flatMap((series) => datesOf(names, series).flatMap(({ rows }) => rows))
  if (dates.length === 0) return null
  return found.some(({ column, order }) => {
    const moves = order.filter((row, at) => {
      const [value, before] = [column.numbers[row], column.numbers[order[at - 1] ?? -1]]
      return typeof value === 'number' && typeof before === 'number' && (isUp ? value > before : value < before)
    })
    return sameRows([...new Set(dates)], moves)
  })
}

const onlyOne = /^[\s*_]*(?:only|just) one (?!of\b)\p{L}+/iu

/** “Only one runner is from Lakeside”: one row has the name, or the row's number of what is counted is one. */
function onlyOneFits(statement: Statement): string | null {
  const { text, names, facts } = statement
  const [name, ...more] = names.filter(({ isDate }) => !isDate)
  const match = onlyOne.exec(text)
  if (!name || !match || more.length > 0) return null
  const [column] = spokenColumns(statement, { start: 0, end: match[0].length }).filter(
    ({ step }) => step.id === name.step,
  )
  const [row] = name.rows
  const step = facts.steps.find(({ id }) => id === name.step)
  const isOne = column && row !== undefined ? column.numbers[row] === 1 : name.rows.length === 1
  return isOne && step?.result.truncated === false ? null : 'It is not only one.'
}

/** “has no tasks”: the rows with zero or without a value. “has tasks”: the others. */
function zeroRows(statement: Statement, step: string): number[] | null {
  const [column, ...more] = spokenColumns(statement, { start: 0, end: statement.text.length }).filter(
    (one) => one.step.id === step,
  )
  if (!column || more.length > 0) return null
  const isZero = /\b(?:no|without|keine?)\b/i.test(statement.text)
  if (!isZero && statement.mentions.length > 0) return null
  return column.numbers.flatMap((value, row) => (((value ?? 0) === 0) === isZero ? [row] : []))
}
