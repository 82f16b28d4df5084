import { joinMessages, message, verbatim, type AreaProblem, type AreaStep, type Message } from '@parlance/contract'
import { AppError } from '../../../lib/errors.ts'
import type { AreaProof } from '../store/area-record.ts'

type Section = AreaProblem['section']

/** The most problems in one error message. The check call lists all of them. */
const mostListed = 5

const names: Record<Section, Message> = {
  tables: message('Tables'),
  joins: message('Table relationships'),
  definitions: message('Definitions'),
  row_security: message('Row-level security'),
  column_security: message('Column-level security'),
}

/** The step of saving that stores each section. */
const stepOf: Record<Section, AreaStep> = {
  tables: 'tables',
  joins: 'joins',
  definitions: 'basic',
  row_security: 'basic',
  column_security: 'basic',
}

/**
 * Refuses a save if a section that it saves has an error, or if it removes a table that another section uses. Other
 * errors are warnings: they were there before.
 * @param removed names of the tables that the save removes
 * @returns the warnings
 * @throws AppError area_invalid
 */
export function refuseErrors(
  { problems }: AreaProof,
  saved: readonly Section[],
  removed: readonly string[] = [],
): AreaProblem[] {
  const removedKeys = new Set(removed.map(keyOfName))
  // A rule for a table outside of the area is only a warning, unless this save removes the table.
  const isBroken = ({ table, part }: AreaProblem) =>
    part === 'table' && table !== null && removedKeys.has(keyOfName(table))
  const errors = problems.filter(
    (problem) => (problem.severity === 'error' && saved.includes(problem.section)) || isBroken(problem),
  )
  if (errors.length === 0) return problems.map((problem) => ({ ...problem, severity: 'warning' }))
  const more = errors.length - mostListed
  const lines = errors.slice(0, mostListed).map(describe)
  if (more > 0) lines.push(message('And {more} more.', { more }))
  const error = new AppError('area_invalid', { detail: joinMessages(lines), problems })
  error.step = isBroken(errors[0]!) ? 'tables' : stepOf[errors[0]!.section]
  throw error
}

function describe(problem: AreaProblem): Message {
  const text = { text: problem.pattern ?? problem.message, ...(problem.values && { values: problem.values }) }
  return message('{place}: {problem}', { place: describePlace(problem), problem: text })
}

const definitionNames = {
  metric: (name: string) => message('metric {name}', { name }),
  dimension: (name: string) => message('dimension {name}', { name }),
  filter: (name: string) => message('filter {name}', { name }),
  time_column: (name: string) => message('time column {name}', { name }),
  value_synonym: (name: string) => message('synonyms of {name}', { name }),
} satisfies Record<NonNullable<AreaProblem['definition']>['kind'], unknown>

function describePlace({ section, rule, definition, table, part, position }: AreaProblem): Message {
  const places = [
    names[section],
    rule === null || rule === '' ? null : message("rule ''{rule}''", { rule }),
    definition === undefined ? null : definitionNames[definition.kind](definition.name),
    table === null ? null : message('table {table}', { table }),
    part === null || part === 'table' ? null : verbatim(part),
    position === null ? null : message('at character {position}', { position: position + 1 }),
  ]
  return joinMessages(
    places.filter((place) => place !== null),
    ', ',
  )
}

/** Rules may write the schema or leave it out. */
function keyOfName(name: string): string {
  return name.slice(name.lastIndexOf('.') + 1).toLowerCase()
}
