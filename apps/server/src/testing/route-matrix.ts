import { defaultAppName } from '@parlance/contract'
import type { Access, Reach } from '../http/route.ts'
import type { TestApp } from './test-app.ts'
import { contentMatrix } from './content-matrix.ts'
import { evaluationMatrix } from './evaluation-matrix.ts'
import { createSession, createToken, createTurn, privateArea, privateConnection } from './owned-objects.ts'

/** A request for another user's object. */
export interface ForeignRequest {
  url: string
  payload?: object
}

/** The R11 and R20 expectations for one route. A route missing here fails the test. */
export interface RouteCase {
  access: Access
  /** What it reaches (R20); empty for most. */
  reaches: Reach[]
  /**
   * Creates an object of `ownerId` and requests it; another user must get 404. Null if the route's objects have no
   * owner.
   */
  foreign: ((app: TestApp, ownerId: string) => Promise<ForeignRequest>) | null
  /** Administrators may do it with any user's object. */
  isOpenToAdmins?: true
}

const base = '/api/v1'
const configuration = `${base}/database-management/configurations/:id`
const sessionsUrl = '/apps/:appName/users/:userId/sessions'

const open: RouteCase = { access: 'public', reaches: [], foreign: null }
const user: RouteCase = { access: 'user', reaches: [], foreign: null }
const admin: RouteCase = { access: 'admin', reaches: [], foreign: null }

