import { portableKey } from '@parlance/contract'
import type {
  AreaProposals,
  DefinitionProposal,
  ProposedArea,
  ProposedRelationship,
  Visibility,
} from '@parlance/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { areasKey, createArea } from '../../../api/areas.ts'
import { configurationsQuery } from '../../../api/databases.ts'
import { rejectProposals } from '../../../api/definition-proposals.ts'
import { ApiError, describeError } from '../../../lib/api-error.ts'
import { withParts } from '../definition-proposals/with-parts.ts'
import { isChosenAtFirst, requestOf, type AcceptedArea } from './area-request.ts'

/** What happened to a proposed area. */
export type Acceptance =
  | { state: 'creating' }
  | { state: 'created'; areaId: string; warnings: number }
  | { state: 'failed'; text: string }

export interface AcceptAreas {
  isBusy: boolean
  /** All users for a public connection, which they can query anyway; otherwise only the administrator. */
  visibility: Visibility
  setVisibility: (visibility: Visibility) => void
  /** Null until the user accepts it. */
  acceptanceOf: (area: ProposedArea) => Acceptance | null
  isChosen: (relationship: ProposedRelationship) => boolean
  choose: (relationship: ProposedRelationship, isChosen: boolean) => void
  /** Definitions are chosen at first. One takes those that it is computed from with it. */
  isWanted: (definition: DefinitionProposal) => boolean
  want: (area: ProposedArea, definition: DefinitionProposal, isWanted: boolean) => void
  requestOf: (area: ProposedArea) => AcceptedArea
  accept: (area: ProposedArea) => Promise<void>
  /** Creates all areas that aren't created yet, one after the other. Stops at the edition's limit. */
  acceptAll: () => Promise<void>
  /** Remembers an area that the editor created. */
  markCreated: (area: ProposedArea, areaId: string) => void
}

/** Creates proposed areas, and remembers the result of each. */
export function useAcceptAreas(proposals: AreaProposals): AcceptAreas {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const [acceptances, setAcceptances] = useState<ReadonlyMap<ProposedArea, Acceptance>>(new Map())
  const [choices, setChoices] = useState<ReadonlyMap<ProposedRelationship, boolean>>(new Map())
  const [unwanted, setUnwanted] = useState<ReadonlySet<DefinitionProposal>>(new Set())
  const [chosenVisibility, setVisibility] = useState<Visibility | null>(null)
  const database = useQuery(configurationsQuery).data?.find(({ id }) => id === proposals.database_config_id)
  const visibility = chosenVisibility ?? (database?.visibility === 'public' ? 'public' : 'private')
  const [isBusy, setBusy] = useState(false)
  const isWorking = useRef(false)
  const isChosen = (relationship: ProposedRelationship) => choices.get(relationship) ?? isChosenAtFirst(relationship)
  const isWanted = (definition: DefinitionProposal) => !unwanted.has(definition)
  const want = ({ definitions }: ProposedArea, definition: DefinitionProposal, wanted: boolean) => {
    const changed = wanted
      ? withParts(definition, definitions)
      : definitions.filter((one) => withParts(one, definitions).includes(definition))
    setUnwanted(new Set([...unwanted].filter((one) => !changed.includes(one)).concat(wanted ? [] : changed)))
  }
  const request = (area: ProposedArea) =>
    requestOf({
      area,
      relationships: area.relationships.filter(isChosen),
      definitions: area.definitions.filter(isWanted),
      proposals,
      visibility,
    })
  const note = (area: ProposedArea, acceptance: Acceptance) =>
    setAcceptances((known) => new Map(known).set(area, acceptance))

  /** Resolves to whether it makes sense to continue with the next area. */
  const create = async (area: ProposedArea): Promise<boolean> => {
    note(area, { state: 'creating' })
    try {
      const created = await createArea(request(area))
      note(area, { state: 'created', areaId: created.area_id, warnings: created.warnings.length })
      const keys = area.definitions.filter((one) => !isWanted(one)).map(({ item }) => portableKey(item))
      // If it fails, they are only proposed again.
      if (keys.length > 0) await rejectProposals(created.area_id, keys).catch(() => undefined)
      return true
    } catch (error) {
      note(area, {
        state: 'failed',
        text: describeError(error, t('Failed to create business area. Please try again.')),
      })
      return !(error instanceof ApiError && error.code === 'license_limit')
    }
  }
  const createEach = async (areas: ProposedArea[]) => {
    if (isWorking.current) return
    isWorking.current = true
    setBusy(true)
    try {
      for (const area of areas) if (!(await create(area))) break
    } finally {
      isWorking.current = false
      setBusy(false)
      await queryClient.invalidateQueries({ queryKey: areasKey })
    }
  }

  return {
    isBusy,
    visibility,
    setVisibility,
    acceptanceOf: (area) => acceptances.get(area) ?? null,
    isChosen,
    choose: (relationship, chosen) => setChoices((known) => new Map(known).set(relationship, chosen)),
    isWanted,
    want,
    requestOf: request,
    accept: (area) => createEach([area]),
    acceptAll: () => createEach(proposals.areas.filter((area) => acceptances.get(area)?.state !== 'created')),
    markCreated: (area, areaId) => note(area, { state: 'created', areaId, warnings: 0 }),
  }
}
