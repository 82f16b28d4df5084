import { textOf, type NameGroup, type Statement } from '../statement.ts'
import {
  agreed,
  allRows,
  figuresOf,
  has,
  placesOf,
  rowsOf,
  sumOf,
  valuesOf,
  type Context,
  type Verdict,
} from './context.ts'

/** “A and B are on hold”, “only C is in Bern”, “all but D opened in 2020”: names that rows have together. */
export function belongingHolds(context: Context): Verdict {
  const { groups, step, part } = context
  const isEvery = has(context, 'every')
  const except = part.tokens.find(({ kind }) => kind === 'except')
  // “hasn't been seen since May” was seen in May.
  const isSince = has(context, 'since')
  if (isEvery && except === undefined && !isSince && !has(context, 'not')) return allBelong(context)
  if (isSince !== has(context, 'not') || isEvery !== (except !== undefined)) return null
  const [subject, ...others] = groups
  if (!subject || others.length === 0 || !part.tokens.some(({ kind }) => kind === 'rows')) return null
  const columns = groups.map(({ names }) => names[0]?.column)
  if (new Set(columns).size < columns.length) return null
  // “none of A's files is overdue”: of the rows that have one name, none has the other.
  if (has(context, 'none')) return !isEvery && noneOf.test(textOf(context.statement, part)) ? isApart(context) : null
  const rows = rowsOf([subject], step)
  const said = rowsOf(others, step)
  if (rows === null || said === null || rows.length === 0) return null
  // “A ordered on May 2 and June 7”: on each of these days.
  const dates = others.flatMap(({ names }) => names)
  if (!isEvery && !has(context, 'only') && placesOf([subject]) === 1 && dates.every(({ isDate }) => isDate))
    return dates.every((date) => date.rows.some((row) => rows.includes(row)))
  if (isEvery) return except !== undefined && except.start < subject.start && hasAllBut(allRows(step), { rows, said })
  if (!rows.every((row) => said.includes(row))) return rows.some((row) => said.includes(row)) ? null : false
  return has(context, 'only') ? said.length === rows.length : true
}

/** “All six are in service”, “all of A's boats are in service”. */
function allBelong({ groups, step, part, statement }: Context): Verdict {
  const every = part.tokens.find(({ kind }) => kind === 'every')
  const [first, second, ...more] = groups
  const said = second ?? first
  if (!every || !first || !said || more.length > 0 || first.start < every.end || placesOf([said]) > 1) return null
  if (!copula.test(statement.text.slice(second ? first.end : every.end, said.start))) return null
  const rows = second ? rowsOf([first], step) : allRows(step)
  const own = rowsOf([said], step)
  if (rows === null || own === null || rows.length === 0 || own.length === 0) return null
  return rows.every((row) => own.includes(row))
}

const copula =
  /(?<!\p{L})(?:is|are|was|were|come|came|comes|belongs?|opened|located|based|reports?|fly|flies|lives?|use|uses|works?)(?!\p{L})/iu

/** “Three phones are sold by A”, “four of the ten companies are in B”, “B has two: C and D”: how many rows have a name. */
export function rowsCounted({ part, groups, step, statement }: Context): Verdict {
  const [figure, ...more] = figuresOf(part)
  const [group, list, ...others] = groups
  if (!figure || !group || more.length + others.length > 0 || figure.condition !== null) return null
  const { value, kind } = figure.mention
  const rows = rowsOf([group], step)
  if (rows === null || placesOf([group]) > 1 || kind !== 'value' || rows.length < 2) return null
  const listed = list ? rowsOf([list], step) : null
  if (list && (placesOf([list]) !== value || listed === null || list.start < figure.end)) return null
  if (listed && !listed.every((row) => rows.includes(row))) return false
  const after = statement.text.slice(figure.mention.end)
  if (rows.length === value) return /^ \p{L}/u.test(after) ? true : null
  const isOfRows = ofThings.test(after) && verbed.test(statement.text.slice(figure.end, group.start))
  return isOfRows && !list && value !== null && value <= step.result.rows.length ? false : null
}

