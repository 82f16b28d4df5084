import { meantDigits, mostSourceRows, type Cell, type FigureSource } from '@parlance/contract'
import Big from 'big.js'
import type { CellReference, ComputedReference, CountReference, Reference, Selector } from './notation.ts'
import { columnNamed, placedRows, stepNamed, type PlacedRow, type Step, type StepColumn } from './step.ts'

/** What a figure is, which decides how it is written. */
export type FigureKind = 'cell' | 'count' | 'number' | 'percent' | 'ratio' | 'rank'

/** A reference with its value. */
export interface Figure {
  kind: FigureKind
  /** The number; null for a text, a missing value, or a masked cell that isn't a number. */
  value: Big | null
  /** The cell of a reference to one. */
  cell: Cell
  /** The column that decides about decimals and grouping; null if there is none. */
  column: StepColumn | null
  sources: FigureSource[]
}

type Outcome = Figure | { error: string }

/** Decimals of a quotient, more than any style shows. */
const divisionDigits = 20

// Its own constructor, so that no one else's settings change the precision.
const Decimal = Big()
Decimal.DP = divisionDigits
Decimal.RM = Decimal.roundHalfUp

/**
 * Computes a reference over the results of the turn, exactly. Whatever isn't certain is an error in words for the model:
 * several rows fit, none fits, the result was cut, a value is masked or is not a number.
 */
export function resolveReference(reference: Reference, steps: readonly Step[]): Outcome {
  switch (reference.is) {
    case 'cell':
      return cellFigure(reference, steps)
    case 'count':
      return countFigure(reference, steps)
    case 'sum':
    case 'avg':
    case 'median':
    case 'min':
    case 'max':
      return aggregate(reference, reference.is, steps)
    case 'share':
      return share(reference, steps)
    case 'diff':
    case 'ratio':
    case 'change':
      return comparison(reference, reference.is, steps)
    case 'rank':
      return rank(reference, steps)
  }
}

function cellFigure(reference: CellReference, steps: readonly Step[]): Outcome {
  const place = placeOf(reference, steps)
  if ('error' in place) return place
  const { found, column } = place
  const [first] = found
  if (!first) return { error: `${describe(reference)} is in no row.` }
  if (found.length > 1) {
    return {
      error: `${describe(reference)} is in ${found.length} rows. Add a condition, name the row by its position, or use sum, avg, min, or max.`,
    }
  }
  const cell = first.row[column.index] ?? null
  const value = column.step.masked.has(column.index) ? null : numberOf(cell)
  return { kind: 'cell', value, cell, column, sources: [sourceOf(column, [first])] }
}

function countFigure({ step: id, selector }: CountReference, steps: readonly Step[]): Outcome {
  const step = stepNamed(id, steps)
  if ('error' in step) return step
  if (step.result.truncated) return cut(step)
  const rows = selectRows(selector, step)
  if ('error' in rows) return rows
  const sources = [{ step: step.id, column: null, rows: selector.by === 'all' ? null : indexes(rows) }]
  return { kind: 'count', value: new Decimal(rows.length), cell: rows.length, column: null, sources }
}

type Aggregate = 'sum' | 'avg' | 'median' | 'min' | 'max'

/** Over the rows of one reference, or over several figures. */
function aggregate({ of }: ComputedReference, name: Aggregate, steps: readonly Step[]): Outcome {
  const [only] = of
  if (of.length === 1 && only?.is === 'cell') {
    const numbers = columnNumbers(only, steps)
    return 'error' in numbers ? numbers : combined(name, numbers.values, numbers.column, [numbers.source])
  }
  const figures = numericFigures(of, steps)
  if ('error' in figures) return figures
  const values = figures.map(({ value }) => value)
  return combined(
    name,
    values,
    commonColumn(figures),
    figures.flatMap(({ sources }) => sources),
  )
}

function combined(name: Aggregate, values: Big[], column: StepColumn | null, sources: FigureSource[]): Outcome {
  const [first] = values
  if (!first) return { error: `There is not a number for ${name}.` }
  const total = values.reduce((sum, value) => sum.plus(value), new Decimal(0))
  const ascending = values.toSorted((a, b) => a.cmp(b))
  const value = {
    sum: () => total,
    avg: () => total.div(values.length),
    median: () => {
      const middle = values.length / 2
      return (ascending[Math.ceil(middle) - 1] ?? first).plus(ascending[Math.floor(middle)] ?? first).div(2)
    },
    min: () => ascending[0] ?? first,
    max: () => ascending.at(-1) ?? first,
  }[name]()
  return { kind: 'number', value, cell: null, column, sources }
}

