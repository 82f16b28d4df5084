import { defaultAppName } from '@parlance/contract'
import { createSession, createTurn, privateArea, privateConnection } from './owned-objects.ts'
import { base, user } from './route-case.ts'
import type { ForeignRequest, RouteCase, RouteCases } from './route-case.ts'
import type { TestApp } from './test-app.ts'

const sessionsUrl = '/apps/:appName/users/:userId/sessions'

/** Conversations, examples, and results. */
export const conversationMatrix: RouteCases = {
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
  'POST /mcp': user,
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
  [`GET ${base}/examples/:id/similar`]: user,
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
