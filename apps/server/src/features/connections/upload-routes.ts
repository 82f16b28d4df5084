import {
  createFromUploadRequestSchema,
  databaseConfigurationSchema,
  discardUploadResponseSchema,
  replaceFileRequestSchema,
  startUploadRequestSchema,
  uploadPreviewSchema,
  uploadProgressSchema,
  uploadSchema,
} from '@parlance/contract'
import { z } from 'zod'
import { idParamsSchema } from '../../http/register-routes.ts'
import { route } from '../../http/route.ts'
import type { RouteDefinition } from '../../http/route.ts'
import { reachRate } from './reach-rate.ts'
import type { ConnectionsService } from './service.ts'

const base = '/api/v1/database-management'
const url = `${base}/uploads`

const pieceParamsSchema = idParamsSchema.extend({ file: z.coerce.number().int().min(0).max(1000) })
const pieceQuerySchema = z.strictObject({ offset: z.coerce.number().int().min(0).default(0) })

/** The routes that make databases from files. */
export function uploadRoutes(connections: Pick<ConnectionsService, 'uploads' | 'get'>): RouteDefinition[] {
  return [...fileRoutes(connections), ...databaseRoutes(connections)]
}

function fileRoutes({ uploads }: Pick<ConnectionsService, 'uploads'>): RouteDefinition[] {
  return [
    route({
      method: 'POST',
      url,
      operationId: 'startUpload',
      summary: 'Start an upload of files that become a database',
      description:
        'Upload one SQLite file, or CSV and Excel files. Send each file in pieces with `PUT …/uploads/{id}/files/{file}`, then read them with `POST …/uploads/{id}/read`. An upload that no one continues for an hour is removed.',
      access: 'admin',
      rateLimit: reachRate,
      body: startUploadRequestSchema,
      response: uploadSchema,
      handler: ({ principal, body }) => uploads.start(principal, body),
    }),
    route({
      method: 'PUT',
      url: `${url}/:id/files/:file`,
      operationId: 'uploadFilePiece',
      summary: 'Upload a piece of a file',
      description: 'Send up to `piece_bytes` bytes. If a piece was interrupted, send it again.',
      access: 'admin',
      params: pieceParamsSchema,
      query: pieceQuerySchema,
      takesBytes: true,
      response: uploadProgressSchema,
      handler: async ({ principal, params: { id, file }, query: { offset }, raw, signal }) => ({
        received: await uploads.write(principal, id, { file, offset, bytes: raw.raw, signal }),
      }),
    }),
    route({
      method: 'POST',
      url: `${url}/:id/read`,
      operationId: 'readUpload',
      summary: 'Preview the database of an upload',
      description:
        'Checks the files and lists their tables. Large files take minutes. If it fails or you close the connection, the upload is removed.',
      access: 'admin',
      params: idParamsSchema,
      response: uploadPreviewSchema,
      handler: ({ principal, params, signal }) => uploads.read(principal, params.id, signal),
    }),
    route({
      method: 'DELETE',
      url: `${url}/:id`,
      operationId: 'discardUpload',
      summary: 'Discard an upload',
      access: 'admin',
      params: idParamsSchema,
      response: discardUploadResponseSchema,
      handler: async ({ principal, params }) => {
        await uploads.discard(principal, params.id)
        return params
      },
    }),
  ]
}

function databaseRoutes(connections: Pick<ConnectionsService, 'uploads' | 'get'>): RouteDefinition[] {
  const { uploads } = connections
  return [
    route({
      method: 'POST',
      url: `${url}/:id/connection`,
      operationId: 'createConnectionFromUpload',
      summary: 'Create a connection from an upload',
      description: 'Read the upload first. The connection is tested.',
      access: 'admin',
      reaches: ['database', 'credentials'],
      params: idParamsSchema,
      body: createFromUploadRequestSchema,
      response: databaseConfigurationSchema,
      handler: async ({ principal, params, body }) =>
        connections.get(principal, await uploads.create(principal, params.id, body)),
    }),
    route({
      method: 'PUT',
      url: `${base}/configurations/:id/file`,
      operationId: 'replaceConnectionFile',
      summary: 'Replace the file of an uploaded database',
      description: 'Start the upload with `replaces` and read it first. Areas, rules, and access stay.',
      access: 'admin',
      reaches: ['database', 'credentials'],
      params: idParamsSchema,
      body: replaceFileRequestSchema,
      response: databaseConfigurationSchema,
      handler: async ({ principal, params, body }) => {
        await uploads.replace(principal, params.id, body.upload_id)
        return connections.get(principal, params.id)
      },
    }),
  ]
}
