import { contentMatrix } from './content-matrix.ts'
import { tablesOf } from './connection-matrix.ts'
import { evaluationMatrix } from './evaluation-matrix.ts'
import { privateArea, privateConnection } from './owned-objects.ts'
import { admin, base, user } from './route-case.ts'
import type { RouteCase, RouteCases } from './route-case.ts'

/** Business areas: their content, rules, and approvals. */
export const areaMatrix: RouteCases = {
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
