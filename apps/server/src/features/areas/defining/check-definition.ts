import type { AreaProblem, checkDefinitionRequestSchema } from '@parlance/contract'
import type { z } from 'zod'
import { parseFor } from '../../../door/parser-pool.ts'
import type { ParseFor } from '../../../door/parser-pool.ts'
import type { Principal } from '../../../http/principal.ts'
import type { ConnectionsService } from '../../connections/service.ts'
import { proveArea } from '../proving/prove-area.ts'
import { databaseVisibilityFor } from '../scoping/database-visibility.ts'
import type { ReadDatabases } from '../scoping/known-databases.ts'
import type { AreaRecord } from '../store/area-record.ts'

/** Proves one unsaved definition in each database of the area, quickly enough to do so while someone types. */
export type CheckDefinition = (
  principal: Principal,
  areaId: string,
  request: z.output<typeof checkDefinitionRequestSchema>,
) => Promise<AreaProblem[]>

export interface CheckDefinitionDependencies {
  /** @throws AppError area_not_found, forbidden */
  areas: { getEditable(principal: Principal, id: string): Promise<AreaRecord> }
  connections: Pick<ConnectionsService, 'usableIds'>
  readDatabases: ReadDatabases
  parse: ParseFor
}

/** Milliseconds for one check. */
const timeLimit = 5000

/** @returns the check, which throws AppError area_not_found and forbidden */
export function createDefinitionCheck({
  areas,
  connections,
  readDatabases,
  parse,
}: CheckDefinitionDependencies): CheckDefinition {
  return async (principal, areaId, { definitions, joins, definition }) => {
    const area = await areas.getEditable(principal, areaId)
    const { problems } = await proveArea(
      {
        readDatabases,
        parse: parseFor(parse, principal.userId),
        countAttributes: async () => ({ active: 0, counts: new Map() }),
        isVisible: await databaseVisibilityFor(principal, connections),
        timeLimit,
        only: definition,
      },
      { ...area, joins: joins ?? area.joins, definitions, rowRules: null, columnRules: null },
    )
    const { kind, name } = definition
    return problems.filter(
      (problem) => problem.definition?.kind === kind && problem.definition.name.toLowerCase() === name.toLowerCase(),
    )
  }
}
