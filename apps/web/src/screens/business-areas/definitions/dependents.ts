import { message, type Definitions, type Message } from '@parlance/contract'
import type { ListName } from './definition-place.ts'
import { keyOfDefinition } from './list-kind.ts'

/** The question before a definition is deleted that others refer to; null if none does. */
export function removalQuestion(list: ListName, name: string, definitions: Definitions): Message | null {
  if (name.trim() === '') return null
  const key = keyOfDefinition(name)
  const { metrics, dimensions } = definitions
  if (list === 'metrics') {
    const formulas = metrics.filter(({ computation }) =>
      computation.kind === 'formula'
        ? metricsInFormula(computation.formula).some((one) => keyOfDefinition(one) === key)
        : false,
    )
    if (formulas.length === 0) return null
    return message(
      '{n, plural, one {# formula uses} other {# formulas use}} the metric {name}: {names}. Without it, {n, plural, one {it} other {they}} cannot be computed.',
      { n: formulas.length, name, names: namesOf(formulas) },
    )
  }
  if (list !== 'dimensions') return null
  const children = dimensions.filter(({ parent }) => parent !== null && keyOfDefinition(parent) === key)
  const allowing = metrics.filter(({ dimensions: allowed }) => allowed?.some((one) => keyOfDefinition(one) === key))
  if (children.length + allowing.length === 0) return null
  return message(
    '{children, plural, =0 {} one {# dimension belongs to {name}: {childNames}. } other {# dimensions belong to {name}: {childNames}. }}{metrics, plural, =0 {} one {# metric is grouped by {name}: {metricNames}.} other {# metrics are grouped by {name}: {metricNames}.}}',
    {
      name,
      children: children.length,
      childNames: namesOf(children),
      metrics: allowing.length,
      metricNames: namesOf(allowing),
    },
  )
}

/** The names in braces. */
export function metricsInFormula(formula: string): string[] {
  return [...formula.matchAll(/\{([^{}]*)\}/g)].map(([, name = '']) => name.trim())
}

const mostNamed = 5

function namesOf(all: readonly { name: string }[]): string {
  const names = all.slice(0, mostNamed).map(({ name }) => name)
  return all.length > mostNamed ? `${names.join(', ')}, +${all.length - mostNamed}` : names.join(', ')
}
