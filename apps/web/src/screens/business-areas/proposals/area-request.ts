import type { AreaProposals, AreaEditable, ProposedArea, ProposedRelationship, Visibility } from '@parlance/contract'

/** A relationship that was not tested is left out until the user chooses it. */
export function isChosenAtFirst({ untested_reason: reason }: ProposedRelationship): boolean {
  return reason === null
}

interface RequestParts {
  area: ProposedArea
  /** The relationships that the user keeps. */
  relationships: ProposedRelationship[]
  proposals: Pick<AreaProposals, 'application_id'>
  visibility: Visibility
}

/** What a proposed area becomes: the request that creates it, and what the editor starts with. */
export type AcceptedArea = Pick<
  AreaEditable,
  'area_name' | 'description' | 'application_id' | 'visibility' | 'tables' | 'joins'
>

/** Makes the area to create of a proposal. */
export function requestOf({ area, relationships, proposals, visibility }: RequestParts): AcceptedArea {
  return {
    area_name: area.area_name,
    description: area.description,
    application_id: proposals.application_id,
    visibility,
    tables: area.tables.map(({ table_name, description }) => ({
      table_name,
      ...(description !== '' && { description }),
    })),
    joins: relationships.flatMap(({ join }) => join ?? []),
  }
}
