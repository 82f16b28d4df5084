import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { shorten } from '../../../lib/format.ts'
import type { ChatMessage } from '../../../lib/turn/chat-message.ts'
import type { SessionState } from '../state/conversation-store.ts'

const spokenLength = 300
const endings: Record<ChatMessage['status'], string> = {
  running: '',
  answered: 'Answer finished.',
  failed: 'The question failed.',
  cancelled: 'Answer stopped.',
}

/** Announces a finished answer to screen readers once, instead of its words as they stream. */
export function FinishedAnnouncer({ state }: { state: SessionState }) {
  const { t } = useTranslation()
  const [lastTurn, setLastTurn] = useState(state.runningTurn)
  if (state.runningTurn !== null && state.runningTurn !== lastTurn) setLastTurn(state.runningTurn)
  const answer =
    state.runningTurn === null && lastTurn !== null
      ? state.conversation.messages.find((message) => message.kind === 'answer' && message.turnId === lastTurn)
      : undefined
  return (
    <div className="vh" aria-live="polite">
      {answer !== undefined && `${t(endings[answer.status])} ${shorten(t(answer.content), spokenLength)}`}
    </div>
  )
}
