import type { UploadPreview } from '@parlance/contract'
import { HttpResponse, http, type RequestHandler } from 'msw'
import type { Database } from '../api/databases.ts'
import { at, failure } from './test-server.ts'

const base = at('/api/v1/database-management')

interface UploadHandlersOptions {
  note: (call: string, request: Request) => Promise<unknown>
  refusal: string | undefined
  add: (fields: Partial<Database>) => Database
  change: (id: unknown, fields: Partial<Database>) => Database
}

export const uploadedPreview: UploadPreview = {
  id: 'u1',
  suggested_name: 'Orders',
  table_count: 1,
  tables: [
    {
      name: 'orders',
      is_view: false,
      file: 'orders.csv',
      sheet: null,
      row_count: 1200,
      is_counted: true,
      column_count: 1,
      columns: [{ name: 'total', type: 'REAL' }],
    },
  ],
  warnings: [],
  changes: null,
}

/** The endpoints of uploads. A replacement lacks a table and a column. */
export function uploadHandlers({ note, refusal, add, change }: UploadHandlersOptions): RequestHandler[] {
  let isReplacement = false
  return [
    http.post(`${base}/uploads`, async ({ request }) => {
      const body = (await note('start upload', request)) as {
        files: { name: string; size: number }[]
        replaces?: string
      }
      isReplacement = body.replaces !== undefined
      return HttpResponse.json({ id: 'u1', piece_bytes: 4, files: body.files })
    }),
    http.put(`${base}/uploads/u1/files/:file`, async ({ request }) => {
      const offset = Number(new URL(request.url).searchParams.get('offset'))
      return HttpResponse.json({ received: offset + (await request.arrayBuffer()).byteLength })
    }),
    http.post(`${base}/uploads/u1/read`, async ({ request }) => {
      await note('read upload', request)
      if (refusal !== undefined) return failure(422, refusal)
      const changes = {
        missing_tables: ['returns'],
        added_tables: [],
        missing_columns: [{ table: 'orders', columns: ['discount'] }],
      }
      return HttpResponse.json({ ...uploadedPreview, changes: isReplacement ? changes : null })
    }),
    http.delete(`${base}/uploads/u1`, async ({ request }) => {
      await note('discard upload', request)
      return HttpResponse.json({ id: 'u1' })
    }),
    http.post(`${base}/uploads/u1/connection`, async ({ request }) => {
      const body = (await note('create from upload', request)) as Partial<Database>
      return HttpResponse.json(add({ ...body, uploaded_files: [{ name: 'orders.csv', size: 9 }] }))
    }),
    http.put(`${base}/configurations/:id/file`, async ({ params, request }) => {
      await note('replace file', request)
      return HttpResponse.json(change(params['id'], {}))
    }),
  ]
}
