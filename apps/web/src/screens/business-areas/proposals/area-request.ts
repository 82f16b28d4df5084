import { noDefinitions } from '@parlance/contract'
import type {
  AreaEditable,
  AreaProposals,
  DefinitionProposal,
  Definitions,
  PortableItem,
  ProposedArea,
  ProposedRelationship,
  Visibility,
} from '@parlance/contract'

/** A relationship that was not tested is left out until the user chooses it. */
export function isChosenAtFirst({ untested_reason: reason }: ProposedRelationship): boolean {
  return reason === null
}

interface RequestParts {
  area: ProposedArea
  /** The relationships that the user keeps. */
  relationships: ProposedRelationship[]
  /** The definitions that the user keeps. */
  definitions: DefinitionProposal[]
  proposals: Pick<AreaProposals, 'application_id'>
  visibility: Visibility
}

/** What a proposed area becomes: the request that creates it, and what the editor starts with. */
export type AcceptedArea = Pick<
  AreaEditable,
  | 'area_name'
  | 'description'
  | 'application_id'
  | 'visibility'
  | 'tables'
  | 'joins'
  | 'definitions'
  | 'sample_questions'
>

/** Makes the area to create of a proposal. */
export function requestOf({ area, relationships, definitions, proposals, visibility }: RequestParts): AcceptedArea {
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
    sample_questions: area.questions.map(({ question }) => question),
    definitions: definitionsOf(definitions.map(({ item }) => item)),
  }
}

function definitionsOf(items: readonly PortableItem[]): Definitions {
  return {
    ...noDefinitions,
    metrics: items.flatMap((item) => (item.kind === 'metric' ? [item.value] : [])),
    dimensions: items.flatMap((item) => (item.kind === 'dimension' ? [item.value] : [])),
    filters: items.flatMap((item) => (item.kind === 'filter' ? [item.value] : [])),
    time_columns: items.flatMap((item) => (item.kind === 'time_column' ? [item.value] : [])),
  }
}
