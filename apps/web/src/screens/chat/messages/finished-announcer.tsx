import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { shorten } from '../../../lib/format.ts'
import type { SessionState } from '../state/conversation-store.ts'

const spokenLength = 300

/** Tells screen readers once that an answer is there, and never its single words as they stream. */
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
      {answer !== undefined && `${t('Answer finished.')} ${shorten(t(answer.content), spokenLength)}`}
    </div>
  )
}
