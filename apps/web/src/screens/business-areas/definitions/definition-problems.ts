import type { AreaProblem } from '@parlance/contract'
import type { ListName } from './definition-place.ts'
import { keyOfDefinition } from './list-kind.ts'

const kindOfList = {
  metrics: 'metric',
  dimensions: 'dimension',
  filters: 'filter',
  time_columns: 'time_column',
  value_synonyms: 'value_synonym',
} as const satisfies Record<ListName, NonNullable<AreaProblem['definition']>['kind']>

const none: readonly AreaProblem[] = []

/** The problems of the definitions of one list. */
export function problemsOfList(problems: readonly AreaProblem[], list: ListName): readonly AreaProblem[] {
  return problems.length === 0 ? none : problems.filter(({ definition }) => definition?.kind === kindOfList[list])
}

/** The problems of one definition of a list. */
export function problemsOfName(problems: readonly AreaProblem[], name: string): readonly AreaProblem[] {
  if (problems.length === 0) return none
  const key = keyOfDefinition(name)
  const own = problems.filter(({ definition }) => keyOfDefinition(definition?.name ?? '') === key)
  return own.length === 0 ? none : own
}

/** The problems of one field. */
export function problemsOfPart(problems: readonly AreaProblem[], part: string): readonly AreaProblem[] {
  return problems.length === 0 ? none : problems.filter((problem) => problem.part === part)
}

/** The problems that none of these fields shows. */
export function otherProblems(problems: readonly AreaProblem[], parts: readonly string[]): readonly AreaProblem[] {
  return problems.length === 0 ? none : problems.filter(({ part }) => part === null || !parts.includes(part))
}
