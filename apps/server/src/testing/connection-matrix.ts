import type { Access, Reach } from '../http/route.ts'
import { createUpload, privateConnection } from './owned-objects.ts'
import { admin, base, user } from './route-case.ts'
import type { RouteCase, RouteCases } from './route-case.ts'

const configuration = `${base}/database-management/configurations/:id`
const uploads = `${base}/database-management/uploads`

/** Databases, and who may use them. */
export const connectionMatrix: RouteCases = {
  [`GET ${configuration}/groups`]: admin,
  [`PUT ${configuration}/groups`]: admin,
  [`GET ${base}/database-management/applications`]: user,
  [`POST ${base}/database-management/applications`]: admin,
  [`GET ${base}/database-management/types`]: user,
  [`GET ${base}/database-management/use`]: admin,
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
  [`POST ${uploads}`]: admin,
  [`PUT ${uploads}/:id/files/:file`]: ownedUpload([], '/files/0'),
  [`POST ${uploads}/:id/read`]: ownedUpload([], '/read'),
  [`DELETE ${uploads}/:id`]: ownedUpload([], ''),
  [`POST ${uploads}/:id/connection`]: ownedUpload(['database', 'credentials'], '/connection', { name: 'Orders' }),
  [`PUT ${configuration}`]: ownedConfiguration('admin', ['credentials'], '', {}),
  [`PUT ${configuration}/file`]: ownedConfiguration('admin', ['database', 'credentials'], '/file', {
    upload_id: 'none',
  }),
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
  [`GET ${base}/database-management/tables/:table/columns`]: tablesOf(
    `${base}/database-management/tables/orders/columns`,
  ),
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

/** A call on one upload, which belongs to the administrator who started it. */
function ownedUpload(reaches: Reach[], below: string, payload?: object): RouteCase {
  return {
    access: 'admin',
    reaches,
    foreign: async (app, ownerId) => ({ url: `${uploads}/${await createUpload(app, ownerId)}${below}`, payload }),
  }
}

export function tablesOf(url: string, more = ''): RouteCase {
  return {
    access: 'user',
    reaches: ['database', 'credentials'],
    foreign: async (app, ownerId) => ({
      url: `${url}?database_config_id=${await privateConnection(app, ownerId)}${more}`,
    }),
  }
}
