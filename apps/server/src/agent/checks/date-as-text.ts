import { dialectFacts, message, type Cell, type Message } from '@parlance/contract'
import { quoteName, type DateText } from '@parlance/sql'
import type { AgentTurn } from '../contract.ts'
import { nameOf, pathOf, read } from '../look-up.ts'
import { lookUpLimit, mayRead, warning, type Check } from './check.ts'

/** Dates that are compared with a text or number that isn't a whole date, or that the database compares as text. */
export const dateAsText: Check = {
  isNote: false,
  quotesData: false,
  find: async (checked) => {
    const { found, turn } = checked
    const { hasLooseTypes } = dialectFacts[turn.catalogue.dialect]
    const doubtful = found.dateTexts.filter((one) => !one.isWhole || (one.isOrdered && (hasLooseTypes || !one.isDate)))
    const looked = doubtful.slice(0, lookUpLimit).map(async (one) => {
      // A real date is never stored as text.
      const isText = hasLooseTypes || !one.isDate
      if (isText && !mayRead(checked)) return []
      const text = isText ? storedText(one, await storedValues(one, turn).catch(() => []), turn) : partText(one, turn)
      return text ? [warning('date_as_text', text, { table: nameOf(one.table, turn), column: one.column })] : []
    })
    return (await Promise.all(looked)).flat()
  },
}

/** A few values, as the user sees them. */
async function storedValues({ table, column }: DateText, turn: AgentTurn): Promise<Cell[]> {
  const quoted = quoteName(column, turn.catalogue.dialect)
  const rows = await read(turn, `SELECT ${quoted} FROM ${pathOf(table, turn)} WHERE ${quoted} IS NOT NULL`, {}, 5)
  return rows.map(([cell]) => cell ?? null)
}

const isoDate = /^\d{4}-\d{2}-\d{2}(?:$|[T ])/
const otherDate = /^\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}(?:$|[T ])/

function storedText(one: DateText, stored: Cell[], turn: AgentTurn): Message | null {
  const texts = stored.filter((cell) => typeof cell === 'string')
  if (texts.length === 0 || texts.length < stored.length) return null
  const column = `${nameOf(one.table, turn)}.${one.column}`
  if (texts.every((text) => isoDate.test(text))) return one.isWhole ? null : partText(one, turn)
  if (!texts.every((text) => otherDate.test(text))) return null
  if (one.isOrdered) {
    return message(
      'The database compares {column} as text, because its dates do not begin with the year. Convert them to year, month, day first.',
      { column },
    )
  }
  return one.isWhole
    ? message('The dates of {column} are stored in another form than "{value}".', { column, value: one.value })
    : null
}

/** A part of a date, or a date in another order. Text that only begins like a date is a fair bound below. */
function partText(one: DateText, turn: AgentTurn): Message | null {
  const { value, isOrdered, isUpperBound, isNumber } = one
  const isBeginning = /^\d{4}(?:-\d{2})?$/.test(value) && !isNumber
  const { hasLooseTypes } = dialectFacts[turn.catalogue.dialect]
  if (isBeginning && isOrdered && !isUpperBound && (hasLooseTypes || !one.isDate)) return null
  return message(
    '{column} is a date, but the query compares it with {value}. Write the whole date, as in 2026-01-31.',
    {
      column: `${nameOf(one.table, turn)}.${one.column}`,
      value: isNumber ? value : `"${value}"`,
    },
  )
}
