import { useTranslation } from 'react-i18next'
import { sessionTokens } from '../../../lib/turn/trace-totals.ts'
import { Button } from '../../../ui/button.tsx'
import { Note } from '../../../ui/note.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import type { LiveChat } from '../state/use-chat.ts'
import { Answer } from './answer.tsx'
import { Question } from './question.tsx'
import { Welcome } from './welcome.tsx'

interface MessageListProps {
  chat: LiveChat
  shownId: string | null
  onShow: (messageId: string) => void
}

export function MessageList({ chat, shownId, onShow }: MessageListProps) {
  const { t } = useTranslation()
  const { state, sessionId } = chat
  const { messages } = state.conversation
  if (sessionId === null || (state.status === 'loading' && messages.length === 0)) {
    return (
      <output className="turn row muted">
        <Spinner />
        {t('Loading the conversation...')}
      </output>
    )
  }
  if (state.status === 'failed') {
    return (
      <div className="turn">
        <Note tone="danger">
          <p>{t('This conversation could not be loaded.')}</p>
          <Button size="small" className="mt-2" onClick={() => void chat.reopen()}>
            {t('Retry')}
          </Button>
        </Note>
      </div>
    )
  }
  const tokens = sessionTokens(messages)
  const asked = messages.some((message) => message.kind === 'question')
  return (
    <>
      {!asked && <Welcome chat={chat} />}
      {messages.map((message) => {
        if (message.kind === 'note') {
          return (
            <p key={message.id} className="turn say say-note">
              {message.content}
            </p>
          )
        }
        if (message.kind === 'question') return <Question key={message.id} message={message} />
        return (
          <Answer
            key={message.id}
            message={message}
            sessionTokens={tokens}
            shown={message.id === shownId}
            busy={state.runningTurn !== null}
            areaScope={chat.areaScope}
            databaseName={chat.scope.database?.name ?? null}
            handlers={chat.answerHandlers}
            onShow={onShow}
          />
        )
      })}
    </>
  )
}
