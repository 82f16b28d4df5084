import { rankOf, type FactColumn } from '../facts.ts'
import type { NamedRows } from '../named-rows.ts'
import { columnsFor, groupsOf, type Check, type NameGroup, type Statement } from '../statement.ts'

/** “followed by B and C”, “ahead of B and C”: the names come in the order of their numbers. */
const orderWords =
  /(?<!\p{L})(?:followed by|ahead of|then|before|gefolgt von|vor|seguid[oa]s? (?:de|por)|por delante de|suivie?s? (?:de|par)|devant|seguit[oa] da)(?!\p{L})/iu
/** “are the top three”, “the two largest”. */
const topWords =
  /(?<!\p{L})(?:(top|bottom) (two|three|four|five|\d{1,2})|(?:the )?(two|three|four|five|\d{1,2}) (largest|biggest|highest|smallest|lowest|best|worst|strongest|weakest))(?!\p{L})/iu
const sizes = new Map([
  ['two', 2],
  ['three', 3],
  ['four', 4],
  ['five', 5],
])

/** “A leads, followed by B and C”, although C has more than B, or another one is between them. */
export const ordersHold: Check = (statement) => {
  const { text } = statement
  const match = orderWords.exec(text)
  if (!match) return null
  const groups = groupsOf(statement)
  const before = groups.findLast(({ end }) => end <= match.index)
  const after = groups.filter(({ start }) => start >= match.index + match[0].length)
  const isSuccession = /^(?:followed|gefolgt|seguid|suivi|seguit)/i.test(match[0])
  const isComparison = !isSuccession && after.length < 2 && new Set(after[0]?.names.map(({ start }) => start)).size < 2
  if (!before || after.length === 0 || isComparison) return null
  const outcomes = candidates(statement).flatMap((column): boolean[] => {
    const rows = [before, ...after].flatMap((group) => rowsInOrder(group, column))
    if (rows.length < 2 || rows.length !== new Set(rows).size) return []
    return (['high', 'low'] as const).some((direction) => isInOrder(column, { rows, direction, isSuccession }))
      ? [true]
      : [false]
  })
  return outcomes.length > 0 && !outcomes.includes(true) ? 'They are in another order.' : null
}

/** “A, B and C are the top three”, although another one has more than C. */
export const topsHold: Check = (statement) => {
  const { text } = statement
  const match = topWords.exec(text)
  const size = match ? (sizes.get((match[2] ?? match[3] ?? '').toLowerCase()) ?? Number(match[2] ?? match[3])) : 0
  const group = groupsOf(statement).find(({ names }) => new Set(names.map(({ start }) => start)).size === size)
  if (!match || !group || size < 2) return null
  const isLow = /bottom|smallest|lowest|worst|weakest/i.test(match[0])
  const outcomes = candidates(statement).flatMap((column): boolean[] => {
    const rows = rowsInOrder(group, column)
    if (rows.length !== size) return []
    return [rows.every((row) => (rankOf(column, row, isLow ? 'low' : 'high') ?? Infinity) <= size)]
  })
  return outcomes.length > 0 && !outcomes.includes(true) ? `They are not the ${match[0].trim()}.` : null
}

const listMark = /^\s*(\d{1,2})[.)]\s/

/** “2. Spain: 28”: the place in a numbered list is that of the figure, or of the row. */
export const listPlacesFit: Check = (statement) => {
  const place = Number(listMark.exec(statement.text)?.[1] ?? 0)
  const [name] = statement.names.filter(({ rows, isDate }) => !isDate && rows.length === 1)
  const [row] = name?.rows ?? []
  const column = statement.mentions
    .flatMap(({ meanings }) => meanings)
    .find(({ op, column: own }) => op === 'cell' && own?.role === 'number' && own.step.id === name?.step)?.column
  if (place === 0 || row === undefined || !column) return null
  const isAscending = column.numbers.every((value, at) => at === 0 || (value ?? 0) >= (column.numbers[at - 1] ?? 0))
  const isTrue = row + 1 === place || rankOf(column, row, isAscending ? 'low' : 'high') === place
  return isTrue ? null : 'It is in another place.'
}

/** The columns that the order may be by: those whose figures are beside the names, else those that are spoken of. */
function candidates(statement: Statement): FactColumn[] {
  const stated = statement.mentions.flatMap(({ meanings }) =>
    meanings.flatMap(({ op, column }) => (op === 'cell' && column?.role === 'number' ? [column] : [])),
  )
  const spoken = columnsFor(statement, { start: 0, end: statement.text.length })
  const both = spoken.filter((column) => stated.includes(column))
  if (both.length > 0) return both
  return stated.length > 0 ? [...new Set(stated)] : spoken
}

function rowsInOrder({ names }: NameGroup, { step }: FactColumn): number[] {
  const isSingle = (name: NamedRows): boolean => name.step === step.id && name.rows.length === 1
  return [...new Set(names.filter(isSingle).flatMap(({ rows }) => rows))]
}

function isInOrder(
  column: FactColumn,
  { rows, direction, isSuccession }: { rows: readonly number[]; direction: 'high' | 'low'; isSuccession: boolean },
): boolean {
  const ranks = rows.map((row) => rankOf(column, row, direction))
  // A ranking from the smallest number begins with it.
  if (direction === 'low' && ranks[0] !== 1) return false
  return ranks.every((rank, at) => {
    const before = ranks[at - 1]
    if (rank === null || before === null) return false
    if (before === undefined) return true
    return rank >= before && (!isSuccession || at > 1 || rank - before <= 1 || hasTie(column, rows[at - 1] ?? 0))
  })
}

function hasTie({ numbers }: FactColumn, row: number): boolean {
  return numbers.filter((value) => value === numbers[row]).length > 1
}
