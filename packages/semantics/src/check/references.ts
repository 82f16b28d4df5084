import { message, type DefinitionKind, type Definitions, type Message } from '@parlance/contract'
import { metricsOf, parseFormula } from '../compile/formula.ts'

/** A definition that a problem is about. Time columns and synonyms of values are named by their column. */
export interface DefinitionPlace {
  kind: DefinitionKind | 'time_column' | 'value_synonym'
  name: string
}

/** What is wrong with a definition, and what to do. */
export interface DefinitionProblem {
  definition: DefinitionPlace
  /** The field, such as `formula`, `dimensions`, or `parent`. */
  part: string
  message: Message
  /** Position in the formula, from 0. Null elsewhere. */
  position: number | null
}

type Report = (definition: DefinitionPlace, part: string, text: Message, position?: number | null) => void

/**
 * Checks what definitions say about each other: names are unique, what they refer to exists, and nothing leads back to
 * itself. It needs no database.
 */
export function checkReferences(definitions: Definitions): DefinitionProblem[] {
  const problems: DefinitionProblem[] = []
  const report: Report = (definition, part, text, position = null) =>
    problems.push({ definition, part, message: text, position })
  checkNames(definitions, report)
  checkReplacements(definitions, report)
  checkDefaultFilters(definitions, report)
  checkDimensions(definitions, report)
  checkFormulas(definitions, report)
  checkColumns(definitions, report)
  return problems
}

type Named = { name: string; deprecated: { use_instead: string | null } | null }

function listsOf({ metrics, dimensions, filters }: Definitions): [DefinitionKind, readonly Named[]][] {
  return [
    ['metric', metrics],
    ['dimension', dimensions],
    ['filter', filters],
  ]
}

const keyOf = (name: string): string => name.toLowerCase()
const keysOf = (list: readonly { name: string }[]): ReadonlySet<string> => new Set(list.map(({ name }) => keyOf(name)))

const repeated = {
  metric: (name: string) => message('Another metric has the name {name}. Rename one of them.', { name }),
  dimension: (name: string) => message('Another dimension has the name {name}. Rename one of them.', { name }),
  filter: (name: string) => message('Another filter has the name {name}. Rename one of them.', { name }),
} satisfies Record<DefinitionKind, unknown>

function checkNames(definitions: Definitions, report: Report): void {
  for (const [kind, list] of listsOf(definitions)) {
    const seen = new Set<string>()
    for (const { name } of list) {
      if (seen.has(keyOf(name))) report({ kind, name }, 'name', repeated[kind](name))
      seen.add(keyOf(name))
    }
  }
}

function checkReplacements(definitions: Definitions, report: Report): void {
  for (const [kind, list] of listsOf(definitions)) {
    const names = keysOf(list)
    for (const { name, deprecated } of list) {
      const other = deprecated?.use_instead ?? null
      if (other === null) continue
      if (keyOf(other) === keyOf(name))
        report({ kind, name }, 'use_instead', message('It cannot replace itself. Choose another one.'))
      else if (!names.has(keyOf(other))) report({ kind, name }, 'use_instead', missing[kind](other))
    }
  }
}

/** A default filter is used without being named, so no one would notice that it should no longer be used. */
function checkDefaultFilters({ filters }: Definitions, report: Report): void {
  for (const { name, applies_by_default: isDefault, deprecated } of filters) {
    if (!isDefault || deprecated === null) continue
    const text = message('A filter that should no longer be used cannot apply by default. Turn off one of the two.')
    report({ kind: 'filter', name }, 'applies_by_default', text)
  }
}

const missing = {
  metric: (name: string) => message('There is no metric {name}. Add it, or choose another one.', { name }),
  dimension: (name: string) => message('There is no dimension {name}. Add it, or choose another one.', { name }),
  filter: (name: string) => message('There is no filter {name}. Add it, or choose another one.', { name }),
} satisfies Record<DefinitionKind, unknown>

function checkDimensions({ metrics, dimensions }: Definitions, report: Report): void {
  const names = keysOf(dimensions)
  for (const metric of metrics) {
    for (const name of metric.dimensions ?? []) {
      if (!names.has(keyOf(name))) report({ kind: 'metric', name: metric.name }, 'dimensions', missing.dimension(name))
    }
  }
  const parents = new Map(dimensions.map(({ name, parent }) => [keyOf(name), parent === null ? [] : [keyOf(parent)]]))
  for (const { name, parent } of dimensions) {
    if (parent === null) continue
    const place = { kind: 'dimension', name } as const
    if (!names.has(keyOf(parent))) report(place, 'parent', missing.dimension(parent))
    else if (leadsBack(keyOf(name), parents))
      report(place, 'parent', message('Its hierarchy leads back to {name}. Choose another parent.', { name }))
  }
}

function checkFormulas({ metrics }: Definitions, report: Report): void {
  const names = keysOf(metrics)
  const uses = new Map<string, string[]>()
  for (const { name, computation } of metrics) {
    if (computation.kind !== 'formula') continue
    const place = { kind: 'metric', name } as const
    const formula = parseFormula(computation.formula)
    if ('problem' in formula) {
      report(place, 'formula', formula.problem, formula.position)
      continue
    }
    const used = metricsOf(formula)
    uses.set(keyOf(name), used.map(keyOf))
    for (const one of used) {
      if (!names.has(keyOf(one))) report(place, 'formula', missing.metric(one), computation.formula.indexOf(one))
    }
    if (used.length === 0)
      report(
        place,
        'formula',
        message('A formula needs a metric in braces, such as {example}.', { example: '{Orders}' }),
      )
  }
  for (const { name } of metrics) {
    if (leadsBack(keyOf(name), uses))
      report(
        { kind: 'metric', name },
        'formula',
        message('The formula leads back to {name}. Remove one of the metrics from it.', { name }),
      )
  }
}

/** Whether something that a name leads to leads to the name again. */
function leadsBack(start: string, next: ReadonlyMap<string, readonly string[]>): boolean {
  const seen = new Set<string>()
  const open = [...(next.get(start) ?? [])]
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    if (at === start) return true
    if (seen.has(at)) continue
    seen.add(at)
    open.push(...(next.get(at) ?? []))
  }
  return false
}

function checkColumns({ time_columns, value_synonyms }: Definitions, report: Report): void {
  const tables = new Set<string>()
  for (const { table, column } of time_columns) {
    const place = { kind: 'time_column', name: `${table}.${column}` } as const
    if (tables.has(keyOf(table)))
      report(place, 'table', message('The table {table} has two time columns. Keep one of them.', { table }))
    tables.add(keyOf(table))
  }
  const meanings = new Map<string, string>()
  for (const { table, column, value, synonyms } of value_synonyms) {
    for (const synonym of synonyms) {
      const key = [table, column, synonym].map(keyOf).join('\u0000')
      const other = meanings.get(key)
      if (other !== undefined && other !== value) {
        const text = message('{synonym} stands for both {value} and {other}. Remove one of them.', {
          synonym,
          value,
          other,
        })
        report({ kind: 'value_synonym', name: `${table}.${column}` }, 'synonyms', text)
      }
      meanings.set(key, value)
    }
  }
}