/** Every route by method and address. */
export const routeMatrix: Record<string, RouteCase> = {
  [`POST ${base}/auth/register`]: open,
  [`POST ${base}/auth/activate`]: open,
  [`POST ${base}/auth/resend-activation`]: open,
  [`GET ${base}/health`]: open,
  [`POST ${base}/auth/forgot-password`]: open,
  [`POST ${base}/auth/reset-password`]: open,
  [`POST ${base}/auth/login`]: open,
  [`POST ${base}/auth/refresh`]: open,
  [`POST ${base}/auth/logout`]: open,
  [`GET ${base}/auth/me`]: user,
  [`POST ${base}/auth/change-password`]: user,
  [`GET ${base}/api-tokens`]: user,
  [`POST ${base}/api-tokens`]: user,
  [`DELETE ${base}/api-tokens/:id`]: {
    ...user,
    foreign: async (app, owner) => ({ url: `${base}/api-tokens/${await createToken(app, owner)}` }),
  },
  [`GET ${base}/users/`]: admin,
  [`GET ${base}/users/:id`]: admin,
  [`POST ${base}/users/:id/approve`]: admin,
  [`POST ${base}/users/:id/reject`]: admin,
  [`PATCH ${base}/users/:id`]: admin,
  [`PATCH ${base}/users/:id/role`]: admin,
  [`POST ${base}/users/:id/activate`]: admin,
  [`POST ${base}/users/:id/deactivate`]: admin,
  [`GET ${base}/users/search`]: admin,
  [`GET ${base}/users/export`]: admin,
  [`POST ${base}/users/bulk`]: admin,
  [`GET ${base}/users/:id/possessions`]: admin,
  [`DELETE ${base}/users/:id`]: admin,
  [`GET ${base}/users/invitations/room`]: admin,
  [`POST ${base}/users/invitations`]: admin,
  [`POST ${base}/users/:id/invitation`]: admin,
  [`DELETE ${base}/users/:id/invitation`]: admin,
  [`POST ${base}/users/:id/reset-link`]: admin,
  [`GET ${base}/users/:id/reach`]: admin,
  [`POST ${base}/auth/invitation`]: open,
  [`POST ${base}/auth/accept-invitation`]: open,
  [`GET ${base}/users/:id/access`]: admin,
  [`PUT ${base}/users/:id/access`]: admin,
  [`GET ${base}/groups`]: admin,
  [`POST ${base}/groups`]: admin,
  [`GET ${base}/groups/:id`]: admin,
  [`PATCH ${base}/groups/:id`]: admin,
  [`DELETE ${base}/groups/:id`]: admin,
  [`GET ${base}/groups/:id/deletion`]: admin,
  [`GET ${base}/groups/:id/members`]: admin,
  [`POST ${base}/groups/:id/members`]: admin,
  [`PUT ${base}/groups/:id/access`]: admin,
  [`GET ${configuration}/groups`]: admin,
  [`PUT ${configuration}/groups`]: admin,
  [`GET ${base}/audit`]: admin,
  [`GET ${base}/audit/export`]: admin,
  [`GET ${base}/audit/settings`]: admin,
  [`PUT ${base}/audit/retention`]: admin,
  [`POST ${base}/audit/sinks`]: admin,
  [`POST ${base}/audit/sinks/test`]: admin,
  [`PUT ${base}/audit/sinks/:id`]: admin,
  [`DELETE ${base}/audit/sinks/:id`]: admin,
  [`GET ${base}/overview`]: { ...admin, reaches: ['database', 'credentials'] },
  [`GET ${base}/model-usage`]: user,
  [`GET ${base}/model-usage/export`]: user,
  [`GET ${base}/model-prices`]: admin,
  [`PUT ${base}/model-prices`]: admin,
  [`DELETE ${base}/model-prices`]: admin,
  [`GET ${base}/model-budgets`]: admin,
  [`POST ${base}/model-budgets`]: admin,
  [`PUT ${base}/model-budgets/:id`]: admin,
  [`DELETE ${base}/model-budgets/:id`]: admin,
  [`GET ${base}/license/status`]: user,
  [`GET ${base}/license/usage`]: admin,
  [`POST ${base}/license/upload`]: admin,
  [`POST ${base}/license/upload-file`]: admin,
  [`DELETE ${base}/license/remove`]: admin,
  [`GET ${base}/preferences/`]: admin,
  [`GET ${base}/preferences/llm-options/`]: admin,
  [`PUT ${base}/preferences/`]: { ...admin, reaches: ['model'] },
  [`DELETE ${base}/preferences/cache`]: admin,
  [`GET ${base}/admin/sessions`]: admin,
  [`GET ${base}/admin/sessions/stats`]: admin,
  [`DELETE ${base}/admin/sessions/reset`]: admin,
  [`GET ${base}/env-config/email`]: admin,
  [`POST ${base}/env-config/email`]: admin,
  [`POST ${base}/env-config/email/test`]: admin,
  [`GET ${base}/env-config/registration`]: admin,
  [`POST ${base}/env-config/registration`]: admin,
  [`POST ${base}/env-config/visualization`]: admin,
  [`POST ${base}/env-config/models/:provider/refresh`]: { ...admin, reaches: ['model'] },
  [`GET ${base}/env-config/models/check`]: admin,
  [`POST ${base}/env-config/models/check`]: { ...admin, reaches: ['database', 'credentials', 'model'] },
  [`GET ${base}/env-config/status`]: user,
  [`GET ${base}/env-config/visualization`]: user,
  [`GET ${base}/env-config/orchestration-models`]: admin,
  [`GET ${base}/env-config/models/:provider`]: admin,
  [`POST ${base}/env-config/test/orchestration`]: { ...admin, reaches: ['model'] },
  [`POST ${base}/env-config/test/database`]: { ...admin, reaches: ['database', 'credentials'] },
  [`POST ${base}/env-config/save-all`]: { ...admin, reaches: ['database', 'credentials', 'model'] },
  [`POST ${base}/env-config/orchestration-model`]: { ...admin, reaches: ['model'] },
  [`POST ${base}/env-config/orchestration-api-key`]: { ...admin, reaches: ['model'] },
  [`POST ${base}/env-config/create-sample-db`]: { ...admin, reaches: ['database'] },
  [`GET ${base}/env-config/applications`]: user,
  [`POST ${base}/env-config/applications`]: admin,
  [`GET ${base}/database-management/applications`]: user,
  [`POST ${base}/database-management/applications`]: admin,
  [`GET ${base}/database-management/types`]: user,
  [`GET ${base}/database-management/configurations`]: user,
  [`POST ${base}/database-management/configurations`]: { ...admin, reaches: ['credentials'] },
  [`GET ${base}/database-management/configurations/active`]: user,
  [`POST ${base}/database-management/configurations/set-active`]: {
    ...user,
    foreign: async (app, ownerId) => ({
      url: `${base}/database-management/configurations/set-active`,
      payload: { config_id: await privateConnection(app, ownerId) },
    }),
  },
  [`GET ${base}/database-management/configurations/:id`]: {
    ...user,
    foreign: async (app, ownerId) => ({
      url: `${base}/database-management/configurations/${await privateConnection(app, ownerId)}`,
    }),
  },
  [`POST ${base}/database-management/configurations/:id/test`]: {
    access: 'admin',
    reaches: ['database', 'credentials'],
    foreign: async (app, ownerId) => ({
      url: `${base}/database-management/configurations/${await privateConnection(app, ownerId)}/test`,
    }),
  },
  [`GET ${base}/database-management/health-checks`]: admin,
  [`PUT ${base}/database-management/health-checks`]: admin,
  [`POST ${base}/database-management/configurations/test-all`]: { ...admin, reaches: ['database', 'credentials'] },
  [`PUT ${configuration}`]: ownedConfiguration('admin', ['credentials'], '', {}),
  [`DELETE ${configuration}`]: ownedConfiguration('admin', [], ''),
  [`POST ${configuration}/sync`]: ownedConfiguration('admin', ['database', 'credentials'], '/sync'),
  [`GET ${configuration}/sync`]: ownedConfiguration('admin', ['credentials'], '/sync'),
  [`GET ${configuration}/catalogue`]: ownedConfiguration('user', [], '/catalogue'),
  [`POST ${configuration}/catalogue`]: ownedConfiguration('user', ['database', 'credentials'], '/catalogue', {}),
  [`GET ${configuration}/values`]: ownedConfiguration('user', [], '/values'),
  [`PUT ${configuration}/values`]: ownedConfiguration('user', [], '/values', { is_on: false }),
  [`POST ${configuration}/values`]: ownedConfiguration('user', ['database', 'credentials'], '/values', {}),
  [`GET ${configuration}/access`]: ownedConfiguration('user', [], '/access'),
  [`POST ${configuration}/access`]: ownedConfiguration('user', [], '/access', { user_email: 'someone@example.test' }),
  [`DELETE ${configuration}/access/:userId`]: ownedConfiguration('user', [], '/access/someone'),
  [`GET ${base}/database-management/tables`]: tablesOf(`${base}/database-management/tables`),
  [`GET ${base}/business-areas/database-tables`]: tablesOf(`${base}/business-areas/database-tables`),
  [`GET ${base}/business-areas/database-tables/search`]: tablesOf(
    `${base}/business-areas/database-tables/search`,
    '&query=order',
  ),
  [`POST ${base}/business-areas/database-tables/joined`]: {
    access: 'user',
    reaches: ['database', 'credentials'],
    foreign: async (app, ownerId) => ({
      url: `${base}/business-areas/database-tables/joined`,
      payload: { tables: ['orders'], database_config_id: await privateConnection(app, ownerId) },
    }),
  },
  [`GET ${base}/database-management/tables/:table/columns`]: tablesOf(
    `${base}/database-management/tables/orders/columns`,
  ),
  [`POST ${base}/business-areas/check`]: { ...user, reaches: ['database', 'credentials'] },
  [`POST ${base}/business-areas/suggest-joins`]: {
    access: 'user',
    reaches: ['database', 'credentials'],
    foreign: async (app, ownerId) => ({
      url: `${base}/business-areas/suggest-joins`,
      payload: { tables: ['orders'], database_config_id: await privateConnection(app, ownerId) },
    }),
  },
  [`POST ${base}/business-areas/propose`]: {
    access: 'admin',
    reaches: ['database', 'credentials'],
    foreign: async (app, ownerId) => ({
      url: `${base}/business-areas/propose`,
      payload: { database_config_id: await privateConnection(app, ownerId) },
    }),
  },
  [`GET ${base}/business-areas/user-attributes`]: user,
  [`POST ${base}/business-areas/recommend`]: { ...user, reaches: ['database', 'credentials'] },
  [`POST ${base}/business-areas/import`]: { ...admin, reaches: ['database', 'credentials'] },
  [`POST ${base}/business-areas/audience`]: draftOf('audience'),
  [`POST ${base}/business-areas/mask-example`]: draftOf('mask-example', {
    table_name: 'orders',
    column: 'total',
    mask: { mask_type: 'null' },
  }),
  [`POST ${base}/business-areas/audience/row-counts`]: draftOf('audience/row-counts', { user_ids: ['nobody'] }),
  [`POST ${base}/business-areas/preview`]: { ...admin, reaches: ['database', 'credentials'] },
  [`POST ${base}/business-areas/:id/preview`]: {
    ...ownedArea('/preview', { user_id: 'nobody', sql_query: 'SELECT 1' }),
    reaches: ['database', 'credentials'],
  },
  [`POST ${base}/business-areas/:id/metric-query`]: {
    ...ownedArea('/metric-query', { query: { metrics: ['Revenue'] } }),
    reaches: ['database', 'credentials'],
  },
  [`POST ${base}/business-areas/:id/definition-preview`]: {
    ...ownedArea('/definition-preview', { definitions: {}, query: { metrics: ['Revenue'] } }),
    reaches: ['database', 'credentials'],
  },
  [`POST ${base}/business-areas/:id/check-definition`]: {
    ...ownedArea('/check-definition', { definitions: {}, definition: { kind: 'metric', name: 'Revenue' } }),
    reaches: ['database', 'credentials'],
  },
  [`POST ${base}/business-areas/:id/propose-definitions`]: {
    ...ownedArea('/propose-definitions', {}),
    reaches: ['database', 'credentials'],
  },
  [`GET ${base}/business-areas/:id/asked-words`]: ownedArea('/asked-words'),
  [`POST ${base}/business-areas/:id/reject-proposals`]: ownedArea('/reject-proposals', { keys: ['x'] }),
  ...contentMatrix(ownedArea),
  [`GET ${base}/business-areas/:id/export`]: ownedArea('/export'),
  [`POST ${base}/business-areas/:id/definitions/import`]: {
    ...ownedArea('/definitions/import', { content: 'version: 0.2.0.dev0' }),
    reaches: ['database', 'credentials'],
  },
  [`GET ${base}/business-areas/:id/definitions/export`]: {
    ...ownedArea('/definitions/export'),
    reaches: ['database', 'credentials'],
  },
  [`GET ${base}/business-areas/evaluation-badges`]: user,
  ...evaluationMatrix(ownedArea),
  [`GET ${base}/business-areas/`]: user,
  [`GET ${base}/business-areas/default`]: user,
  [`GET ${base}/business-areas/edition-limits`]: user,
  [`POST ${base}/business-areas/`]: admin,
  [`GET ${base}/business-areas/:id`]: ownedArea(''),
  [`PUT ${base}/business-areas/:id`]: ownedArea('', { area_name: 'Taken', visibility: 'public' }),
  [`PUT ${base}/business-areas/:id/tables`]: ownedArea('/tables', [{ table_name: 'orders' }]),
  [`PUT ${base}/business-areas/:id/joins`]: ownedArea('/joins', []),
  [`PUT ${base}/business-areas/:id/owner`]: admin,
  [`DELETE ${base}/business-areas/:id`]: ownedArea(''),
  [`POST ${base}/business-areas/:id/set-default`]: ownedArea('/set-default'),
  [`GET ${base}/business-areas/:id/access`]: ownedArea('/access'),
  [`POST ${base}/business-areas/:id/access`]: ownedArea('/access', { user_id: 'nobody' }),
  [`DELETE ${base}/business-areas/:id/access/:userId`]: ownedArea('/access/nobody'),
  [`DELETE ${base}/business-areas/:id/pending-approval`]: {
    ...ownedArea('/pending-approval'),
    reaches: ['database', 'credentials'],
  },
  [`GET ${base}/area-approvals`]: { ...admin, reaches: ['database', 'credentials'] },
  [`POST ${base}/area-approvals/:id/approve`]: { ...admin, reaches: ['database', 'credentials'] },
  [`POST ${base}/area-approvals/:id/decline`]: admin,
  [`GET ${base}/database-management/:id/protection`]: { ...admin, reaches: ['database', 'credentials'] },
  [`PUT ${base}/database-management/:id/protection`]: { ...admin, reaches: ['database', 'credentials'] },
  [`POST ${sessionsUrl}`]: { ...user, foreign: async (_app, owner) => ({ url: sessionsOf(owner), payload: {} }) },
  [`GET ${sessionsUrl}`]: { ...user, foreign: async (_app, owner) => ({ url: sessionsOf(owner) }) },
  [`GET ${sessionsUrl}/:sessionId`]: { ...user, foreign: sessionOf },
  [`DELETE ${sessionsUrl}/:sessionId`]: { ...user, foreign: sessionOf },
  [`PATCH ${sessionsUrl}/:sessionId`]: {
    ...user,
    foreign: async (app, owner) => ({ ...(await sessionOf(app, owner)), payload: { state_delta: {} } }),
  },
  [`GET ${sessionsUrl}/:sessionId/artifacts`]: {
    ...user,
    foreign: async (app, owner) => ({ url: `${(await sessionOf(app, owner)).url}/artifacts` }),
  },
  [`GET ${sessionsUrl}/:sessionId/artifacts/:name`]: {
    ...user,
    foreign: async (app, owner) => ({ url: `${(await sessionOf(app, owner)).url}/artifacts/a.csv` }),
  },
  [`GET ${base}/examples`]: user,
  [`POST ${base}/examples`]: {
    ...user,
    foreign: async (app, owner) => ({ url: `${base}/examples`, payload: { turn_id: await createTurn(app, owner) } }),
  },
  [`POST ${base}/examples/written`]: {
    access: 'user',
    reaches: ['database', 'credentials'],
    isOpenToAdmins: true,
    foreign: async (app, owner) => ({
      url: `${base}/examples/written`,
      payload: { area_id: await privateArea(app, owner), question: 'How many?', sql_query: 'SELECT 1' },
    }),
  },
  [`PUT ${base}/examples/:id`]: { ...user, reaches: ['database', 'credentials'] },
  [`POST ${base}/examples/:id/run`]: { ...user, reaches: ['database', 'credentials'] },
  [`POST ${base}/examples/:id/correct`]: { ...user, reaches: ['database', 'credentials'] },
  [`GET ${base}/examples/attention`]: user,
  // It answers for each example, and the feature's own tests cover who may decide.
  [`POST ${base}/examples/decide`]: user,
  [`GET ${base}/examples/:id/similar`]: user,
  // An administrator decides for every area; the feature's own tests cover who else may.
  [`POST ${base}/examples/:id/approve`]: user,
  [`POST ${base}/examples/:id/reject`]: user,
  [`DELETE ${base}/examples/:id`]: user,
  [`POST ${base}/sessions/clear-all`]: user,
  [`POST ${base}/custom_cancel/:sessionId`]: {
    ...user,
    foreign: async (app, owner) => ({ url: `${base}/custom_cancel/${await createSession(app, owner)}` }),
  },
  [`GET ${base}/turns/:id/events`]: {
    ...user,
    foreign: async (app, owner) => ({ url: `${base}/turns/${await createTurn(app, owner)}/events` }),
  },
  [`GET ${base}/turns/:id/prompt`]: {
    ...user,
    foreign: async (app, owner) => ({ url: `${base}/turns/${await createTurn(app, owner)}/prompt` }),
  },
  [`GET ${base}/starter-questions`]: { ...user, reaches: ['database', 'credentials'] },
  [`POST ${base}/custom_run_sse`]: asking(`${base}/custom_run_sse`),
  'POST /run_sse': asking('/run_sse'),
  'POST /run': asking('/run'),
  [`GET ${base}/query/export-formats`]: user,
  [`POST ${base}/query/full-results`]: {
    access: 'user',
    reaches: ['database'],
    foreign: async (app, owner) => ({
      url: `${base}/query/full-results`,
      payload: { sql_query: 'SELECT 1', database_config_id: await privateConnection(app, owner) },
    }),
  },
  [`POST ${base}/query/visualization`]: {
    access: 'user',
    reaches: ['database'],
    foreign: async (app, owner) => ({
      url: `${base}/query/visualization`,
      payload: { sql_query: 'SELECT 1', database_config_id: await privateConnection(app, owner) },
    }),
  },
}

