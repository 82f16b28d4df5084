import { z } from 'zod'
import { visibilitySchema } from './connections.ts'
import { messageSchema } from './message-schema.ts'

/** The most bytes of one request of an upload, so that a slow network finishes each request in time. */
export const uploadPieceBytes = 4 * 1024 * 1024
/** The most files of one upload. */
export const uploadFileCount = 50
/** The most tables of a preview. */
export const previewTableCount = 500
/** The most columns of one table of a preview. */
export const previewColumnCount = 200

export const uploadFileSchema = z.object({ name: z.string(), size: z.number() })
export type UploadFile = z.infer<typeof uploadFileSchema>

export const startUploadRequestSchema = z.strictObject({
  files: z
    .array(z.strictObject({ name: z.string().trim().min(1).max(255), size: z.number().int().min(1) }))
    .min(1)
    .max(uploadFileCount),
  /** The connection whose file they will replace. */
  replaces: z.string().min(1).max(200).optional(),
})
export type StartUploadRequest = z.infer<typeof startUploadRequestSchema>

/** Files on their way to the server, or there. They are removed after an hour unless a database is made from them. */
export const uploadSchema = z.object({
  id: z.string(),
  /** The most bytes of one request. */
  piece_bytes: z.number(),
  files: z.array(uploadFileSchema),
})
export type Upload = z.infer<typeof uploadSchema>

/** How much of a file has arrived. */
export const uploadProgressSchema = z.object({ received: z.number() })

export const uploadedTableSchema = z.object({
  name: z.string(),
  is_view: z.boolean(),
  /** The file that it comes from. */
  file: z.string(),
  /** The sheet that it comes from. Null for a table of a CSV or SQLite file. */
  sheet: z.string().nullable(),
  /** Null if unknown, as for a view. */
  row_count: z.number().nullable(),
  /** Whether the row count is exact. */
  is_counted: z.boolean(),
  column_count: z.number(),
  /** The first columns. */
  columns: z.array(z.object({ name: z.string(), type: z.string() })),
})
export type UploadedTable = z.infer<typeof uploadedTableSchema>

/** What differs from the database that the files will replace. */
export const uploadChangesSchema = z.object({
  missing_tables: z.array(z.string()),
  added_tables: z.array(z.string()),
  missing_columns: z.array(z.object({ table: z.string(), columns: z.array(z.string()) })),
})
export type UploadChanges = z.infer<typeof uploadChangesSchema>

/** The database that the files would become. */
export const uploadPreviewSchema = z.object({
  id: z.string(),
  suggested_name: z.string(),
  /** All tables and views. */
  table_count: z.number(),
  /** The first tables and views. */
  tables: z.array(uploadedTableSchema),
  warnings: z.array(messageSchema),
  /** Null unless the files replace those of a connection. */
  changes: uploadChangesSchema.nullable(),
})
export type UploadPreview = z.infer<typeof uploadPreviewSchema>

export const createFromUploadRequestSchema = z.strictObject({
  name: z.string().trim().min(1).max(200),
  description: z.string().max(2000).nullish(),
  application_id: z.string().max(200).nullish(),
  visibility: visibilitySchema.default('private'),
})
export type CreateFromUploadRequest = z.infer<typeof createFromUploadRequestSchema>

export const discardUploadResponseSchema = z.object({ id: z.string() })

export const replaceFileRequestSchema = z.strictObject({ upload_id: z.string().min(1).max(200) })
