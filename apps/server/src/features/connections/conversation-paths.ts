import { join } from 'node:path'
import type { Config } from '../../config/config.ts'

type Folders = Pick<Config, 'dataDir'>

/** The folder of all conversations' files. No connection may use a file in it as its database. */
export function conversationFolder({ dataDir }: Folders): string {
  return join(dataDir, 'conversations')
}

/** The SQLite file of one conversation's connection. */
export function conversationFile(folders: Folders, file: { id: string; sessionId: string }): string {
  return join(folderOfConversation(folders, file.sessionId), `${file.id}.sqlite`)
}

/** R17: the server chooses the ids, so one that leads elsewhere is a defect. */
export function folderOfConversation(folders: Folders, sessionId: string): string {
  if (!/^[\w-]+$/.test(sessionId)) throw new Error('The ID of a conversation cannot be the name of a folder')
  return join(conversationFolder(folders), sessionId)
}
