import { momentInCell, chartSeriesLimit } from '@parlance/contract'
import type { Cell } from '@parlance/contract'
import { compareCells } from '../../../lib/cell-text.ts'
import { chartCategoryLimit, chartPointLimit } from '../../../lib/charts/limits.ts'
import { emptyAccumulator, merge, resultOf, type Accumulator } from './accumulator.ts'
import { breathing, isLook, type Breath } from '../../../lib/breath.ts'
import type { ChartData, ChartRequest } from './chart-contract.ts'
import type { Aggregation, ChartSettings } from './chart-settings.ts'
import type { Groups } from './group-rows.ts'
import { labelOf } from './labels.ts'

/** The rows of a heat map need no colors of their own. */
const heatMapSeriesLimit = 30
/** The slices other than 'Other' that a palette can distinguish. */
const pieLimit = chartSeriesLimit - 1

/** The number of dates that bars or a heat map have room for; the latest are shown. */
const dateLimit = 100
const leastKey = Number.NEGATIVE_INFINITY
/** How many times as large as the largest group 'Other' may be. */
const dwarfingFactor = 3

type Breathe = () => Promise<void>
type Cells = Groups['cells'][number]

/** Sorts groups, keeps those to show, and merges the rest into 'Other'. */
export async function arrange(
  groups: Groups,
  { shape, settings, words, locale }: Omit<ChartRequest, 'rows'>,
  breath: Breath,
): Promise<ChartData> {
  const breathe = breathing(breath)
  const { type, x, aggregation } = settings
  const isLine = type === 'line' || type === 'area'
  const isDate = x !== null && shape.roles[x] === 'date'
  const isCalendar = isDate && isLine
  // Dates in the middle of an axis cannot be left out, so they stay in calendar order while there is room.
  const isWhole = isLine || (isDate && type !== 'pie')
  const { series, names, joinedSeries, seriesLeftOut } = await arrangeSeries(
    groups,
    { shape, settings, words, locale },
    breathe,
  )
  const room = Math.max(1, Math.floor(chartPointLimit / Math.max(1, series.length)))
  const totals = await totalsOf(series, groups, aggregation, breathe)
  const moments = isDate && isWhole ? await momentsOf(groups.categories, breathe) : null
  const candidates = groups.categories.flatMap((_, index) =>
    isCalendar && moments?.[index] === leastKey ? [] : [index],
  )
  const kept = greatest(candidates, moments ?? totals, limitOf(settings, { isLine, isWhole, isCalendar, room }))
  const shown = ordered([...kept], {
    categories: groups.categories,
    keys: isCalendar ? (moments ?? totals) : totals,
    settings,
    isDate,
    isCalendar,
  })
  // A share cannot be negative.
  const negative = type === 'pie' ? shown.filter((index) => isBelowZero(totals[index])).length : 0
  const left = candidates.filter((index) => !kept.has(index))
  const others = isWhole ? [] : await joinedOthers(left, series, breathe)
  const rest = totalOf(others, aggregation)
  const isDwarfing = type !== 'pie' && isTooLarge(rest, Math.max(...shown.map((index) => totals[index] ?? leastKey)))
  const isOwing = type === 'pie' && isBelowZero(rest)
  const hasOther = left.length > 0 && !isWhole && !isDwarfing && !isOwing
  return {
    kind: 'groups',
    isCalendar,
    categories: [
      ...shown.map((index) => {
        const cell = groups.categories[index] ?? null
        return { cell, label: labelOf(cell, { isDate, words, locale }), isOther: false }
      }),
      ...(hasOther ? [{ cell: null, label: words.other, isOther: true }] : []),
    ],
    series: series.map((cells, position) => ({
      name: names[position] ?? '',
      values: [...shown.map((index) => cells[index]), ...(hasOther ? [others[position]] : [])].map((group) =>
        valueOf(group, aggregation),
      ),
    })),
    notes: {
      skipped: groups.skipped + (groups.categories.length - candidates.length) + negative + (isOwing ? left.length : 0),
      others: hasOther ? left.length : 0,
      leftOut: isDwarfing ? left.length : 0,
      otherSeries: joinedSeries,
      seriesLeftOut,
      cut: isWhole && left.length > 0 ? { drawn: shown.length, of: candidates.length } : null,
    },
  }
}

function limitOf(
  { type, limit }: ChartSettings,
  { isLine, isWhole, isCalendar, room }: { isLine: boolean; isWhole: boolean; isCalendar: boolean; room: number },
): number {
  if (isLine) return isCalendar ? room : Math.min(room, chartCategoryLimit)
  if (isWhole) return dateLimit
  return type === 'pie' ? Math.min(limit, pieLimit) : limit
}

