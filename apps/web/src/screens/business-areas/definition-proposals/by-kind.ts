import { namesOf, type DefinitionProposal, type PortableItem } from '@parlance/contract'
import { kindTitles } from '../definition-files/item-texts.ts'

type Kind = PortableItem['kind']

/** The proposals by kind, in the order on screen. */
export function proposalsByKind(all: readonly DefinitionProposal[]): [Kind, DefinitionProposal[]][] {
  return namesOf(kindTitles).flatMap((kind): [Kind, DefinitionProposal[]][] => {
    const some = all.filter(({ item }) => item.kind === kind)
    return some.length === 0 ? [] : [[kind, some]]
  })
}