/** In percent of the column's sum, or of another figure. */
function share({ of }: ComputedReference, steps: readonly Step[]): Outcome {
  const [part, whole] = of
  const figures = numericFigures(part ? [part] : [], steps)
  if ('error' in figures) return figures
  const [one] = figures
  if (!one) return { error: 'share needs a figure.' }
  const total = whole ? resolveReference(whole, steps) : totalOf(one, steps)
  if ('error' in total) return total
  return quotient('percent', { over: one, under: total, factor: 100 })
}

/** The sum of the column that a cell or a sum is from. */
function totalOf({ column }: Figure, steps: readonly Step[]): Outcome {
  if (!column) return { error: 'Write share(A, B) with the figure that is the whole.' }
  const all: CellReference = { is: 'cell', step: column.step.id, column: column.column.name, selector: { by: 'all' } }
  return aggregate({ is: 'sum', of: [all] }, 'sum', steps)
}

function comparison({ of }: ComputedReference, name: 'diff' | 'ratio' | 'change', steps: readonly Step[]): Outcome {
  const figures = numericFigures(of, steps)
  if ('error' in figures) return figures
  const [one, other] = figures
  if (!one || !other) return { error: `${name} needs two figures.` }
  if (name === 'ratio') return quotient('ratio', { over: one, under: other, factor: 1 })
  const sources = [...one.sources, ...other.sources]
  if (name === 'diff') {
    const kind = one.kind === 'percent' && other.kind === 'percent' ? 'percent' : 'number'
    return { kind, value: one.value.minus(other.value), cell: null, column: commonColumn([one, other]), sources }
  }
  const change = { ...one, value: other.value.minus(one.value), sources }
  return quotient('percent', { over: change, under: { ...one, value: one.value.abs(), sources: [] }, factor: 100 })
}

function quotient(
  kind: 'percent' | 'ratio',
  { over, under, factor }: { over: Figure; under: Figure; factor: number },
): Outcome {
  if (!over.value || !under.value) return { error: 'A text cannot be divided.' }
  if (under.value.eq(0)) return { error: 'This divides by zero. Say it without this figure.' }
  const value = over.value.times(factor).div(under.value)
  return { kind, value, cell: null, column: null, sources: [...over.sources, ...under.sources] }
}

/** The position in its column, with the largest first. Equal values share a position. */
function rank({ of }: ComputedReference, steps: readonly Step[]): Outcome {
  const [only] = of
  if (only?.is !== 'cell') return { error: 'rank takes one cell, such as rank(r1.revenue[country=Germany]).' }
  const cell = numericFigures([only], steps)
  if ('error' in cell) return cell
  const [figure] = cell
  const numbers = columnNumbers({ ...only, selector: { by: 'all' } }, steps)
  if ('error' in numbers) return numbers
  if (!figure) return { error: 'rank needs a cell.' }
  const larger = numbers.values.filter((value) => value.gt(figure.value)).length
  const value = new Decimal(larger + 1)
  return { kind: 'rank', value, cell: null, column: null, sources: figure.sources }
}

/** The numbers of a column's rows that a selector keeps. Missing values are passed over, as SQL does. */
function columnNumbers(
  reference: CellReference,
  steps: readonly Step[],
): { values: Big[]; column: StepColumn; source: FigureSource } | { error: string } {
  const place = placeOf(reference, steps)
  if ('error' in place) return place
  const { found, column } = place
  if (column.step.result.truncated) return cut(column.step)
  if (column.step.masked.has(column.index)) return masked(column)
  const cells = found.map(({ row }) => row[column.index] ?? null).filter((cell) => cell !== null)
  const values = cells.map(numberOf)
  const known = values.filter((value) => value !== null)
  if (known.length < values.length) return { error: `${describe(reference)} has values that are no numbers.` }
  const source = reference.selector.by === 'all' ? { ...sourceOf(column, []), rows: null } : sourceOf(column, found)
  return { values: known, column, source }
}

function numericFigures(
  references: readonly Reference[],
  steps: readonly Step[],
): (Figure & { value: Big })[] | { error: string } {
  const figures: (Figure & { value: Big })[] = []
  for (const reference of references) {
    const figure = resolveReference(reference, steps)
    if ('error' in figure) return figure
    const { value, column } = figure
    if (column?.step.masked.has(column.index)) return masked(column)
    if (value === null) return { error: `${describe(reference)} is not a number.` }
    figures.push({ ...figure, value })
  }
  return figures
}

function placeOf(
  { step: id, column: name, selector }: CellReference,
  steps: readonly Step[],
): { found: PlacedRow[]; column: StepColumn } | { error: string } {
  const step = stepNamed(id, steps)
  if ('error' in step) return step
  const column = columnNamed(name, step)
  if ('error' in column) return column
  const found = selectRows(selector, step)
  return 'error' in found ? found : { found, column }
}

