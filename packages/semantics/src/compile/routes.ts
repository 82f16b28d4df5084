import { message, type Message } from '@parlance/contract'
import { Refusal, type SemanticModel, type SemanticTable } from '../contract.ts'
import { stepText, stepsOf, type Partners, type Step } from './relationships.ts'

/** The steps from a table to another one. Empty for the table itself. */
export type Route = readonly Step[]

/** What can't be done without the route, in the words of a refusal. */
export type Purpose =
  | { kind: 'group'; metric: string; by: string }
  | { kind: 'filter'; metric: string; by: string }
  | { kind: 'time'; metric: string; by: string }

/** A longer route rarely means what a direct connection of the tables would mean. */
const mostSteps = 6
/** As many as a sentence can list. */
const mostChoices = 5

const isSafe = ({ partners }: Step): boolean => partners === 'proven' || partners === 'declared'

/**
 * The shortest route on which each row of the first table has at most one partner, so that joining it repeats no row.
 * Among routes of the same length, relationships of the area are preferred to foreign keys.
 */
export function findRoute(
  model: SemanticModel,
  from: SemanticTable,
  to: SemanticTable,
  purpose: Purpose,
): Route | Refusal {
  const safe = shortestRoutes(stepsOf(model).filter(isSafe), from, to)
  const listed = safe.filter((route) => route.every(({ isListed }) => isListed))
  const [route, second] = listed.length > 0 ? listed : safe
  if (route === undefined) return unreachable(model, from, to, purpose)
  if (second === undefined) return route
  return ambiguous(listed.length > 0 ? listed : safe, from, to)
}

function shortestRoutes(steps: readonly Step[], from: SemanticTable, to: SemanticTable): Route[] {
  const next = Map.groupBy(steps, (step) => step.from)
  const seen = new Set([from])
  let routes: Route[] = [[]]
  for (let length = 0; length <= mostSteps; length++) {
    const found = routes.filter((route) => (route.at(-1)?.to ?? from) === to)
    if (found.length > 0) return found
    routes = routes
      .flatMap((route) => (next.get(route.at(-1)?.to ?? from) ?? []).map((step) => [...route, step]))
      .filter((route) => !seen.has(route.at(-1)?.to ?? from))
      .slice(0, mostRoutes)
    for (const route of routes) seen.add(route.at(-1)?.to ?? from)
  }
  return []
}

/** Bounds the search in a schema in which everything is related to everything. */
const mostRoutes = 2000

function ambiguous(routes: readonly Route[], from: SemanticTable, to: SemanticTable): Refusal {
  const choices = routes.slice(0, mostChoices).map((route) => route.map(stepText).join(', '))
  const reason = message(
    'There are several ways from {from} to {to}: {choices}. Keep one of these relationships in the business area.',
    { from: from.name, to: to.name, choices: choices.join('; ') },
  )
  return new Refusal('ambiguous_path', reason, choices)
}

function unreachable(model: SemanticModel, from: SemanticTable, to: SemanticTable, purpose: Purpose): Refusal {
  const all = stepsOf(model)
  const preferred = all.filter((step) => step.partners === 'many' || isSafe(step))
  const [route] = [...shortestRoutes(preferred, from, to), ...shortestRoutes(all, from, to)]
  const step = route?.find((one) => !isSafe(one))
  if (step === undefined) {
    const reason = message('No relationship connects {from} with {to}, so {consequence}', {
      from: from.name,
      to: to.name,
      consequence: consequence(purpose),
    })
    return new Refusal('no_relationship', reason)
  }
  const code = codes[step.partners]
  return new Refusal(code, reasons[code](step, consequence(purpose)))
}

const codes = {
  many: 'multiplies_rows',
  unknown: 'unknown_cardinality',
  masked: 'masked_key',
  unreadable: 'unreadable_relationship',
  proven: 'multiplies_rows',
  declared: 'multiplies_rows',
} as const satisfies Record<Partners, Refusal['code']>

const reasons = {
  multiplies_rows: ({ from, to }: Step, so: Message) =>
    message('One row of {from} can have several rows of {to}, so {consequence}', {
      from: from.name,
      to: to.name,
      consequence: so,
    }),
  unknown_cardinality: (step: Step, so: Message) =>
    message(
      'It is not known whether a row of {from} has several rows of {to} ({relationship}), so {consequence} Set the cardinality of this relationship in the business area.',
      { from: step.from.name, to: step.to.name, relationship: stepText(step), consequence: so },
    ),
  masked_key: (step: Step, so: Message) =>
    message('The columns that connect {from} with {to} are masked or hidden for you, so {consequence}', {
      from: step.from.name,
      to: step.to.name,
      consequence: so,
    }),
  unreadable_relationship: (step: Step, so: Message) =>
    message(
      'The relationship between {from} and {to} has a join condition that says more than which columns are equal, so {consequence}',
      { from: step.from.name, to: step.to.name, consequence: so },
    ),
} satisfies Record<(typeof codes)[Partners], unknown>

function consequence({ kind, metric, by }: Purpose): Message {
  if (kind === 'group') return message('{metric} cannot be grouped by {by}.', { metric, by })
  if (kind === 'filter') return message('{metric} cannot be filtered by {by}.', { metric, by })
  return message('{metric} cannot use the dates in {by}.', { metric, by })
}
