import { singular } from '@parlance/retrieval'
import { tableKeyOf, sameExpression, type Expression, type Scalar } from '../query.ts'
import { columnOf, type ColumnModel, type Schema, type TableModel } from './model.ts'
import { ancestors } from './graph.ts'
import { isPeople } from './people.ts'

export function isNumeric(column: ColumnModel): boolean {
  return column.kind === 'integer' || column.kind === 'number'
}

/** A number that can be added up: not a key, a code, or a year. */
export function isMeasurable(column: ColumnModel): boolean {
  const last = column.words.at(-1) ?? ''
  return isNumeric(column) && !column.isKey && !column.isForeignKey && !['id', 'year', 'code', 'zip'].includes(last)
}

const countedNouns = new Set(
  (
    'credit goal point vote hour minute second day unit item piece sale copy seat passenger death injury room bed mile win loss medal star view like visitor attendance employee ' +
    'audience enrollment stock download click share dollar follower member student guest inhabitant population floor storey story game assist run page stop award yard shop store branch'
  ).split(' '),
)

/** Whether a column is named after what it counts: 'hours', 'votes'. */
export function isCounted(column: ColumnModel): boolean {
  return countedNouns.has(singular(column.words.at(-1) ?? ''))
}

const amountWords = new Set(['amount', 'total', 'quantity', 'expense', 'revenue', 'donation', 'visitor', 'visit'])

/** Whether the numbers of several rows make one together: hours and amounts do, prices and ages don't. */
export function isAdditive(column: ColumnModel): boolean {
  return isMeasurable(column) && (isCounted(column) || amountWords.has(singular(column.words.at(-1) ?? '')))
}

export function isTemporal(column: ColumnModel): boolean {
  if (column.isTime === true && !isNumeric(column)) return true
  if (column.computed !== undefined) return false
  if (column.kind === 'date' || column.kind === 'timestamp') return true
  if (column.kind !== 'text' && column.kind !== 'other') return false
  const last = column.words.at(-1) ?? ''
  const spoken = column.words.join(' ')
  return (
    last === 'date' ||
    last === 'datetime' ||
    last === 'timestamp' ||
    /^date\b/.test(spoken) ||
    (last === 'at' && column.words.length > 1)
  )
}

const nameWords = ['name', 'title', 'label', 'subject', 'headline', 'caption']
const givenNames = ['first name', 'given name', 'forename']
const familyNames = ['last name', 'surname', 'family name']

/** Whether a column has given names or family names, which are only a part of a person's name. */
export function isNamePart({ words }: ColumnModel): boolean {
  const name = words.slice(-2).join(' ')
  return [...givenNames, ...familyNames].includes(name) || ['forename', 'surname'].includes(words.at(-1) ?? '')
}

/** Words that mark a name as someone else's, such as a recipient's. */
const addressees = new Set(['ship', 'shipping', 'bill', 'billing', 'recipient', 'delivery', 'contact'])

/** The columns that identify a row to people: its name or title, or first and last name; else its key. */
export function displayColumns(table: TableModel): ColumnModel[] {
  const own = table.words.join(' ')
  const exact = (wanted: string) =>
    table.columns.find((one) => one.words.join(' ') === wanted || one.words.join(' ') === `${own} ${wanted}`)
  const first = givenNames.map(exact).find((one) => one !== undefined)
  const last = familyNames.map(exact).find((one) => one !== undefined)
  if (first !== undefined && last !== undefined && exact('name') === undefined) return [first, last]
  for (const word of nameWords) {
    const found = exact(word)
    if (found !== undefined) return [found]
  }
  const byOwnName = exact(own)
  if (byOwnName !== undefined && !byOwnName.isKey) return [byOwnName]
  const ending = table.columns.find(
    (one) =>
      nameWords.includes(one.words.at(-1) ?? '') &&
      !one.isForeignKey &&
      one.words.length <= 3 &&
      !addressees.has(one.words[0] ?? ''),
  )
  if (ending !== undefined) return [ending]
  if (last !== undefined) return [last]
  return table.primaryKey.length > 0 ? table.primaryKey : table.columns.slice(0, 1)
}

const mainDateWords = [
  'order',
  'invoice',
  'sale',
  'payment',
  'transaction',
  'purchase',
  'booking',
  'rental',
  'event',
  'created',
  'create',
  'placed',
  'start',
  'posted',
  'issued',
  'opened',
  'date',
]
const sideDateWords = [
  'update',
  'updated',
  'modified',
  'ship',
  'shipped',
  'required',
  'due',
  'return',
  'returned',
  'paid',
  'closed',
  'completed',
  'resolved',
  'birth',
  'end',
  'expiry',
  'delivery',
  'delivered',
  'deleted',
  'cancelled',
  'last',
]

