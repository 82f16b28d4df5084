import { plural } from '../lexicon/plurals.ts'
import { comparedPeriods, defaultsIn, isAggregate, refsOf, tableKeyOf, type Query } from '../query.ts'
import { ancestors } from '../schema/graph.ts'
import { revenueMeasures } from '../schema/measures.ts'
import { columnOf, tableOf, type ColumnModel, type Schema, type TableModel } from '../schema/model.ts'
import { displayColumns, isLine, isMeasurable, mainDate } from '../schema/roles.ts'
import { rowWords, tableWords } from './describe.ts'

/** The table whose rows a query measures: its subject unless an aggregate says otherwise. */
export function measuredTable(schema: Schema, query: Query): TableModel {
  const measure = [...query.select, ...query.order].find((one) => isAggregate(one.expression))
  return tableOf(schema, measure === undefined ? query.subject : tableKeyOf(measure.expression))
}

/**
 * Follow-up questions that change a query, the most telling ones first. The caller filters out those that it doesn't
 * understand, or that ask for the same.
 */
export function followUps(schema: Schema, query: Query): string[] {
  const isAggregated = [...query.select, ...query.order].some((one) => isAggregate(one.expression))
  const hasPeriod = query.select.some((one) => one.expression.kind === 'period')
  const isCompared = comparedPeriods(query) !== null
  const measured = measuredTable(schema, query)
  const hasMonths =
    isAggregated && !hasPeriod && !isCompared && eventDate(schema, measured) !== null && query.having.length === 0
  const grouped = new Set(query.groups.map((one) => tableKeyOf(one)))
  const dimension = dimensionsOf(schema, measured).find((one) => !grouped.has(one.key))
  const own = defaultsIn(query.filters).flatMap((one) =>
    refsOf(one)
      .slice(0, 1)
      .map((ref) => `Include all ${tableWords(schema, ref.table)}`),
  )
  const average = averageOf(schema, query)
  if (average !== null) own.push(average)
  if (hasMonths) own.push('and by month?')
  if (hasPeriod) own.push('and by quarter?', 'and by year?')
  if (isCompared) own.push('list them')
  own.push(...lengthFollowUps(query, isAggregated))
  if (isAggregated && dimension !== undefined) own.push(`and by ${dimension.words}?`)
  return own
}

/** After 'orders per customer', their average; null for other answers. */
function averageOf(schema: Schema, { select, groups, limit }: Query): string | null {
  const [only, other] = select.filter((one) => isAggregate(one.expression))
  const key = groups.find((one) => one.kind === 'column' && columnOf(schema, one.ref).isKey)
  if (limit !== null || other !== undefined || only?.expression.kind !== 'rows' || key?.kind !== 'column') return null
  const rows = plural(rowWords(tableOf(schema, only.expression.table)))
  return `What is the average number of ${rows} per ${rowWords(tableOf(schema, key.ref.table))}?`
}

/** More or fewer rows, or how many a list has. */
function lengthFollowUps({ limit, order, groups }: Query, isAggregated: boolean): string[] {
  if (limit !== null) return order.length > 0 ? [`top ${limit === 10 ? 20 : 10} instead`] : []
  return !isAggregated && groups.length === 0 ? ['how many is that?'] : []
}

/** Something that rows can be grouped by: a table that they belong to, or a column with few different texts. */
interface Dimension {
  key: string
  words: string
}

const categoryWords = new Set(
  (
    'country region city state category type status segment gender sex department genre class kind color language nationality position role level grade continent district brand method channel ' +
    'priority size industry'
  ).split(' '),
)

/** The rows that people know best: whose, or of what, they ask first. */
const knownWords = 'customer client product user patient student member employee artist player'.split(' ')

/** The named tables that a table's rows belong to, those that people know best first. */
function ownersOf(schema: Schema, table: TableModel): TableModel[] {
  const rank = (one: TableModel) => {
    const at = knownWords.indexOf(one.words.at(-1) ?? '')
    return at < 0 ? knownWords.length : at
  }
  const owners = ancestors(schema, table).filter(
    (one) => one !== table && isNamed(one) && one.words.at(-1) !== 'address',
  )
  return owners.toSorted((left, right) => rank(left) - rank(right))
}

/** Categories first, because they make few groups. */
function dimensionsOf(schema: Schema, table: TableModel): Dimension[] {
  const known = ownersOf(schema, table)
  const isCategory = (one: TableModel) => categoryWords.has(one.words.at(-1) ?? '')
  const owners = [...known.filter(isCategory), ...known.filter((one) => !isCategory(one))]
  const columns = table.columns.filter((one) => one.kind === 'text' && categoryWords.has(one.words.at(-1) ?? ''))
  return [
    ...owners.map((one) => ({ key: one.key, words: rowWords(one) })),
    ...columns.map((one) => ({ key: '', words: one.words.join(' ') })),
  ]
}

/** Whether people know the rows by a name, and the table by plain words. */
function isNamed(table: TableModel): boolean {
  const [shown] = displayColumns(table)
  return !table.isView && shown !== undefined && !shown.isKey && shown.kind === 'text' && isPlain(table)
}

const shortestWord = 3

function isPlain(table: TableModel): boolean {
  return table.words.length <= 3 && table.words.every((word) => /^[a-z]+$/.test(word) && word.length >= shortestWord)
}

