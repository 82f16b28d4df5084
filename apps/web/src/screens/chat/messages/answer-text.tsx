import { withoutHiddenSigns, type TextFigure } from '@parlance/contract'
import { TriangleAlert } from 'lucide-react'
import { useCallback, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { cn } from '../../../lib/cn.ts'
import type { ChatMessage } from '../../../lib/turn/chat-message.ts'
import { pagePart, usePagePart } from '../../../lib/page-part.ts'
import { linkFigures, shownFigures } from '../../../lib/turn/figure-links.ts'
import { isFormattable } from '../../../lib/turn/formattable.ts'
import { shownText } from '../../../lib/turn/shown-text.ts'
import type { ShowResult } from '../../../lib/turn/figure-cells.ts'
import { failureText, isDeclined, textWithoutWarnings, textWithoutWords } from '../proof/answer-texts.ts'
import { Icon } from '../../../ui/icon.tsx'

/** Most of its code parses Markdown, and a new conversation has none. Without it, the text is shown as it is written. */
const formattedText = pagePart(() => import('./formatted-text.tsx'))

function PlainText({ text }: { text: string }) {
  return <p className="whitespace-pre-wrap">{text}</p>
}

interface AnswerTextProps {
  message: ChatMessage
  areaCount: number
  onShow: ShowResult
}

/** The answer in words; failures begin with a cross. */
export function AnswerText({ message, areaCount, onShow }: AnswerTextProps) {
  const { t } = useTranslation()
  const { id } = message
  const shown = useMemo(() => shownFigures(message), [message])
  const showFigure = useCallback(
    ({ sources: [cells] }: TextFigure) => {
      if (cells !== undefined) onShow(id, cells)
    },
    [id, onShow],
  )
  const formatted = usePagePart(formattedText, true)
  if (message.status === 'failed') return <Failure text={shownText(t, failureText(message, areaCount))} />
  if (message.status === 'cancelled') {
    return <p className="prose text-muted">{shownText(t, message.ownContent ?? message.content)}</p>
  }
  const { missingParameters: missing } = message
  const words = textWithoutWarnings(message, t)
  const isMarkdown = isFormattable(words)
  return (
    <>
      {message.content !== '' && (
        <div className={cn('prose', isDeclined(message) && 'flex gap-2.5')} dir="auto">
          {isDeclined(message) && <Icon of={TriangleAlert} className="mt-1 flex-none text-warning" />}
          {isMarkdown && formatted !== null ? (
            <formatted.FormattedText
              text={withoutHiddenSigns(linkFigures(words, shown))}
              figures={shown.figures}
              onFigure={showFigure}
            />
          ) : (
            <PlainText text={withoutHiddenSigns(words)} />
          )}
        </div>
      )}
      {message.content === '' && message.status === 'answered' && (
        <p className="prose text-muted">{textWithoutWords(message, t)}</p>
      )}
      {missing.length > 0 && (
        <div className="prose">
          <p>{t('These parameters need values:')}</p>
          <ul>
            {missing.map((name) => (
              <li key={name}>
                <code>{name}</code>
              </li>
            ))}
          </ul>
        </div>
      )}
    </>
  )
}

function Failure({ text }: { text: string }) {
  return (
    <p className="prose text-danger">
      <span className="mr-2 font-semibold">✕</span>
      {withoutHiddenSigns(text)}
    </p>
  )
}
