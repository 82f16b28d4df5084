import type { SessionListItem, User } from '@parlance/contract'
import type { ChatService } from './chat-service.ts'
import type { ConversationStore } from './conversation-store.ts'
import type { Scope } from './use-scope.ts'
import type { Sessions } from './use-sessions.ts'

/** What the chat's hooks share. */
export interface ChatParts {
  user: User
  store: ConversationStore
  service: ChatService
  sessions: Sessions
  scope: Scope
  /** The id of the open session; null until it is known. */
  sessionId: string | null
  /** The open session, from the list. */
  session: SessionListItem | null
  /** The area for questions; null for all tables. */
  areaId: string | null
  setAreaId: (areaId: string | null) => void
  /** Opens the dialog of a business area. */
  openArea: (areaId: string) => void
  /** A line above the composer; null removes it. */
  setProblem: (text: string | null) => void
}
