import { useState } from 'react'
import type { ChatMessage } from '../../../lib/turn/chat-message.ts'
import type { LiveChat } from '../state/use-chat.ts'

/** The answer whose rows are in the results panel: the selected one, until a newer one has rows. */
export function useShownResult(chat: LiveChat): { message: ChatMessage | null; show: (messageId: string) => void } {
  const withRows = chat.state.conversation.messages.filter((message) => message.sqlResult !== null)
  const newest = withRows.at(-1) ?? null
  const [chosen, setChosen] = useState<{ id: string; whenNewest: string | null } | null>(null)
  const message =
    chosen !== null && chosen.whenNewest === (newest?.id ?? null)
      ? (withRows.find((candidate) => candidate.id === chosen.id) ?? newest)
      : newest
  return { message, show: (id) => setChosen({ id, whenNewest: newest?.id ?? null }) }
}
