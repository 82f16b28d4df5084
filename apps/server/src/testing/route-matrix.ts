import { accountMatrix } from './account-matrix.ts'
import { administrationMatrix } from './administration-matrix.ts'
import { areaMatrix } from './area-matrix.ts'
import { connectionMatrix } from './connection-matrix.ts'
import { conversationMatrix } from './conversation-matrix.ts'
import type { RouteCases } from './route-case.ts'

/** Every route by method and address. */
export const routeMatrix: RouteCases = {
  ...accountMatrix,
  ...administrationMatrix,
  ...areaMatrix,
  ...connectionMatrix,
  ...conversationMatrix,
}
