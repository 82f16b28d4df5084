import { AppError } from '../../lib/errors.ts'
import type { RecommendArea } from '../areas/service.ts'
import type { ConnectionsService } from '../connections/service.ts'
import type { QueryTargets } from '../../door/target.ts'
import type { TurnServiceOptions } from './turn-service.ts'

export interface TargetDependencies {
  targets: QueryTargets
  connections: Pick<ConnectionsService, 'getActive'>
  recommendArea: RecommendArea
}

/**
 * Where a question is asked. Where there must be a business area and none was named, the one that fits the question is
 * chosen, and the turn says so; where none fits, the person is asked to choose.
 */
export function createTargetFinder({
  targets,
  connections,
  recommendArea,
}: TargetDependencies): TurnServiceOptions['target'] {
  return async (principal, { question, ...wanted }) => {
    try {
      return await targets.find(principal, wanted)
    } catch (error) {
      const isOpen = error instanceof AppError && error.code === 'area_required' && wanted.areaId === null
      if (!isOpen) throw error
      const connectionId = wanted.connectionId ?? (await connections.getActive(principal))?.id ?? null
      const chosenArea =
        connectionId && (await recommendArea(principal, { question, applicationId: null, connectionId }))
      if (!chosenArea) throw error
      return { ...(await targets.find(principal, { connectionId, areaId: chosenArea.area_id })), chosenArea }
    }
  }
}