const verbed = /^ (?:of (?:the|these|our|all) )?(?:\p{L}+ ){0,3}(?:is|are|was|were|come|came)(?!\p{L})/iu
const ofThings = /^ of (?:the|these|our|all)(?!\p{L})/iu

/** “Most orders are open”: the rows of a name have more than half of all. */
export function majorityHolds(context: Context): Verdict {
  const { part, groups, step, columns, isSpoken, statement } = context
  const most = part.tokens.find(({ kind }) => kind === 'most')
  const [group, ...others] = groups
  if (!most || !group || others.length > 0 || group.start < most.end || figuresOf(part).length > 0) return null
  const [row, ...moreRows] = rowsOf([group], step) ?? []
  // “Most of A's passengers are from abroad”: a column that is a part of another one.
  const parts = statement.facts.derived.filter(
    (one) => one.step === step && one.relation === 'part' && one.of.every((column) => columns.includes(column)),
  )
  if (columns.length === 2 && parts.length === 1 && row !== undefined && moreRows.length === 0)
    return parts.every(({ numbers }) => (numbers[row] ?? 0) > 50)
  if (!copula.test(statement.text.slice(most.end, group.start))) return null
  const rows = rowsOf([group], step)
  if (rows === null || rows.length === 0) return null
  if (!isSpoken) return rows.length > allRows(step).length / 2
  const counts = columns.filter(({ isCount }) => isCount)
  return agreed(context, counts, {
    isCertain: true,
    holds: (column) => sumOf(valuesOf(column, rows)) > sumOf(valuesOf(column, allRows(step))) / 2,
  })
}

const noneOf = /^[\s*_]*(?:none|not one) of(?!\p{L})/iu

function isApart({ groups, step }: Context): Verdict {
  const sets = groups.map((group) => rowsOf([group], step) ?? [])
  if (sets.length !== 2 || sets.some((rows) => rows.length === 0)) return null
  return !sets[0]?.some((row) => sets[1]?.includes(row))
}

function hasAllBut(
  all: readonly number[],
  { rows, said }: { rows: readonly number[]; said: readonly number[] },
): boolean {
  return all.every((row) => said.includes(row) !== rows.includes(row))
}

/** “A (Bern)”, “A, a Swiss shop”, “A in Bern”: a name that follows another one of the same row. @returns whether it isn't in that row */
export function isMisplaced({ text, facts }: Statement, [one, other]: readonly [NameGroup, NameGroup]): boolean {
  if (one.names.length * other.names.length > mostPairs || one.end >= other.start) return false
  if (!appositionBetween.test(text.slice(one.end, other.start))) return false
  const pairs = one.names.flatMap((name) =>
    other.names.flatMap((said) => (said.step === name.step && said.column !== name.column ? [{ name, said }] : [])),
  )
  return (
    pairs.length > 0 &&
    pairs.length === one.names.length * other.names.length &&
    pairs.every(({ name, said }) => {
      const { result } = facts.steps.find(({ id }) => id === name.step) ?? {}
      const cells = result?.rows.map((row) => row[name.column]) ?? []
      return new Set(cells).size === cells.length && !name.rows.some((row) => said.rows.includes(row))
    })
  )
}

/** Pairs of names that are compared; longer lists say nothing of each other. */
const mostPairs = 16

const appositionBetween =
  /^[*_"”’]{0,3}(?:,? (?:an?|the|based in|located in|headquartered in|from|in) (?:the )?|\s?\()[*_"“‘]{0,3}(?:\p{L}+ )?$/iu

/** “A and B each placed two orders”: the rows of each name. */
export function countsHold({ part, groups, isSpoken }: Context): Verdict {
  const [figure, ...more] = figuresOf(part)
  const [group, ...others] = groups
  if (!figure || !group || isSpoken || more.length + others.length > 0 || figure.condition !== null) return null
  // “Each clerk has two open files” isn't about the open ones.
  if (part.tokens.some(({ kind, start }) => kind === 'every' && start < group.end)) return null
  const isCount = group.names.every(({ rows, isDate }) => !isDate && rows.length === figure.mention.value)
  return isCount && figure.mention.kind === 'value' ? true : null
}