function selectRows(selector: Selector, step: Step): PlacedRow[] | { error: string } {
  const rows = placedRows(step)
  switch (selector.by) {
    case 'all':
      return rows
    case 'position': {
      // The last row of a cut result isn't the last one.
      if (selector.at === 'last' && step.result.truncated) return cut(step)
      const row = selector.at === 'last' ? rows.at(-1) : rows[selector.at - 1]
      return row ? [row] : { error: `${step.id} has ${rows.length} rows, and no row ${selector.at}.` }
    }
    case 'extreme':
      return extremeRows(selector, step)
    case 'conditions': {
      let left: PlacedRow[] = rows
      for (const { column: name, value } of selector.conditions) {
        const column = columnNamed(name, step)
        if ('error' in column) return column
        if (column.step.masked.has(column.index)) return masked(column)
        left = matching(left, { index: column.index, value })
      }
      if (left.length > 0) return left
      const wanted = selector.conditions.map(({ column, value }) => `${column} = ${value}`).join(' and ')
      return { error: `${step.id} has no row with ${wanted}.` }
    }
  }
}

function extremeRows(
  { of, column: name }: Extract<Selector, { by: 'extreme' }>,
  step: Step,
): PlacedRow[] | { error: string } {
  const numbers = columnNumbers({ is: 'cell', step: step.id, column: name, selector: { by: 'all' } }, [step])
  if ('error' in numbers) return numbers
  const ascending = numbers.values.toSorted((a, b) => a.cmp(b))
  const wanted = of === 'max' ? ascending.at(-1) : ascending[0]
  if (!wanted) return { error: `${step.id} has no number in ${name}.` }
  return placedRows(step).filter(({ row }) => numberOf(row[numbers.column.index] ?? null)?.eq(wanted))
}

/** Rows with exactly this value; or, if there is none, with the same text in another case, or on the same day. */
function matching(rows: PlacedRow[], { index, value }: { index: number; value: string }): PlacedRow[] {
  const number = numberOf(value)
  const keep = (fits: (text: string) => boolean): PlacedRow[] =>
    rows.filter(({ row }) => {
      const cell = row[index] ?? null
      return cell !== null && fits(String(cell))
    })
  if (value.toLowerCase() === 'null') {
    const missing = rows.filter(({ row }) => (row[index] ?? null) === null)
    if (missing.length > 0) return missing
  }
  const exact = keep((text) => text === value || (number !== null && numberOf(text)?.eq(number) === true))
  if (exact.length > 0) return exact
  const folded = keep((text) => text.trim().toLowerCase() === value.trim().toLowerCase())
  if (folded.length > 0) return folded
  return /^\d{4}-\d{2}(?:-\d{2})?$/.test(value) ? keep((text) => isWithin(text, value)) : []
}

/** Whether a date or time is on this day or in this month. */
function isWithin(text: string, day: string): boolean {
  return text.startsWith(day) && /^\d{4}-\d{2}-\d{2}(?:[T ].*)?$/.test(text)
}

function sourceOf({ step, index }: StepColumn, rows: PlacedRow[]): FigureSource {
  return { step: step.id, column: index, rows: indexes(rows) }
}

function indexes(rows: PlacedRow[]): number[] {
  return rows.slice(0, mostSourceRows).map(({ at }) => at)
}

/** The column of figures that all come from the same one, so that they look alike; else null. */
function commonColumn(figures: readonly Figure[]): StepColumn | null {
  const [first] = figures
  const column = first?.column ?? null
  return figures.every((one) => one.column?.index === column?.index && one.column?.step === column?.step)
    ? column
    : null
}

function cut(step: Step): { error: string } {
  return {
    error: `${step.id} was cut, so this would not cover all rows. Compute it with another query.`,
  }
}

function masked({ step, column }: StepColumn): { error: string } {
  return { error: `${step.id}.${column.name} is masked. It can only be shown, not used to compute or to choose rows.` }
}

/** The number in a cell, exactly; null if it has none. */
export function numberOf(cell: Cell): Big | null {
  if (typeof cell === 'number') return Number.isFinite(cell) ? new Decimal(meantDigits(cell)) : null
  return typeof cell === 'string' && /^-?\d{1,60}(?:\.\d{1,60})?$/.test(cell) ? new Decimal(cell) : null
}

/** A reference in the notation, for messages. */
function describe(reference: Reference): string {
  if (reference.is === 'cell') return `${reference.step}.${reference.column}${describeSelector(reference.selector)}`
  if (reference.is === 'count') return `count(${reference.step}${describeSelector(reference.selector)})`
  return `${reference.is}(${reference.of.map(describe).join(', ')})`
}

function describeSelector(selector: Selector): string {
  switch (selector.by) {
    case 'all':
      return ''
    case 'position':
      return `[${selector.at}]`
    case 'extreme':
      return `[${selector.of} ${selector.column}]`
    case 'conditions':
      return `[${selector.conditions.map(({ column, value }) => `${column}=${value}`).join(', ')}]`
  }
}
