import {
  areaSchema,
  discardDraftQuerySchema,
  publishDraftRequestSchema,
  savedDraftResponseSchema,
  saveDraftRequestSchema,
} from '@parlance/contract'
import { z } from 'zod'
import { idParamsSchema } from '../../http/register-routes.ts'
import { route } from '../../http/route.ts'
import type { RouteDefinition } from '../../http/route.ts'
import type { SavedDrafts } from './drafting/saved-drafts.ts'
import { tagged } from './version-headers.ts'

const base = '/api/v1/business-areas'
/** Enough for the descriptions and definitions of ten thousand tables. */
const bodyLimit = 16 * 1024 * 1024
/** A proof reads hundreds of expressions, and other users' questions wait for the same readers. */
const proofRate = { max: 120, window: 60_000, by: 'user' } as const
const reaches = ['database', 'credentials'] as const

/** The drafts of areas. */
export function draftRoutes({ savedDrafts }: { savedDrafts: SavedDrafts }): RouteDefinition[] {
  return [
    route({
      method: 'GET',
      url: `${base}/:id/draft`,
      operationId: 'getAreaDraft',
      summary: 'Get the draft of a business area',
      description:
        'Returns what the draft says beside what is published, and what is wrong with it. `draft` is null if there is none. For the owner of the area and administrators.',
      access: 'user',
      rateLimit: proofRate,
      reaches: [...reaches],
      params: idParamsSchema,
      response: savedDraftResponseSchema,
      handler: async ({ principal, params }) => ({ draft: await savedDrafts.read(principal, params.id) }),
    }),
    route({
      method: 'PUT',
      url: `${base}/:id/draft`,
      operationId: 'saveAreaDraft',
      summary: 'Save the draft of a business area',
      description:
        'Creates or replaces the draft, and publishes nothing. A draft may have errors, but then it cannot be asked or published. For the owner of the area and administrators, who share one draft.',
      access: 'user',
      rateLimit: proofRate,
      reaches: [...reaches],
      bodyLimit,
      params: idParamsSchema,
      body: saveDraftRequestSchema,
      response: savedDraftResponseSchema,
      handler: async ({ principal, params, body }) => ({ draft: await savedDrafts.save(principal, params.id, body) }),
    }),
    route({
      method: 'DELETE',
      url: `${base}/:id/draft`,
      operationId: 'discardAreaDraft',
      summary: 'Discard the draft of a business area',
      description:
        'Deletes the draft. The published area stays as it is. For the owner of the area and administrators.',
      access: 'user',
      params: idParamsSchema,
      query: discardDraftQuerySchema,
      response: z.object({ area_id: z.string() }),
      handler: async ({ principal, params, query }) => {
        await savedDrafts.discard(principal, params.id, query.revision)
        return { area_id: params.id }
      },
    }),
    route({
      method: 'POST',
      url: `${base}/:id/draft/publish`,
      operationId: 'publishAreaDraft',
      summary: 'Publish the draft of a business area',
      description:
        'Makes the area say what the draft says, as a new version, after the same checks as other changes, and deletes the draft. Tables, rules, and access stay as they are. If the published area changed the same things meanwhile, decide for each of these collisions. For the owner of the area and administrators.',
      access: 'user',
      reaches: [...reaches],
      params: idParamsSchema,
      body: publishDraftRequestSchema,
      response: areaSchema,
      handler: async ({ principal, params, body, reply }) =>
        tagged(reply, await savedDrafts.publish(principal, params.id, body)),
    }),
  ]
}
