import { z } from 'zod'
import { route } from '../../http/route.ts'
import type { RouteDefinition } from '../../http/route.ts'
import type { AttachmentService } from './attachments/service.ts'
import type { SessionService } from './session-service.ts'

const id = z.string().min(1).max(200)
const sessionPath = z.strictObject({ appName: z.string().min(1).max(100), userId: id, sessionId: id })
const url = '/apps/:appName/users/:userId/sessions/:sessionId/artifacts'

/** Files that came with questions, for the owner of the conversation. */
export function artifactRoutes(sessions: SessionService, attachments: AttachmentService): RouteDefinition[] {
  return [
    route({
      method: 'GET',
      url,
      operationId: 'listConversationFiles',
      summary: 'List the files of a conversation',
      access: 'user',
      params: sessionPath,
      response: z.array(z.string()),
      handler: async ({ principal, params }) => {
        await sessions.requireOwn(principal, params)
        return attachments.names(params.sessionId)
      },
    }),
    route({
      method: 'GET',
      url: `${url}/:name`,
      operationId: 'getConversationFile',
      summary: 'Download a file of a conversation',
      description: 'Returns the file as the user sent it.',
      access: 'user',
      params: sessionPath.extend({ name: id }),
      handler: async ({ principal, params, reply }) => {
        await sessions.requireOwn(principal, params)
        const { name, mimeType, bytes } = await attachments.read(params.sessionId, params.name)
        return reply.headers(downloadHeaders(name, mimeType)).send(bytes)
      },
    }),
  ]
}

/** Users' files are saved as downloads, so that the browser never shows one as a page of this site. */
function downloadHeaders(name: string, mimeType: string): Record<string, string> {
  const ascii = name.replaceAll(/[^\w .()-]/g, '_')
  return {
    'content-type': mimeType,
    'content-disposition': `attachment; filename="${ascii}"; filename*=UTF-8''${encodeURIComponent(name)}`,
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
    'cache-control': 'private, no-store',
  }
}
