import { useState } from 'react'
import type { ChatMessage } from '../../../lib/turn/chat-message.ts'
import type { FigureCells, ShowResult } from '../../../lib/turn/figure-cells.ts'
import type { LiveChat } from '../state/use-chat.ts'

interface Chosen {
  id: string
  whenNewest: string | null
  cells: FigureCells | null
}

/** The answer whose rows are in the results panel: the selected one, until a newer one has rows. */
export function useShownResult(chat: LiveChat): {
  /** Its result is the chosen one. */
  message: ChatMessage | null
  /** The marked cells of the result; null if none are. */
  cells: FigureCells | null
  show: ShowResult
} {
  const withRows = chat.state.conversation.messages.filter((message) => message.sqlResult !== null)
  const newest = withRows.at(-1) ?? null
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const isCurrent = chosen !== null && chosen.whenNewest === (newest?.id ?? null)
  const message = isCurrent ? (withRows.find((candidate) => candidate.id === chosen.id) ?? newest) : newest
  const cells = isCurrent ? chosen.cells : null
  const result = cells === null ? null : (message?.results.find(({ step }) => step === cells.step) ?? null)
  return {
    message: message === null || result === null ? message : { ...message, sqlResult: result },
    cells: result === null ? null : cells,
    show: (id, place) => setChosen({ id, whenNewest: newest?.id ?? null, cells: place ?? null }),
  }
}
