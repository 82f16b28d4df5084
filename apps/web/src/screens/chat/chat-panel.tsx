import { ArrowDown } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useStickToBottom } from 'use-stick-to-bottom'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Note } from '../../ui/note.tsx'
import { Composer } from './composer.tsx'
import { FinishedAnnouncer } from './messages/finished-announcer.tsx'
import { MessageList } from './messages/message-list.tsx'
import type { Chat } from './state/use-chat.ts'

interface ChatPanelProps {
  chat: Chat
  /** The answer whose result is shown on the right. */
  shownId: string | null
  onShow: (messageId: string) => void
}

export function ChatPanel({ chat, shownId, onShow }: ChatPanelProps) {
  const { t } = useTranslation()
  const { scrollRef, contentRef, isAtBottom, scrollToBottom } = useStickToBottom({
    initial: 'instant',
    resize: 'instant',
  })
  return (
    <section className="chat" aria-label={t('Conversation')}>
      <div className="turns" ref={scrollRef}>
        <div className="turns-in" ref={contentRef}>
          <MessageList chat={chat} shownId={shownId} onShow={onShow} />
        </div>
      </div>
      <div className="compose relative">
        {!isAtBottom && (
          <Button
            size="small"
            square
            className="down"
            aria-label={t('To the newest answer')}
            onClick={() => void scrollToBottom()}
          >
            <Icon of={ArrowDown} />
          </Button>
        )}
        {chat.problem !== null && <Note tone="danger">{chat.problem}</Note>}
        <Composer chat={chat} onSent={() => void scrollToBottom('instant')} />
      </div>
      <FinishedAnnouncer state={chat.state} />
    </section>
  )
}
