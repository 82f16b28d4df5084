import { Download, FileText, Mic } from 'lucide-react'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { cn } from '../../../lib/cn.ts'
import { formatClock } from '../../../lib/format.ts'
import type { ChatMessage } from '../../../lib/turn/chat-message.ts'
import { Badge } from '../../../ui/badge.tsx'
import { chipButtonClass } from '../../../ui/chip.ts'
import { Icon } from '../../../ui/icon.tsx'

interface QuestionProps {
  message: ChatMessage
  onDownload: (name: string) => void
}

export const Question = memo(function Question({ message, onDownload }: QuestionProps) {
  const { t } = useTranslation()
  return (
    <article
      className="mx-auto mb-5 flex max-w-chat flex-col items-end"
      data-kind="question"
      tabIndex={-1}
      aria-label={t('You asked')}
    >
      {message.content !== '' && (
        <p
          className="max-h-105 max-w-[88%] overflow-auto rounded-panel rounded-br-badge bg-hover px-3 py-2 text-answer/[22px] wrap-anywhere whitespace-pre-wrap"
          dir="auto"
        >
          {message.content}
        </p>
      )}
      {message.attachments.length > 0 && (
        <ul className="mt-1.5 flex max-w-[88%] flex-wrap justify-end gap-1.5" aria-label={t('Attached files')}>
          {message.attachments.map(({ name, type }) => (
            <li key={name} className="max-w-full">
              <button
                type="button"
                className={cn(chipButtonClass, 'max-w-full max-md:min-h-11')}
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
      <span className="mt-1 inline-flex items-center gap-2">
        {message.inDraft && <Badge tone="warning">{t('Draft')}</Badge>}
        <time className="text-meta text-faint" dateTime={message.timestamp}>
          {formatClock(message.timestamp)}
        </time>
      </span>
    </article>
  )
})