/** A table of links or of lines has no rows that people ask about. */
function isLinkTable(table: TableModel): boolean {
  return table.columns.every((one) => one.isKey || one.isForeignKey) || isLine(table)
}

const lifeWords = new Set([
  'birth',
  'born',
  'hire',
  'hired',
  'death',
  'founded',
  'create',
  'created',
  'added',
  'updated',
  'modified',
  'update',
])

/** The date of a table's rows that people follow over time, unlike a birth date; null if there is none. */
function eventDate(schema: Schema, table: TableModel): ColumnModel | null {
  const date = mainDate(schema, table)
  return date === null || date.kind === 'text' || date.words.some((word) => lifeWords.has(word)) ? null : date
}

const measureWords =
  'price amount total salary cost revenue budget income score rating weight height age length duration population capacity quantity balance sale point size area distance stock fee rate'.split(
    ' ',
  )

/** The column whose numbers matter most; null if it isn't clear that any does. */
function measureOf(table: TableModel): ColumnModel | null {
  const found = table.columns
    .filter((one) => isMeasurable(one))
    .map((column) => ({ column, rank: measureWords.indexOf(column.words.at(-1) ?? '') }))
    .filter(({ rank }) => rank >= 0)
    .toSorted((left, right) => left.rank - right.rank)
  return found[0]?.column ?? null
}

const ranked = 5

interface Ideas {
  trends: string[]
  rankings: string[]
  comparisons: string[]
  counts: string[]
}

function ideasOn(schema: Schema, table: TableModel): Ideas {
  const rows = plural(rowWords(table))
  const measure = measureOf(table)?.words.join(' ') ?? null
  const [owner] = ownersOf(schema, table)
  const counts = [`How many ${rows} are there?`]
  const rankings = owner === undefined ? [] : [`Which ${ranked} ${plural(rowWords(owner))} have the most ${rows}?`]
  if (measure !== null) counts.push(`What is the average ${measure} of ${rows}?`)
  if (measure !== null && isNamed(table)) rankings.push(`Which ${ranked} ${rows} have the highest ${measure}?`)
  return {
    trends: eventDate(schema, table)?.table === table ? [`How many ${rows} are there by month?`] : [],
    rankings,
    comparisons: comparisonsOf(rows, measure, dimensionsOf(schema, table)),
    counts,
  }
}

function comparisonsOf(rows: string, measure: string | null, [first, second]: readonly Dimension[]): string[] {
  if (first === undefined) return []
  if (measure === null) return [`How many ${rows} are there by ${first.words}?`]
  const average = `What is the average ${measure} of ${rows} by ${first.words}?`
  return second === undefined ? [average] : [average, `How many ${rows} are there by ${second.words}?`]
}

const noIdeas: Ideas = { trends: [], rankings: [], comparisons: [], counts: [] }

function revenueIdeas(schema: Schema, table: TableModel, about: readonly TableModel[]): Ideas {
  const known = ownersOf(schema, table)
  const asked = known.filter((one) => about.includes(one))
  if (about.length > 0 && asked.length === 0 && !about.includes(table)) return noIdeas
  const owners = [...asked, ...known.filter((one) => !asked.includes(one))]
  const [dimension] = dimensionsOf(schema, table)
  return {
    ...noIdeas,
    trends: ['What is the revenue by month?'],
    rankings: owners.slice(0, 2).map((one) => `Which ${ranked} ${plural(rowWords(one))} have the highest revenue?`),
    comparisons: dimension === undefined ? [] : [`What is the revenue by ${dimension.words}?`],
  }
}

/** The tables that questions are about: the given ones, then the most linked ones. */
const askedTables = 6

/**
 * Suggests trends, rankings, and comparisons over this schema, about the given tables first, and counts only after them.
 * The caller filters out those that it doesn't understand, or that return no rows.
 */
export function suggestions(schema: Schema, about: readonly TableModel[]): string[] {
  const plain = schema.tables.filter((one) => !one.isView && isPlain(one) && !isLinkTable(one))
  const linked = plain.toSorted((left, right) => links(schema, right) - links(schema, left))
  const tables = [...new Set([...about.filter((one) => plain.includes(one)), ...linked])].slice(0, askedTables)
  const ideas = tables.map((table) => ideasOn(schema, table))
  const [revenue] = revenueMeasures(schema, null)
  const isSold = revenue !== undefined && mainDate(schema, revenue.table) !== null
  const sold = isSold ? revenueIdeas(schema, revenue.table, about) : noIdeas
  const trends = [...sold.trends, ...ideas.flatMap((one) => one.trends)]
  const rankings = [...sold.rankings, ...mixed(ideas.map((one) => one.rankings))]
  const comparisons = [...sold.comparisons, ...mixed(ideas.map((one) => one.comparisons))]
  const counts = mixed(ideas.map((one) => one.counts))
  return [...new Set([...mixed([trends, rankings, comparisons]), ...counts])]
}

/** The first of each list, then the second of each, and so on. */
function mixed(lists: readonly (readonly string[])[]): string[] {
  const longest = Math.max(0, ...lists.map((one) => one.length))
  return Array.from({ length: longest }, (_, at) => lists.flatMap((one) => one.slice(at, at + 1))).flat()
}

function links(schema: Schema, table: TableModel): number {
  return schema.links.filter((link) => link.parent === table || link.child === table).length
}
