import type { AuditAction, AuditTargetKind } from '@parlance/contract'

/** The audit log's name for a route that may change something. */
export interface RouteAction {
  action: AuditAction
  /** The kind of its target. Absent if that is the installation itself. */
  target?: AuditTargetKind
  /** The URL parameter that names the target, `id` by default. Without one, the id in the answer is used. */
  param?: string
  /** The feature records the result, also for several requests at once, so only refusals are recorded here. */
  isRecordedByFeature?: boolean
}

const users = '/api/v1/users/:id'
const setup = '/api/v1/env-config'
const management = '/api/v1/database-management'
const configuration = `${management}/configurations/:id`
const areas = '/api/v1/business-areas'
const evaluation = `${areas}/:id/evaluation`
const sessions = '/apps/:appName/users/:userId/sessions'

const session = { target: 'session', param: 'sessionId' } as const

/**
 * Every route that isn't a GET. Null for one that changes nothing and asks nothing. A test compares this with the route
 * table.
 */
export const routeActions: Record<string, RouteAction | null> = {
  'POST /api/v1/auth/register': { action: 'user.register', target: 'user' },
  'POST /api/v1/auth/login': { action: 'user.login' },
  // Every browser calls this every 15 minutes. Only a reused token is worth a record, which the feature makes.
  'POST /api/v1/auth/refresh': null,
  'POST /api/v1/auth/logout': { action: 'user.logout' },
  'POST /api/v1/auth/change-password': { action: 'user.change-password' },
  'POST /api/v1/auth/activate': { action: 'user.activate' },
  'POST /api/v1/auth/resend-activation': { action: 'user.resend-activation' },
  'POST /api/v1/auth/forgot-password': { action: 'user.request-reset' },
  'POST /api/v1/auth/reset-password': { action: 'user.reset-password' },
  [`POST ${users}/approve`]: { action: 'user.approve', target: 'user' },
  [`POST ${users}/reject`]: { action: 'user.reject', target: 'user' },
  [`PATCH ${users}`]: { action: 'user.update', target: 'user' },
  [`PATCH ${users}/role`]: { action: 'user.change-role', target: 'user' },
  [`POST ${users}/activate`]: { action: 'user.activate', target: 'user' },
  [`POST ${users}/deactivate`]: { action: 'user.deactivate', target: 'user' },
  [`PUT ${users}/access`]: { action: 'user.update-access', target: 'user' },
  'PUT /api/v1/preferences/': { action: 'settings.update-preferences' },
  'PUT /api/v1/model-prices': { action: 'settings.upload-prices', isRecordedByFeature: true },
  'DELETE /api/v1/model-prices': { action: 'settings.remove-prices', isRecordedByFeature: true },
  'POST /api/v1/model-budgets': { action: 'budget.create', target: 'budget', isRecordedByFeature: true },
  'PUT /api/v1/model-budgets/:id': { action: 'budget.update', target: 'budget', isRecordedByFeature: true },
  'DELETE /api/v1/model-budgets/:id': { action: 'budget.delete', target: 'budget', isRecordedByFeature: true },
  'DELETE /api/v1/preferences/cache': { action: 'settings.clear-cache' },
  [`POST ${setup}/test/orchestration`]: { action: 'settings.test-model' },
  [`POST ${setup}/models/check`]: { action: 'settings.check-model', isRecordedByFeature: true },
  [`POST ${setup}/test/database`]: { action: 'connection.try' },
  [`POST ${setup}/save-all`]: { action: 'settings.save-all' },
  [`POST ${setup}/orchestration-model`]: { action: 'settings.choose-model' },
  [`POST ${setup}/orchestration-api-key`]: { action: 'settings.choose-model' },
  [`POST ${setup}/models/:provider/refresh`]: {
    action: 'settings.refresh-models',
    target: 'provider',
    param: 'provider',
  },
  [`POST ${setup}/create-sample-db`]: { action: 'connection.create-sample' },
  [`POST ${setup}/applications`]: { action: 'application.create', target: 'application' },
  [`POST ${setup}/email`]: { action: 'settings.update-email' },
  [`POST ${setup}/email/test`]: { action: 'settings.test-email' },
  [`POST ${setup}/registration`]: { action: 'settings.update-registration' },
  [`POST ${setup}/visualization`]: { action: 'settings.update-visualization' },
  'POST /api/v1/license/upload': { action: 'license.install' },
  'POST /api/v1/license/upload-file': { action: 'license.install' },
  'DELETE /api/v1/license/remove': { action: 'license.remove' },
  'DELETE /api/v1/admin/sessions/reset': { action: 'session.reset' },
  [`POST ${management}/applications`]: { action: 'application.create', target: 'application' },
  [`POST ${management}/configurations`]: { action: 'connection.create', target: 'connection' },
  [`POST ${management}/configurations/set-active`]: { action: 'connection.select', target: 'connection' },
  [`PUT ${configuration}`]: { action: 'connection.update', target: 'connection' },
  [`DELETE ${configuration}`]: { action: 'connection.delete', target: 'connection' },
  [`POST ${configuration}/test`]: { action: 'connection.test', target: 'connection', isRecordedByFeature: true },
  [`POST ${configuration}/sync`]: { action: 'connection.sync', target: 'connection' },
  [`POST ${configuration}/catalogue`]: { action: 'connection.read-catalogue', target: 'connection' },
  [`PUT ${configuration}/values`]: { action: 'connection.change-values', target: 'connection' },
  [`POST ${configuration}/values`]: { action: 'connection.request-values', target: 'connection' },
  [`POST ${configuration}/access`]: { action: 'connection.grant', target: 'connection' },
  [`DELETE ${configuration}/access/:userId`]: { action: 'connection.revoke', target: 'connection' },
  [`POST ${areas}/`]: { action: 'area.create', target: 'area' },
  [`PUT ${areas}/:id`]: { action: 'area.update', target: 'area' },
  [`PUT ${areas}/:id/tables`]: { action: 'area.update-tables', target: 'area' },
  [`PUT ${areas}/:id/joins`]: { action: 'area.update-joins', target: 'area' },
  [`PUT ${areas}/:id/owner`]: { action: 'area.transfer', target: 'area' },
  [`DELETE ${areas}/:id`]: { action: 'area.delete', target: 'area' },
  // These change nothing and read no rows.
  [`POST ${areas}/check`]: null,
  [`POST ${areas}/suggest-joins`]: null,
  [`POST ${areas}/database-tables/joined`]: null,
  [`POST ${areas}/recommend`]: null,
  [`POST ${areas}/propose`]: { action: 'area.propose', target: 'connection', isRecordedByFeature: true },
  [`POST ${areas}/audience`]: { action: 'area.review-audience', target: 'area', isRecordedByFeature: true },
  [`POST ${areas}/mask-example`]: { action: 'area.show-mask-example', target: 'area', isRecordedByFeature: true },
  [`POST ${areas}/audience/row-counts`]: { action: 'area.count-rows', target: 'area', isRecordedByFeature: true },
  [`POST ${areas}/preview`]: { action: 'area.preview' },
  [`POST ${areas}/:id/preview`]: { action: 'area.preview', target: 'area' },
  [`POST ${areas}/:id/definitions/import`]: null,
  [`POST ${areas}/:id/metric-query`]: { action: 'area.query-metrics', target: 'area' },
  [`POST ${areas}/:id/definition-preview`]: { action: 'area.preview', target: 'area' },
  [`POST ${areas}/:id/check-definition`]: null,
  [`POST ${areas}/:id/propose-definitions`]: {
    action: 'area.propose-definitions',
    target: 'area',
    isRecordedByFeature: true,
  },
  [`POST ${areas}/:id/reject-proposals`]: { action: 'area.reject-proposals', target: 'area' },
  [`POST ${areas}/:id/versions/:number/restore`]: { action: 'area.restore-version', target: 'area' },
  [`PUT ${areas}/:id/draft`]: { action: 'area.save-draft', target: 'area' },
  [`DELETE ${areas}/:id/draft`]: { action: 'area.discard-draft', target: 'area' },
  [`POST ${areas}/:id/draft/publish`]: { action: 'area.publish-draft', target: 'area' },
  [`POST ${areas}/:id/draft/examples`]: { action: 'area.save-draft', target: 'area' },
  [`PUT ${areas}/:id/draft/examples/:exampleId`]: { action: 'area.save-draft', target: 'area' },
  [`DELETE ${areas}/:id/draft/examples/:exampleId`]: { action: 'area.save-draft', target: 'area' },
  [`POST ${areas}/:id/draft/examples/:exampleId/revert`]: { action: 'area.save-draft', target: 'area' },
  [`POST ${areas}/import`]: { action: 'area.import', target: 'area' },
  [`POST ${evaluation}/sets`]: { action: 'evaluation.create-set', target: 'area' },
  [`PUT ${evaluation}/sets/:setId`]: { action: 'evaluation.update-set', target: 'area' },
  [`DELETE ${evaluation}/sets/:setId`]: { action: 'evaluation.delete-set', target: 'area' },
  [`POST ${evaluation}/sets/:setId/questions`]: { action: 'evaluation.add-question', target: 'area' },
  [`PUT ${evaluation}/sets/:setId/questions/:questionId`]: { action: 'evaluation.update-question', target: 'area' },
  [`DELETE ${evaluation}/sets/:setId/questions/:questionId`]: { action: 'evaluation.delete-question', target: 'area' },
  [`POST ${evaluation}/sets/:setId/questions/approve`]: { action: 'evaluation.approve-questions', target: 'area' },
  [`POST ${evaluation}/check-file`]: null,
  [`POST ${evaluation}/sets/:setId/import`]: { action: 'evaluation.import-questions', target: 'area' },
  [`POST ${evaluation}/sets/:setId/add-examples`]: { action: 'evaluation.add-examples', target: 'area' },
  [`POST ${evaluation}/sets/:setId/runs`]: { action: 'evaluation.start-run', target: 'area' },
  [`POST ${evaluation}/runs/:runId/cancel`]: { action: 'evaluation.cancel-run', target: 'area' },
  [`DELETE ${evaluation}/runs/:runId`]: { action: 'evaluation.delete-run', target: 'area' },
  [`POST ${evaluation}/runs/:runId/results/:questionId/rerun`]: { action: 'evaluation.rerun', target: 'area' },
  [`POST ${areas}/:id/set-default`]: { action: 'area.set-default', target: 'area' },
  [`POST ${areas}/:id/access`]: { action: 'area.grant', target: 'area' },
  [`DELETE ${areas}/:id/access/:userId`]: { action: 'area.revoke', target: 'area' },
  [`DELETE ${areas}/:id/pending-approval`]: { action: 'area.withdraw-request', target: 'area' },
  ['POST /api/v1/area-approvals/:id/approve']: { action: 'area.approve-exposure', isRecordedByFeature: true },
  ['POST /api/v1/area-approvals/:id/decline']: { action: 'area.decline-exposure', isRecordedByFeature: true },
  [`PUT ${management}/:id/protection`]: { action: 'connection.change-protection', target: 'connection' },
  [`POST ${sessions}`]: { action: 'session.create', target: 'session' },
  [`PATCH ${sessions}/:sessionId`]: { action: 'session.update', ...session },
  [`DELETE ${sessions}/:sessionId`]: { action: 'session.delete', ...session },
  'POST /api/v1/sessions/clear-all': { action: 'session.clear-all' },
  'POST /api/v1/custom_cancel/:sessionId': { action: 'question.cancel', ...session },
  'POST /api/v1/custom_run_sse': { action: 'question.ask' },
  'POST /run_sse': { action: 'question.ask' },
  'POST /run': { action: 'question.ask' },
  'POST /api/v1/examples': { action: 'example.create', target: 'example' },
  'POST /api/v1/examples/written': { action: 'example.create', target: 'example' },
  'PUT /api/v1/examples/:id': { action: 'example.update', target: 'example' },
  'POST /api/v1/examples/:id/run': { action: 'example.run', target: 'example' },
  'POST /api/v1/examples/:id/approve': { action: 'example.approve', target: 'example' },
  'POST /api/v1/examples/:id/reject': { action: 'example.reject', target: 'example' },
  'POST /api/v1/examples/decide': { action: 'example.decide', target: 'example', isRecordedByFeature: true },
  'POST /api/v1/examples/:id/correct': { action: 'example.correct', target: 'example' },
  'DELETE /api/v1/examples/:id': { action: 'example.delete', target: 'example' },
  'POST /api/v1/query/full-results': { action: 'query.export' },
  'POST /api/v1/query/visualization': { action: 'query.visualize' },
}
