import { randomUUID } from 'node:crypto'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { allTablesLimit, message } from '@parlance/contract'
import { copyTableFiles, DriverError, TableFileError } from '@parlance/drivers'
import type { Transaction } from 'kysely'
import type { AppContext } from '../../../context/context.ts'
import { AppError } from '../../../lib/errors.ts'
import type { ArtifactRow, Database } from '../../../store/schema.ts'
import type { ConversationFiles } from '../../connections/service.ts'
import { uniqueName, type Attachment } from './read-parts.ts'

/** The most files in one user's conversations. Each is small, but together they would fill a disk. */
const mostFiles = 500

export interface ArtifactFile {
  name: string
  mimeType: string
  bytes: Buffer
}

/** The files of one message, written but not yet part of the conversation. */
export interface StagedAttachments {
  /** The names in the conversation. */
  files: { name: string; type: string }[]
  /** The tables among them, ready for questions. Null if there are none. */
  table: { connectionId: string; name: string; question: string } | null
  /** Adds the files to the conversation, in the transaction that stores the question. */
  keep(transaction: Transaction<Database>): Promise<void>
  /** Removes the files of a question that was not accepted. */
  discard(): Promise<void>
}

export interface AttachmentService {
  /**
   * Writes the files of a message. Tables become one database of the conversation.
   * @throws AppError file_refused with what is wrong with a file
   */
  stage(
    place: { sessionId: string; ownerId: string; turnId: string },
    attachments: Attachment[],
  ): Promise<StagedAttachments>
  /** @throws AppError not_found */
  read(sessionId: string, name: string): Promise<ArtifactFile>
  /** Lists the names of a conversation's files, oldest first. */
  names(sessionId: string): Promise<string[]>
  /** Removes the files of deleted conversations. */
  remove(sessionIds: string[]): Promise<void>
}

export function createAttachmentService(
  { store, now }: Pick<AppContext, 'store' | 'now'>,
  files: ConversationFiles,
): AttachmentService {
  const pathOf = ({ id, session_id }: Pick<ArtifactRow, 'id' | 'session_id'>) =>
    join(files.folderOf(session_id), `${id}.bin`)

  const list = (sessionId: string) =>
    store.db
      .selectFrom('artifacts')
      .selectAll()
      .where('session_id', '=', sessionId)
      .orderBy('created_at')
      .orderBy('id')
      .execute()

  return {
    stage: async (place, attachments) => {
      const known = await list(place.sessionId)
      if (known.length + attachments.length > mostFiles) {
        throw new AppError('payload_too_large', {
          detail: message('A conversation can have up to {mostFiles} files. Start a new conversation.', { mostFiles }),
        })
      }
      const taken = new Set(known.map(({ name }) => name.toLowerCase()))
      const rows = attachments.map((file) => toRow(file, place, uniqueName(file.name, taken), now().toISOString()))
      const discard = async () => {
        await Promise.all(rows.map((row) => rm(pathOf(row), { force: true })))
      }
      try {
        await mkdir(files.folderOf(place.sessionId), { recursive: true, mode: 0o700 })
        for (const [index, row] of rows.entries())
          await writeFile(pathOf(row), attachments[index]?.bytes ?? '', { mode: 0o600 })
        const tables = rows
          .map((row, index) => ({ row, path: pathOf(row), place: attachments[index]?.place ?? index }))
          .filter(({ row }) => row.kind === 'table')
        const table = await copyAll(files, place, tables)
        return staged({ files, place, rows, table, discard })
      } catch (error) {
        await discard()
        throw error
      }
    },
    read: async (sessionId, name) => {
      const row = (await list(sessionId)).find((each) => each.name === name)
      if (row === undefined)
        throw new AppError('not_found', { detail: message('This conversation has no file with this name.') })
      return { name: row.name, mimeType: row.mime_type, bytes: await readFile(pathOf(row)) }
    },
    names: async (sessionId) => (await list(sessionId)).map(({ name }) => name),
    remove: (sessionIds) => files.remove(sessionIds),
  }
}

type Place = Parameters<AttachmentService['stage']>[0]

function toRow(file: Attachment, place: Place, name: string, moment: string): ArtifactRow {
  return {
    id: randomUUID(),
    session_id: place.sessionId,
    turn_id: place.turnId,
    name,
    mime_type: file.mimeType,
    kind: file.kind,
    size: file.bytes.length,
    created_at: moment,
  }
}

interface CopiedTable {
  connectionId: string
  name: string
  question: string
  tableCount: number
}

async function copyAll(
  files: ConversationFiles,
  place: Place,
  tables: { row: ArtifactRow; path: string; place: number }[],
): Promise<CopiedTable | null> {
  if (tables.length === 0) return null
  const id = randomUUID()
  const sources = tables.map(({ row, path }) => ({
    path,
    title: row.name.replace(/\.\w{1,8}$/, ''),
    format: row.mime_type === 'text/csv' ? ('csv' as const) : ('xlsx' as const),
  }))
  const target = files.pathOf({ id, sessionId: place.sessionId })
  const copied = await copyTableFiles({ files: sources, target }).catch((error: unknown) => {
    throw describe(error, tables)
  })
  if (copied.tables.length > allTablesLimit) {
    await rm(target, { force: true })
    throw new AppError('file_refused', {
      detail: message('You can ask about up to {allTablesLimit} sheets and tables at a time. Remove some of them.', {
        allTablesLimit,
      }),
    })
  }
  const name = tables.map(({ row }) => row.name).join(', ')
  return {
    connectionId: id,
    name,
    question: `Show ${(copied.tables[0]?.name ?? '').replaceAll('_', ' ').trim()}`,
    tableCount: copied.tables.length,
  }
}

/** The reader's error is about the user's own file, so it is safe to show. */
function describe(error: unknown, tables: { row: ArtifactRow; place: number }[]): unknown {
  if (!(error instanceof DriverError)) return error
  const failed = error instanceof TableFileError ? tables[error.file] : undefined
  const names = (failed === undefined ? tables : [failed]).map(({ row }) => row.name)
  return new AppError('file_refused', {
    detail: message('{files}: {problem}', { files: names.join(', '), problem: error.text }),
    cause: error,
    ...(failed && { file: failed.place }),
  })
}

function staged({
  files,
  place,
  rows,
  table,
  discard,
}: {
  files: ConversationFiles
  place: Place
  rows: ArtifactRow[]
  table: CopiedTable | null
  discard: () => Promise<void>
}): StagedAttachments {
  return {
    files: rows.map(({ name, mime_type: type }) => ({ name, type })),
    table,
    keep: async (transaction) => {
      if (rows.length > 0) await transaction.insertInto('artifacts').values(rows).execute()
      if (table === null) return
      const { connectionId: id, name, tableCount } = table
      await files.register(transaction, { id, name, tableCount, sessionId: place.sessionId, ownerId: place.ownerId })
    },
    discard: async () => {
      await discard()
      if (table !== null)
        await rm(files.pathOf({ id: table.connectionId, sessionId: place.sessionId }), { force: true })
    },
  }
}
