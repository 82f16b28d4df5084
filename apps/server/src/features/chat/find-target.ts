import { AppError } from '../../lib/errors.ts'
import type { RecommendArea } from '../areas/service.ts'
import type { ConnectionsService } from '../connections/service.ts'
import type { QueryTargets } from '../../door/target.ts'
import type { TargetChecks } from './turn-target.ts'

export interface TargetDependencies {
  targets: QueryTargets
  connections: Pick<ConnectionsService, 'getActive'>
  recommendArea: RecommendArea
}

/**
 * Finds the database and area of a question. If an area is required and none was named, it chooses the one that fits
 * the question, and the turn says so. If none fits, the user must choose.
 */
export function createTargetFinder({
  targets,
  connections,
  recommendArea,
}: TargetDependencies): TargetChecks['target'] {
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
