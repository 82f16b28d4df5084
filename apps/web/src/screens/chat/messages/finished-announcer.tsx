import { message, type Message } from '@parlance/contract'
import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { shorten } from '../../../lib/format.ts'
import { translate } from '../../../lib/i18n.ts'
import type { ChatMessage } from '../../../lib/turn/chat-message.ts'
import { shownText } from '../../../lib/turn/shown-text.ts'
import { isDeclined } from '../proof/answer-texts.ts'
import type { SessionState } from '../state/conversation-store.ts'

const spokenLength = 300
const endings: Record<ChatMessage['status'], Message | null> = {
  running: null,
  answered: message('Answer ready.'),
  failed: message('Could not answer the question.'),
  cancelled: message('Answer stopped.'),
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
    <div className="sr-only" aria-live="polite">
      {answer !== undefined && spokenText(answer, t)}
    </div>
  )
}

function spokenText(answer: ChatMessage, t: TFunction): string {
  const { status, content, ownContent } = answer
  const ending = endings[isDeclined(answer) ? 'failed' : status]
  const text = shorten(shownText(t, ownContent ?? content), spokenLength)
  return ending === null ? text : `${translate(t, ending)} ${text}`
}
