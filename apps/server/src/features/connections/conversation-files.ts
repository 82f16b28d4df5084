import { readdir, rm } from 'node:fs/promises'
import { fileManifest } from '@parlance/drivers'
import type { Transaction } from 'kysely'
import type { AppContext } from '../../context/context.ts'
import type { Database } from '../../store/schema.ts'
import type { Connector } from './connector.ts'
import { conversationFile, conversationFolder, folderOfConversation } from './conversation-paths.ts'

/** A file of a conversation, ready for questions. */
export interface NewConversationFile {
  id: string
  sessionId: string
  ownerId: string
  /** The name that users see. */
  name: string
  tableCount: number
}

/**
 * Files that a user brought into a conversation. Each is a connection of only that user, and is deleted with the
 * conversation.
 */
export interface ConversationFiles {
  /** The folder of one conversation's files. The writer creates it. */
  folderOf(sessionId: string): string
  /** The path of such a connection's SQLite file. */
  pathOf(file: Pick<NewConversationFile, 'id' | 'sessionId'>): string
  /** Registers a written file as a connection, in the transaction that stores its question. */
  register(transaction: Transaction<Database>, file: NewConversationFile): Promise<void>
  belongs(sessionId: string, connectionId: string): Promise<boolean>
  /** Closes and removes the files of deleted conversations. */
  remove(sessionIds: string[]): Promise<void>
  /** Removes the files of conversations that were deleted while this process was not running. */
  removeLeftovers(): Promise<void>
}

export function createConversationFiles(
  { store, config, now }: Pick<AppContext, 'store' | 'config' | 'now'>,
  connector: Pick<Connector, 'forget'>,
): ConversationFiles {
  const folderOf = (sessionId: string): string => folderOfConversation(config, sessionId)

  async function removeFolder(sessionId: string): Promise<void> {
    const names = await readdir(folderOf(sessionId)).catch(() => [])
    for (const name of names) if (name.endsWith('.sqlite')) await connector.forget(name.slice(0, -'.sqlite'.length))
    await rm(folderOf(sessionId), { recursive: true, force: true })
  }

  return {
    folderOf,
    pathOf: (file) => conversationFile(config, file),
    register: async (transaction, { id, sessionId, ownerId, name, tableCount }) => {
      const moment = now().toISOString()
      await transaction
        .insertInto('connections')
        .values({
          id,
          session_id: sessionId,
          application_id: null,
          name,
          description: null,
          kind: fileManifest.kind,
          config: '{}',
          secrets: null,
          visibility: 'private',
          owner_id: ownerId,
          is_valid: 1,
          last_tested: moment,
          test_error: null,
          test_stage: null,
          test_failure: null,
          driver_info: null,
          warnings: '[]',
          table_count: tableCount,
          origin: null,
          last_synced: null,
          sync_status: null,
          created_at: moment,
          updated_at: moment,
        })
        .execute()
    },
    belongs: async (sessionId, connectionId) => {
      const found = store.db.selectFrom('connections').select('id').where('id', '=', connectionId)
      return (await found.where('session_id', '=', sessionId).executeTakeFirst()) !== undefined
    },
    remove: async (sessionIds) => {
      for (const id of sessionIds) await removeFolder(id)
    },
    removeLeftovers: async () => {
      const folders = await readdir(conversationFolder(config)).catch(() => [])
      for (const sessionId of folders) {
        const known = await store.db.selectFrom('sessions').select('id').where('id', '=', sessionId).executeTakeFirst()
        if (known === undefined) await removeFolder(sessionId)
      }
    },
  }
}
