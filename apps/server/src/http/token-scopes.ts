import type { ApiTokenScope } from '@parlance/contract'
import type { RouteDefinition } from './route.ts'

/**
 * R11: the routes for users that each scope of an API token opens, by their operation ids. One scope is enough. No token
 * can call another route for users, such as those that act as another user or ask later, where a token's limits would not
 * apply. Routes for administrators need the scope to administer.
 */
export const openedByScope: Record<Exclude<ApiTokenScope, 'administer'>, readonly string[]> = {
  ask: [
    'getCurrentUser',
    'useMcp',
    'listConnections',
    'getConnection',
    'getSelectedConnection',
    'getCatalogStatus',
    'listDatabaseTypes',
    'listApplications',
    'listTables',
    'listDatabaseTables',
    'listColumns',
    'listJoinedTables',
    'searchTables',
    'listAreas',
    'getArea',
    'getDefaultArea',
    'recommendArea',
    'listStarterQuestions',
    'createConversation',
    'updateConversation',
    'askQuestion',
    'askQuestionAndWait',
    'runSse',
    'followTurn',
    'cancelTurn',
    'runQuery',
    'runMetricQuery',
    'listExportFormats',
    'getChartRows',
  ],
  read_results: [
    'getCurrentUser',
    'useMcp',
    'listConversations',
    'getConversation',
    'followTurn',
    'getTurnPrompt',
    'listConversationFiles',
    'getConversationFile',
  ],
  manage_areas: [
    'getCurrentUser',
    'useMcp',
    'listConnections',
    'getConnection',
    'getCatalogStatus',
    'listDatabaseTypes',
    'listApplications',
    'listTables',
    'listDatabaseTables',
    'listColumns',
    'listJoinedTables',
    'searchTables',
    'listAreas',
    'getArea',
    'getAreaLimits',
    'updateArea',
    'deleteArea',
    'replaceAreaTables',
    'replaceAreaRelationships',
    'listAreaAccess',
    'grantAreaAccess',
    'revokeAreaAccess',
    'withdrawAreaChange',
    'checkArea',
    'suggestRelationships',
    'countUserAttributes',
    'showMaskExample',
    'exportArea',
    'importDefinitions',
    'exportDefinitions',
    'runMetricQuery',
    'previewDefinition',
    'checkDefinition',
    'listAreaVersions',
    'getAreaVersion',
    'restoreAreaVersion',
    'listDefinitionUsage',
    'getAreaDraft',
    'saveAreaDraft',
    'discardAreaDraft',
    'publishAreaDraft',
  ],
}

/** @returns the scopes of which one lets an API token call the route; none if no token can */
export function scopesFor({
  access,
  operationId = '',
}: Pick<RouteDefinition, 'access' | 'operationId'>): ApiTokenScope[] {
  if (access === 'admin') return ['administer']
  const scopes = Object.keys(openedByScope) as (keyof typeof openedByScope)[]
  return scopes.filter((scope) => openedByScope[scope].includes(operationId))
}