/** The series to show; the last is 'Other' if there are more than the palette has colors. */
async function arrangeSeries(
  groups: Groups,
  { shape, settings, words, locale }: Omit<ChartRequest, 'rows'>,
  breathe: Breathe,
): Promise<{ series: Cells[]; names: string[]; joinedSeries: number; seriesLeftOut: number }> {
  const { series: column, aggregation } = settings
  const nameOf = (value: Cell): string => {
    if (column !== null) return labelOf(value, { isDate: shape.roles[column] === 'date', words, locale })
    return typeof value === 'number' ? (shape.columns[value]?.name ?? '') : words.count
  }
  const totals: number[] = []
  for (const cells of groups.cells) totals.push(numberOrLeast(valueOf(await joined(cells, breathe), aggregation)))
  const positions = groups.cells.map((_, index) => index)
  const most = settings.type === 'heatmap' ? heatMapSeriesLimit : chartSeriesLimit
  const room = positions.length > most ? most - 1 : most
  const kept = greatest(positions, totals, room)
  const shown = positions.filter((index) => kept.has(index))
  const rest = positions.filter((index) => !kept.has(index))
  const series = shown.map((index) => groups.cells[index] ?? [])
  const names = shown.map((index) => nameOf(groups.series[index] ?? null))
  if (rest.length === 0) return { series, names, joinedSeries: 0, seriesLeftOut: 0 }
  const other: Cells = []
  for (const index of groups.categories.keys()) {
    if (isLook(index)) await breathe()
    other[index] = joinFew(rest.map((at) => groups.cells[at]?.[index]))
  }
  const total = numberOrLeast(valueOf(await joined(other, breathe), aggregation))
  if (isTooLarge(total, Math.max(...shown.map((index) => totals[index] ?? leastKey))))
    return { series, names, joinedSeries: 0, seriesLeftOut: rest.length }
  return { series: [...series, other], names: [...names, words.other], joinedSeries: rest.length, seriesLeftOut: 0 }
}

interface Ordering {
  categories: Cell[]
  keys: number[]
  settings: ChartSettings
  isDate: boolean
  isCalendar: boolean
}

function ordered(indexes: number[], { categories, keys, settings, isDate, isCalendar }: Ordering): number[] {
  const key = (index: number) => keys[index] ?? leastKey
  const cell = (index: number) => categories[index] ?? null
  const rising = (one: number, other: number) => (key(one) < key(other) ? -1 : Number(key(one) > key(other)))
  const given = indexes.toSorted((one, other) => one - other)
  if (isCalendar) return given.toSorted(rising)
  const byName = (one: number, other: number) => {
    const [left, right] = [cell(one), cell(other)]
    if (left === null || right === null) return Number(left === null) - Number(right === null)
    return isDate ? (momentInCell(left) ?? 0) - (momentInCell(right) ?? 0) : compareCells(left, right, false)
  }
  switch (settings.sort) {
    case 'given':
      return given
    case 'value':
      return given.toSorted(rising)
    case 'value-desc':
      return given.toSorted((one, other) => rising(other, one))
    case 'name':
      return given.toSorted(byName)
    case 'name-desc':
      return given.toSorted((one, other) => byName(other, one))
  }
}

/** The positions with the greatest keys; of equal ones the first. */
function greatest(positions: number[], keys: number[], limit: number): Set<number> {
  if (positions.length <= limit) return new Set(positions)
  const key = (index: number) => keys[index] ?? leastKey
  // A typed array sorts without a callback per comparison, so a hundred thousand values fit in a frame.
  const least = Float64Array.from(positions, key).sort().at(-limit) ?? leastKey
  const above = positions.filter((index) => key(index) > least)
  const equal = positions.filter((index) => key(index) === least)
  return new Set([...above, ...equal.slice(0, limit - above.length)])
}

/** The time of each category; values that are not dates come first. */
async function momentsOf(categories: Cell[], breathe: Breathe): Promise<number[]> {
  const moments: number[] = []
  for (const [index, cell] of categories.entries()) {
    if (isLook(index)) await breathe()
    moments.push(momentInCell(cell) ?? leastKey)
  }
  return moments
}

/** The total of each category over all series, used only for sorting. */
async function totalsOf(
  series: Cells[],
  { categories }: Groups,
  aggregation: Aggregation,
  breathe: Breathe,
): Promise<number[]> {
  const totals: number[] = []
  for (const index of categories.keys()) {
    if (isLook(index)) await breathe()
    const [only] = series
    const group = series.length === 1 ? only?.[index] : joinFew(series.map((cells) => cells[index]))
    totals.push(numberOrLeast(valueOf(group, aggregation)))
  }
  return totals
}

async function joined(groups: (Accumulator | undefined)[], breathe: Breathe): Promise<Accumulator | undefined> {
  let into: Accumulator | undefined
  for (const [index, group] of groups.entries()) {
    if (isLook(index)) await breathe()
    if (group !== undefined) merge((into ??= emptyAccumulator()), group)
  }
  return into
}

/** The rest of each series as one group; empty if there is no rest. */
function joinedOthers(left: number[], series: Cells[], breathe: Breathe): Promise<(Accumulator | undefined)[]> {
  if (left.length === 0) return Promise.resolve([])
  return Promise.all(
    series.map((cells) =>
      joined(
        left.map((at) => cells[at]),
        breathe,
      ),
    ),
  )
}

function totalOf(groups: (Accumulator | undefined)[], aggregation: Aggregation): number {
  return numberOrLeast(valueOf(joinFew(groups), aggregation))
}

function isTooLarge(rest: number, largest: number): boolean {
  return rest !== leastKey && Math.abs(rest) > dwarfingFactor * Math.abs(largest)
}

function joinFew(groups: (Accumulator | undefined)[]): Accumulator | undefined {
  let into: Accumulator | undefined
  for (const group of groups) if (group !== undefined) merge((into ??= emptyAccumulator()), group)
  return into
}

function numberOrLeast(value: string | null): number {
  return value === null ? leastKey : Number(value)
}

function isBelowZero(total: number | undefined): boolean {
  return total !== undefined && total !== leastKey && total < 0
}

function valueOf(group: Accumulator | undefined, aggregation: Aggregation): string | null {
  return group === undefined ? null : resultOf(group, aggregation)
}
