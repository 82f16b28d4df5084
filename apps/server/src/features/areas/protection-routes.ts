import {
  areaApprovalsSchema,
  areaSchema,
  changeProtectionRequestSchema,
  changeProtectionResponseSchema,
  decideApprovalResponseSchema,
  message,
  protectionMatrixSchema,
  protectionQuerySchema,
} from '@parlance/contract'
import { idParamsSchema } from '../../http/register-routes.ts'
import { wireMessage } from '@parlance/contract'
import { route } from '../../http/route.ts'
import type { RouteDefinition } from '../../http/route.ts'
import type { MatrixService } from './approving/protection-matrix.ts'
import type { AreasService } from './service.ts'

const approvals = '/api/v1/area-approvals'
const protection = '/api/v1/database-management/:id/protection'

/** The routes for protected tables and for changes that wait for administrators (R24). */
export function protectionRoutes({
  areas,
  protectionMatrix,
}: {
  areas: AreasService
  protectionMatrix: MatrixService
}): RouteDefinition[] {
  return [
    route({
      method: 'GET',
      url: approvals,
      operationId: 'listAreaApprovals',
      summary: 'List pending approvals',
      description: 'Lists changes to areas with protected tables that are waiting for an administrator.',
      access: 'admin',
      reaches: ['database', 'credentials'],
      response: areaApprovalsSchema,
      handler: ({ principal }) => areas.approvals.list(principal),
    }),
    route({
      method: 'POST',
      url: `${approvals}/:id/approve`,
      operationId: 'approveAreaChange',
      summary: 'Approve a pending change to a business area',
      access: 'admin',
      reaches: ['database', 'credentials'],
      params: idParamsSchema,
      response: decideApprovalResponseSchema,
      handler: async ({ principal, params: { id } }) =>
        decided(id, 'approved', await areas.approvals.approve(principal, id)),
    }),
    route({
      method: 'POST',
      url: `${approvals}/:id/decline`,
      operationId: 'declineAreaChange',
      summary: 'Decline a pending change to a business area',
      access: 'admin',
      params: idParamsSchema,
      response: decideApprovalResponseSchema,
      handler: async ({ principal, params: { id } }) =>
        decided(id, 'declined', await areas.approvals.decline(principal, id)),
    }),
    route({
      method: 'DELETE',
      url: '/api/v1/business-areas/:id/pending-approval',
      operationId: 'withdrawAreaChange',
      summary: 'Withdraw a pending change to a business area',
      access: 'user',
      reaches: ['database', 'credentials'],
      params: idParamsSchema,
      response: areaSchema,
      handler: async ({ principal, params }) => {
        await areas.approvals.withdraw(principal, params.id)
        return areas.get(principal, params.id)
      },
    }),
    route({
      method: 'GET',
      url: protection,
      operationId: 'getProtectionMatrix',
      summary: 'List tables with the business areas that show them',
      description:
        'Lists the tables that are protected or in an area. With `q`, lists every table whose name contains the text.',
      access: 'admin',
      reaches: ['database', 'credentials'],
      params: idParamsSchema,
      query: protectionQuerySchema,
      response: protectionMatrixSchema,
      handler: ({ principal, params, query }) => protectionMatrix.matrix(principal, params.id, query.q ?? ''),
    }),
    route({
      method: 'PUT',
      url: protection,
      operationId: 'updateTableProtection',
      summary: 'Protect or unprotect a table',
      description: 'Applies to every connection to the same database.',
      access: 'admin',
      reaches: ['database', 'credentials'],
      params: idParamsSchema,
      body: changeProtectionRequestSchema,
      response: changeProtectionResponseSchema,
      handler: ({ principal, params, body }) => protectionMatrix.change(principal, params.id, body),
    }),
  ]
}

type Decided = Awaited<ReturnType<AreasService['approvals']['approve']>>

function decided<Decision extends 'approved' | 'declined'>(id: string, decision: Decision, place: Decided) {
  const { areaId, areaName: area } = place
  const text =
    decision === 'approved'
      ? message('The change to {area} was approved.', { area })
      : message('The change to {area} was declined.', { area })
  return { id, area_id: areaId, decision, ...wireMessage(text) }
}
