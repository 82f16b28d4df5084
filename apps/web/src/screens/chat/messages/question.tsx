import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { formatClock } from '../../../lib/format.ts'
import type { ChatMessage } from '../../../lib/turn/chat-message.ts'

export const Question = memo(function Question({ message }: { message: ChatMessage }) {
  const { t } = useTranslation()
  return (
    <article className="turn ask" data-kind="question" aria-label={t('You asked')}>
      <p>{message.content}</p>
      <time className="meta faint" dateTime={message.timestamp}>
        {formatClock(message.timestamp)}
      </time>
    </article>
  )
})
