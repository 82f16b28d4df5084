import { portableKey, message, wireMessage } from '@parlance/contract'
import type { Message, PortableItem, ProposedItem } from '@parlance/contract'
import type { AreaContent } from './area-content.ts'
import { itemsOf } from './area-items.ts'
import type { FoundItem } from './collector.ts'
import { isSame } from './match-tables.ts'
import { mergeItem } from './merge-item.ts'

/** Compares what a file says with what the area has. Nothing of the area is removed. */
export function compareItems(found: readonly FoundItem[], content: AreaContent): ProposedItem[] {
  const now = new Map(itemsOf(content).map((item) => [portableKey(item), item]))
  const known = new Names([...now.values(), ...found])
  return found.map(({ place, ...item }): ProposedItem => {
    const before = now.get(portableKey(item)) ?? null
    const merged = mergeItem(item, before)
    const change = changeOf(merged, before)
    const conflicts = [...missingNames(merged, known), ...(change === 'changed' ? formulasWith(merged, content) : [])]
    return { item: merged, before, place, change, conflicts: conflicts.map(wireMessage) }
  })
}

function changeOf(item: PortableItem, before: PortableItem | null): ProposedItem['change'] {
  if (before === null) return 'added'
  return canonical(item.value) === canonical(before.value) ? 'unchanged' : 'changed'
}

/** Texts are equal if the values are, whatever the order of keys and of absent ones. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) => {
    if (typeof part !== 'object' || part === null || Array.isArray(part)) return part
    const entries = Object.entries(part).filter(([, inner]) => inner !== null && inner !== undefined)
    return Object.fromEntries(entries.toSorted(([one], [other]) => (one < other ? -1 : 1)))
  })
}

/** The names of metrics and dimensions that the area and the file have together. */
class Names {
  readonly #names: ReadonlySet<string>

  constructor(items: readonly PortableItem[]) {
    this.#names = new Set(
      items.flatMap((item) =>
        item.kind === 'metric' || item.kind === 'dimension' ? [`${item.kind} ${item.value.name.toLowerCase()}`] : [],
      ),
    )
  }

  has(kind: 'metric' | 'dimension', name: string): boolean {
    return this.#names.has(`${kind} ${name.trim().toLowerCase()}`)
  }
}

function missingNames(item: PortableItem, known: Names): Message[] {
  if (item.kind === 'dimension') {
    const { parent } = item.value
    return parent === null || known.has('dimension', parent)
      ? []
      : [message('There is no dimension {name}.', { name: parent })]
  }
  if (item.kind !== 'metric') return []
  const { computation, dimensions } = item.value
  const metrics = computation.kind === 'formula' ? metricsIn(computation.formula) : []
  return [
    ...metrics
      .filter((name) => !known.has('metric', name))
      .map((name) => message('There is no metric {name}.', { name })),
    ...(dimensions ?? [])
      .filter((name) => !known.has('dimension', name))
      .map((name) => message('There is no dimension {name}.', { name })),
  ]
}

/** The area's metrics whose numbers change with a metric. */
function formulasWith(item: PortableItem, { definitions }: AreaContent): Message[] {
  if (item.kind !== 'metric') return []
  const { name } = item.value
  const users = definitions.metrics.filter(
    ({ computation }) =>
      computation.kind === 'formula' && metricsIn(computation.formula).some((used) => isSame(used, name)),
  )
  if (users.length === 0) return []
  return [message('These metrics use it: {names}', { names: users.map((user) => user.name).join(', ') })]
}

function metricsIn(formula: string): string[] {
  return [...formula.matchAll(/\{([^{}]*)\}/g)].map(([, name = '']) => name.trim())
}