function asking(url: string): RouteCase {
  return {
    access: 'user',
    reaches: ['database', 'model'],
    foreign: async (app, owner) => ({
      url,
      payload: {
        appName: defaultAppName,
        userId: owner,
        sessionId: await createSession(app, owner),
        newMessage: { role: 'user', parts: [{ text: 'How many orders?' }] },
      },
    }),
  }
}

function sessionsOf(ownerId: string): string {
  return `/apps/${defaultAppName}/users/${ownerId}/sessions`
}

async function sessionOf(app: TestApp, ownerId: string): Promise<ForeignRequest> {
  return { url: `${sessionsOf(ownerId)}/${await createSession(app, ownerId)}` }
}

/** A call on one connection, at its address or below it. */
function ownedConfiguration(access: Access, reaches: Reach[], below: string, payload?: object): RouteCase {
  return {
    access,
    reaches,
    foreign: async (app, ownerId) => ({
      url: `${configuration.replace(':id', await privateConnection(app, ownerId))}${below}`,
      payload,
    }),
  }
}

function tablesOf(url: string, more = ''): RouteCase {
  return {
    access: 'user',
    reaches: ['database', 'credentials'],
    foreign: async (app, ownerId) => ({
      url: `${url}?database_config_id=${await privateConnection(app, ownerId)}${more}`,
    }),
  }
}

/** A call on one business area, at its address or below it. */
function ownedArea(below: string, payload?: object): RouteCase {
  return {
    access: 'user',
    reaches: [],
    isOpenToAdmins: true,
    foreign: async (app, ownerId) => ({
      url: `${base}/business-areas/${await privateArea(app, ownerId)}${below}`,
      payload,
    }),
  }
}

/** A call about a draft of one business area. */
function draftOf(name: string, payload: object = {}): RouteCase {
  return {
    access: 'user',
    reaches: ['database', 'credentials'],
    isOpenToAdmins: true,
    foreign: async (app, ownerId) => ({
      url: `${base}/business-areas/${name}`,
      payload: { area_id: await privateArea(app, ownerId), ...payload },
    }),
  }
}
