import type { SqlDialect } from '@parlance/contract'
import type { CallPreferences } from '../agent/model-call.ts'
import type { AgentEnvironment } from '../agent/prepare-turn.ts'
import type { QueryDoor, QueryEnvironment } from '../door/contract.ts'
import type { ModelService } from '../models/service.ts'
import type { ChosenModel } from '../models/vendor.ts'
import type { Principal } from '../http/principal.ts'

/** The target of a command-line question: a file, or a database of an installation. */
export interface AskPlace {
  environment: Pick<QueryEnvironment, 'catalogueOf' | 'scopeOf'>
  door: QueryDoor
  warmParsers: (dialect: SqlDialect) => void
  /** What the business area says. Absent for a file. */
  knowledge?: Pick<AgentEnvironment, 'hintsOf' | 'definitionsOf' | 'examplesOf'>
  /** Records calls and keeps budgets if the place has a store. */
  models: Pick<ModelService, 'create'>
  principal: Principal
  connectionId: string
  areaId: string | null
  databaseName(): Promise<string>
  /** The model that an administrator chose; null if none was chosen or there is no installation. */
  chosen(): Promise<ChosenModel | null>
  preferences(): Promise<CallPreferences & { shareData: boolean }>
  close(): Promise<void>
}
