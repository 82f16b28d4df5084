import type { AppContext } from '../../context/context.ts'
import type { AuditService } from '../audit/service.ts'
import type { CatalogService } from '../catalog/service.ts'
import type { ConnectionsService } from '../connections/service.ts'
import type { LicenseService } from '../license/service.ts'
import type { ProtectionService } from '../protection/service.ts'
import { parseFor } from '../../door/parser-pool.ts'
import type { ParserPool } from '../../door/parser-pool.ts'
import type { RunQuery } from '../../door/contract.ts'
import type { QueryService } from '../../door/service.ts'
import type { UsersService } from '../users/service.ts'
import { createAreaScopes } from './scoping/area-scopes.ts'
import type { AreaScopes } from './scoping/area-scopes.ts'
import { createDraftService } from './proving/check-draft.ts'
import type { DraftService } from './proving/check-draft.ts'
import { createDatabaseReader } from './scoping/known-databases.ts'
import type { ReadDatabases } from './scoping/known-databases.ts'
import { createRowCountService } from './previewing/count-rows.ts'
import type { RowCountService } from './previewing/count-rows.ts'
import { createAudienceService } from './previewing/area-audience.ts'
import type { AudienceService } from './previewing/area-audience.ts'
import { createDraftSettler } from './previewing/settle-draft.ts'
import { createMaskExamples } from './previewing/mask-examples.ts'
import type { MaskExampleService } from './previewing/mask-examples.ts'
import type { StoredValues } from '../../agent/stored-values.ts'
import { createPreviewService } from './previewing/preview-area.ts'
import type { PreviewService } from './previewing/preview-area.ts'
import { keepProtected } from './guarding/protect-by-rules.ts'
import { createProtectionMatrix } from './approving/protection-matrix.ts'
import type { MatrixService } from './approving/protection-matrix.ts'
import { createDefinitionCheck } from './defining/check-definition.ts'
import type { CheckDefinition } from './defining/check-definition.ts'
import { createMetricQueries } from './defining/metric-queries.ts'
import type { MetricQueries } from './defining/metric-queries.ts'
import { createSavedDrafts } from './drafting/saved-drafts.ts'
import type { DraftedExamples, SavedDrafts } from './drafting/saved-drafts.ts'
import { createAreaVersions } from './defining/versions.ts'
import type { AreaVersions } from './defining/versions.ts'
import { createAskedWords } from './proposing/asked-words.ts'
import type { AskedWords } from './proposing/asked-words.ts'
import { createDefinitionProposals } from './proposing/propose-definitions.ts'
import type { DefinitionProposals } from './proposing/propose-definitions.ts'
import { createProposals } from './proposing/propose-areas.ts'
import type { ProposalsService } from './proposing/propose-areas.ts'
import { createCardinalityProof } from './proving/prove-cardinality.ts'
import { proveArea } from './proving/prove-area.ts'
import { createMoveDefinitions } from './moving/move-definitions.ts'
import type { MoveDefinitions } from './moving/move-definitions.ts'
import { createAreaRecommender } from './recommending/recommend-area.ts'
import type { RecommendArea } from './recommending/recommend-area.ts'
import { createAreasService } from './service.ts'
import type { AreasDependencies, AreasService } from './service.ts'
import { databaseVisibilityFor } from './scoping/database-visibility.ts'
import { createVisibleTables } from './scoping/visible-tables.ts'
import type { VisibleTables } from './scoping/visible-tables.ts'

export interface AreaDependencies {
  users: UsersService
  connections: ConnectionsService
  catalog: CatalogService
  license: LicenseService
  protection: ProtectionService
  audit: AuditService
  parsers: ParserPool
}

/** The business areas and the shared services that work with them. */
export interface AreaCore {
  areas: AreasService
  scopes: AreaScopes
  readDatabases: ReadDatabases
  prove: AreasDependencies['prove']
}

/**
 * Creates the areas.
 * @param dependencies `runQuery` proves cardinalities. It needs the areas itself, so it is called only later.
 */
export async function createAreaCore(
  context: AppContext,
  dependencies: AreaDependencies & { runQuery: RunQuery },
): Promise<AreaCore> {
  const { catalog, parsers, connections, protection, users, runQuery } = dependencies
  const readDatabases = createDatabaseReader(context, catalog)
  const scopes = createAreaScopes(context, { catalog, protection })
  const prove: AreasDependencies['prove'] = async (draft, principal) =>
    proveArea(
      {
        readDatabases,
        parse: parseFor(parsers.parse, principal.userId),
        countAttributes: users.countAttributes,
        isVisible: await databaseVisibilityFor(principal, connections),
      },
      draft,
    )
  const proveCardinality = createCardinalityProof(context, { runQuery, connections, readDatabases })
  const areas = createAreasService(context, { ...dependencies, scopes, readDatabases, prove, proveCardinality })
  await keepProtected(context, { connections, protection, guard: areas.guard })
  return { areas, scopes, readDatabases, prove }
}

/** What the features around business areas ask, and what belongs to other features. */
interface AreaNeighbors {
  query: QueryService
  stored: StoredValues
  /** The verified examples of drafts. */
  examples: DraftedExamples
}

/** The features around business areas. They ask questions, so the areas must exist first. */
export interface AreaTools {
  areaDrafts: DraftService
  areaPreviews: PreviewService
  areaAudience: AudienceService
  maskExamples: MaskExampleService
  areaRowCounts: RowCountService
  recommendArea: RecommendArea
  visibleTables: VisibleTables
  protectionMatrix: MatrixService
  areaProposals: ProposalsService
  definitionProposals: DefinitionProposals
  askedWords: AskedWords
  moveDefinitions: MoveDefinitions
  areaVersions: AreaVersions
  savedDrafts: SavedDrafts
  checkDefinition: CheckDefinition
  metricQueries: MetricQueries
}

export function createAreaTools(
  context: AppContext,
  dependencies: AreaDependencies & AreaCore & AreaNeighbors,
): AreaTools {
  const { parse } = dependencies.parsers
  const drafts = createDraftSettler(context, { ...dependencies, guard: dependencies.areas.guard })
  const areaPreviews = createPreviewService(context, { ...dependencies, drafts, parse })
  return {
    areaDrafts: createDraftService(context, { ...dependencies, parse }),
    areaPreviews,
    areaAudience: createAudienceService(context, { ...dependencies, drafts, parse }),
    maskExamples: createMaskExamples(context, { ...dependencies, parse }),
    areaRowCounts: createRowCountService(context, { ...dependencies, drafts, parse }),
    recommendArea: createAreaRecommender(context, dependencies),
    visibleTables: createVisibleTables(context, dependencies),
    protectionMatrix: createProtectionMatrix(context, dependencies),
    areaProposals: createProposals(context, dependencies),
    definitionProposals: createDefinitionProposals(context, dependencies),
    askedWords: createAskedWords(context, dependencies),
    moveDefinitions: createMoveDefinitions(dependencies),
    areaVersions: createAreaVersions(context, dependencies.areas),
    savedDrafts: createSavedDrafts(context, { ...dependencies, drafts: dependencies.areas.drafts }),
    checkDefinition: createDefinitionCheck({ ...dependencies, parse }),
    metricQueries: createMetricQueries(context, { ...dependencies, areaPreviews }),
  }
}
