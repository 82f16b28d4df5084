import { useTranslation } from 'react-i18next'
import { sourcesOf } from '../../../lib/turn/asked-file.ts'
import { sessionTokens } from '../../../lib/turn/trace-totals.ts'
import { Button } from '../../../ui/button.tsx'
import { Note } from '../../../ui/note.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import type { ShowResult } from '../../../lib/turn/figure-cells.ts'
import type { LiveChat } from '../state/use-chat.ts'
import { Answer } from './answer.tsx'
import { FirstHint } from './first-hint.tsx'
import { Question } from './question.tsx'
import { useEarlier } from './use-earlier.ts'
import { Welcome } from './welcome.tsx'

interface MessageListProps {
  chat: LiveChat
  shownId: string | null
  onShow: ShowResult
}

/** The messages of the open conversation, or the reason why they cannot be shown. */
export function MessageList({ chat, shownId, onShow }: MessageListProps) {
  const { t } = useTranslation()
  const { state, sessionId } = chat
  const { messages } = state.conversation
  if (sessionId === null || (state.status === 'loading' && messages.length === 0)) {
    return (
      <output className="mx-auto mb-5 flex max-w-chat items-center gap-2 text-muted">
        <Spinner />
        {t('Loading conversation...')}
      </output>
    )
  }
  if (state.status === 'failed') {
    return (
      <div className="mx-auto mb-5 max-w-chat">
        <Note tone="danger">
          <p>{t('Could not load this conversation.')}</p>
          <Button size="small" className="mt-2" onClick={() => void chat.reopen()}>
            {t('Retry')}
          </Button>
        </Note>
      </div>
    )
  }
  return <Messages key={sessionId} chat={chat} shownId={shownId} onShow={onShow} />
}

/** Shows the newest messages first; earlier ones load on scrolling or through the button. */
function Messages({ chat, shownId, onShow }: MessageListProps) {
  const { t } = useTranslation()
  const { state } = chat
  const { messages } = state.conversation
  const { from, anchor, showEarlier } = useEarlier(messages)
  const tokens = sessionTokens(messages)
  const databaseName = chat.scope.database?.name ?? null
  const sources = sourcesOf(messages, { databaseName, isFileAsked: chat.isFileAsked })
  const questions = new Map(
    messages.flatMap(({ kind, turnId, content }) => (kind === 'question' ? [[turnId ?? '', content]] : [])),
  )
  const asked = questions.size > 0
  return (
    <>
      <div ref={anchor} />
      {!asked && <Welcome chat={chat} />}
      {from > 0 && (
        <p className="mx-auto mb-5 max-w-chat text-center">
          <Button kind="quiet" size="small" onClick={showEarlier}>
            {t('Show earlier messages ({n, number})', { n: from })}
          </Button>
        </p>
      )}
      {messages.slice(from).map((message) => {
        switch (message.kind) {
          case 'note':
            return (
              <p key={message.id} className="mx-auto mb-5 max-w-chat text-center text-dense wrap-anywhere text-muted">
                {message.content}
              </p>
            )
          case 'question':
            return <Question key={message.id} message={message} onDownload={chat.answerHandlers.download} />
          case 'answer':
            return (
              <Answer
                key={message.id}
                message={message}
                question={questions.get(message.turnId ?? '') ?? ''}
                sessionTokens={tokens}
                shown={message.id === shownId}
                busy={state.runningTurn !== null}
                isLineBroken={state.isLineBroken && message.status === 'running'}
                thought={message.status === 'running' ? state.thought : ''}
                areaScope={chat.areaScope}
                sourceName={message.sqlResult?.sourceName ?? sources.get(message.turnId ?? '')?.name ?? null}
                areaName={chat.area?.area_name ?? null}
                isFromFile={sources.get(message.turnId ?? '')?.isFile ?? false}
                handlers={chat.answerHandlers}
                onShow={onShow}
              />
            )
        }
      })}
      <FirstHint messages={messages} />
    </>
  )
}
