import type { AreaProblem } from '@parlance/contract'
import { AppError } from '../../../lib/errors.ts'
import type { AreaProof } from '../store/area-record.ts'

type Section = AreaProblem['section']

/** The most problems in one error message. The check call lists all of them. */
const mostListed = 5

const names: Record<Section, string> = {
  tables: 'Tables',
  joins: 'Table relationships',
  row_security: 'Row-level security',
  column_security: 'Column-level security',
}

/**
 * Refuses a save if a section that it saves has an error. Errors in other sections are warnings, because the next call
 * of the same edit may fix them.
 * @returns the warnings
 * @throws AppError area_invalid
 */
export function refuseErrors({ problems }: AreaProof, saved: readonly Section[]): AreaProblem[] {
  const errors = problems.filter(({ severity, section }) => severity === 'error' && saved.includes(section))
  if (errors.length === 0) return problems.map((problem) => ({ ...problem, severity: 'warning' }))
  const more = errors.length - mostListed
  const lines = errors.slice(0, mostListed).map(describe)
  if (more > 0) lines.push(`And ${more} more.`)
  throw new AppError('area_invalid', { detail: lines.join(' '), problems })
}

function describe({ section, rule, table, part, message, position }: AreaProblem): string {
  const places = [
    rule === null || rule === '' ? null : `rule '${rule}'`,
    table === null ? null : `table ${table}`,
    part === null || part === 'table' ? null : part,
    position === null ? null : `at character ${position + 1}`,
  ].filter((place) => place !== null)
  return `${names[section]}${places.length > 0 ? `, ${places.join(', ')}` : ''}: ${message}`
}
