import { Download, FileText, Mic } from 'lucide-react'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { cn } from '../../../lib/cn.ts'
import { formatClock } from '../../../lib/format.ts'
import type { ChatMessage } from '../../../lib/turn/chat-message.ts'
import { Icon } from '../../../ui/icon.tsx'
import styles from './messages.module.css'

interface QuestionProps {
  message: ChatMessage
  onDownload: (name: string) => void
}

export const Question = memo(function Question({ message, onDownload }: QuestionProps) {
  const { t } = useTranslation()
  return (
    <article
      className={cn(styles.turn, styles.question)}
      data-kind="question"
      tabIndex={-1}
      aria-label={t('You asked')}
    >
      {message.content !== '' && <p dir="auto">{message.content}</p>}
      {message.attachments.length > 0 && (
        <ul className={styles.questionFiles} aria-label={t('Attached files')}>
          {message.attachments.map(({ name, type }) => (
            <li key={name}>
              <button
                type="button"
                className="chip"
                disabled={!message.isStored}
                aria-label={t('Download {name}', { name })}
                onClick={() => onDownload(name)}
              >
                <Icon of={type.startsWith('audio/') ? Mic : FileText} small />
                <bdi className="truncate min-w-0">{name}</bdi>
                {message.isStored && <Icon of={Download} small />}
              </button>
            </li>
          ))}
        </ul>
      )}
      <span className="inline-flex items-center gap-2">
        {message.inDraft && <span className="badge badge-warning">{t('Draft')}</span>}
        <time className="meta faint" dateTime={message.timestamp}>
          {formatClock(message.timestamp)}
        </time>
      </span>
    </article>
  )
})
