import type { DefinitionProposal } from '@parlance/contract'
import { nameOf } from '../definition-files/item-texts.ts'

/** A proposal with the proposed metrics of its formula and the dimensions of its hierarchy, without which it is not valid. */
export function withParts(proposal: DefinitionProposal, all: readonly DefinitionProposal[]): DefinitionProposal[] {
  const found = new Set<DefinitionProposal>()
  const open = [proposal]
  for (let one = open.pop(); one !== undefined; one = open.pop()) {
    if (found.has(one)) continue
    found.add(one)
    const names = neededBy(one.item)
    open.push(...all.filter(({ item }) => item.kind === one.item.kind && names.includes(nameOf(item))))
  }
  return all.filter((one) => found.has(one))
}

function neededBy(item: DefinitionProposal['item']): string[] {
  if (item.kind === 'dimension') return item.value.parent === null ? [] : [item.value.parent]
  if (item.kind !== 'metric' || item.value.computation.kind !== 'formula') return []
  return [...item.value.computation.formula.matchAll(/\{([^{}]*)\}/g)].map(([, name = '']) => name)
}
