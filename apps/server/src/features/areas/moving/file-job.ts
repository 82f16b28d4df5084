import type { Message } from '@parlance/contract'
import type { AreaTables, ReadDefinitions } from '@parlance/semantics/formats'

/** What the thread that reads a file gets. */
export interface FileJob {
  content: string
  area: AreaTables
}

/** The thread's only message. */
export type FileAnswer = { type: 'read'; read: ReadDefinitions } | { type: 'refused'; reason: Message }