/** How likely a date is the row's own; a lower rank wins. */
const dateRanks = {
  /** The date that the area chose for the table. */
  chosen: -0.5,
  /** A date named after its table. */
  own: 0,
  /** The date when something was done or entered. */
  main: 1,
  /** Any other date. */
  plain: 2,
  /** A date of a later step, or of something else. */
  side: 3,
  /** Added for a table that is neither the row's own nor an event: its side dates lose to every event. */
  foreignTable: 3,
  /** Subtracted for an event: of equal ranks, the event's date wins. */
  event: -0.5,
  /** Any owner is a step away; of two owners, the nearer one wins a tie. */
  owner: 1,
  perOwner: 0.01,
}

function dateRank(column: ColumnModel): number {
  if (column.isTime === true) return dateRanks.chosen
  if (column.words.some((word) => sideDateWords.includes(word))) return dateRanks.side
  const own = column.table.words
  if (column.words.some((word) => own.includes(word))) return dateRanks.own
  return column.words.some((word) => mainDateWords.includes(word)) ? dateRanks.main : dateRanks.plain
}

/** The date columns of a table, the row's own date first. */
export function dateColumns(table: TableModel): ColumnModel[] {
  return table.columns.filter(isTemporal).sort((left, right) => dateRank(left) - dateRank(right))
}

const lifeWords = new Set(['birth', 'born', 'dob', 'birthday', 'birthdate', 'death', 'died', 'deceased'])

/** The date when a table's rows happened or were entered; null if it has only dates of other things, or none. */
export function ownDate(table: TableModel): ColumnModel | null {
  const dates = dateColumns(table).filter((one) => !isOfLife(one) && one.kind !== 'text')
  const [first, other] = dates
  if (first === undefined || dateRank(first) < dateRanks.side) return first ?? null
  // 'returned_on' of returns, 'paid_on' of payments: the step is what the rows are.
  const isStep = first.words.some((word) => table.words.some((own) => word.startsWith(own))) || hasEventName(table)
  return other === undefined && isStep ? first : null
}

const lineWords = new Set(['detail', 'item', 'line', 'entry', 'map', 'mapping', 'link'])

/** Whether a table's rows are only parts of others, or link them: order lines. */
export function isLine({ words }: TableModel): boolean {
  return words.length > 1 && lineWords.has(words.at(-1) ?? '')
}

/** Whether a date says when someone was born or died, which dates nothing that they did. */
export function isOfLife(column: ColumnModel): boolean {
  return column.words.some((word) => lifeWords.has(word))
}

const eventTables = new Set([
  'order',
  'invoice',
  'sale',
  'payment',
  'transaction',
  'purchase',
  'booking',
  'rental',
  'visit',
  'event',
  'appointment',
  'trip',
  'shipment',
  'receipt',
  'bill',
])

function hasEventName(table: TableModel): boolean {
  return table.words.some((word) => eventTables.has(word))
}

/** How far a date of `table` is from being the date of a row of `base`; lower is nearer. */
function datingRank(column: ColumnModel, base: TableModel, steps: number): number {
  const isEvent = hasEventName(column.table)
  const isOwn = column.table === base
  return (
    steps +
    dateRank(column) +
    (isOwn || isEvent ? 0 : dateRanks.foreignTable) +
    (isEvent && !isOwn ? dateRanks.event : 0)
  )
}

/** Whether a table's date may be that of what belongs to it: a sale dates its lines, but a seller no customers. */
function datesOwned(owner: TableModel): boolean {
  return !isPeople(owner)
}

/** Of the tables that link a subject to others, the date of what happened, not of what was only entered. */
export function dateOfEvent(tables: readonly TableModel[]): ColumnModel | null {
  const [best] = tables
    .flatMap((one) => dateColumns(one).slice(0, 1))
    .map((column) => ({
      column,
      rank: datingRank(column, column.table, 0) + (hasEventName(column.table) ? dateRanks.event : 0),
    }))
    .toSorted((left, right) => left.rank - right.rank)
  return best?.column ?? null
}

/**
 * The column with a row's date: its own, or that of the event that it belongs to (an order's line has its order's date,
 * not the date when its product was entered); null if there is none.
 */
export function mainDate(schema: Schema, table: TableModel): ColumnModel | null {
  const ranked = ancestors(schema, table).flatMap((one, at) =>
    (at === 0 || datesOwned(one) ? dateColumns(one) : [])
      .filter((date) => !isOfLife(date))
      .slice(0, 1)
      .map((column) => ({
        column,
        rank: datingRank(column, table, at === 0 ? 0 : dateRanks.owner + at * dateRanks.perOwner),
      })),
  )
  const [best] = ranked.toSorted((left, right) => left.rank - right.rank)
  return best?.column ?? null
}

/** Whether an expression describes groups, not their rows: it is what groups them, or a column of the rows behind them. */
export function describesGroup(schema: Schema, groups: readonly Scalar[], expression: Expression): boolean {
  return groups.some(
    (one) =>
      sameExpression(one, expression) ||
      (one.kind === 'column' && columnOf(schema, one.ref).isKey && one.ref.table === tableKeyOf(expression)),
  )
}
