import { useState } from 'react'
import type { ChatMessage } from '../../../lib/turn/chat-message.ts'
import type { FigureCells, ShowResult } from '../../../lib/turn/figure-cells.ts'
import type { LiveChat } from '../state/use-chat.ts'

interface Chosen {
  id: string
  whenNewest: string | null
  cells: FigureCells | null
  withChart: boolean
}

/** The answer that the results panel belongs to: the selected one, until a newer one has rows or ends without them. */
export function useShownResult(chat: LiveChat): {
  /** Its result is the chosen one; null if it has no rows. */
  message: ChatMessage | null
  /** The question that it answers; empty if it isn't loaded. */
  question: string
  /** The marked cells of the result; null if none are. */
  cells: FigureCells | null
  /** Changes with each request to show the chart of the rows; null if the last one was for the rows. */
  chartRequest: object | null
  show: ShowResult
} {
  const { messages } = chat.state.conversation
  const answers = messages.filter(
    ({ kind, status, sqlResult }) => kind === 'answer' && (status !== 'running' || sqlResult !== null),
  )
  const newest = answers.at(-1) ?? null
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const isCurrent = chosen !== null && chosen.whenNewest === (newest?.id ?? null)
  const message = isCurrent ? (answers.find((candidate) => candidate.id === chosen.id) ?? newest) : newest
  const cells = isCurrent ? chosen.cells : null
  const result = cells === null ? null : (message?.results.find(({ step }) => step === cells.step) ?? null)
  return {
    message: message === null || result === null ? message : { ...message, sqlResult: result },
    question: questionBefore(message, messages),
    cells: result === null ? null : cells,
    chartRequest: isCurrent && chosen.withChart ? chosen : null,
    show: (id, place, withChart = false) =>
      setChosen({ id, whenNewest: newest?.id ?? null, cells: place ?? null, withChart }),
  }
}

function questionBefore(message: ChatMessage | null, messages: ChatMessage[]): string {
  const at = messages.findIndex(({ id }) => id === message?.id)
  return messages.slice(0, Math.max(0, at)).findLast(({ kind }) => kind === 'question')?.content ?? ''
}
