import { withoutHiddenSigns, type TextFigure } from '@parlance/contract'
import { TriangleAlert } from 'lucide-react'
import { useMemo, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import Markdown, { type Components } from 'react-markdown'
import remarkGfm from 'remark-gfm'
import { cn } from '../../../lib/cn.ts'
import type { ChatMessage } from '../../../lib/turn/chat-message.ts'
import { figureOf, linkFigures } from '../../../lib/turn/figure-links.ts'
import { isFormattable } from '../../../lib/turn/formattable.ts'
import { shownText } from '../../../lib/turn/shown-text.ts'
import type { ShowResult } from '../../../lib/turn/figure-cells.ts'
import { failureText, textWithoutWarnings, textWithoutWords } from '../proof/answer-texts.ts'
import { Icon } from '../../../ui/icon.tsx'

// An image in a model's text could send data to its address, so none is ever loaded.
const refused = ['img', 'script', 'iframe']
const plugins = [remarkGfm]
/** How Markdown is rendered: a figure opens its rows, and any other link shows where it leads. */
function componentsOf(figures: TextFigure[], onFigure: (figure: TextFigure) => void): Components {
  return {
    a: ({ href, children }) => {
      if (href === undefined || href === '') return children
      const figure = figureOf(href, figures)
      if (figure !== null) return <Figure onShow={() => onFigure(figure)}>{children}</Figure>
      return <OutsideLink href={href}>{children}</OutsideLink>
    },
  }
}

function Figure({ onShow, children }: { onShow: () => void; children: ReactNode }) {
  const { t } = useTranslation()
  return (
    <button
      type="button"
      className="border-b border-line-strong font-medium [text-align:inherit] tabular-nums hover:border-accent hover:bg-(--accent-soft)"
      title={t('Show its rows')}
      onClick={onShow}
    >
      {children}
    </button>
  )
}

function OutsideLink({ href, children }: { href: string; children: ReactNode }) {
  const link = (text: ReactNode) => (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow">
      {text}
    </a>
  )
  // A link's text may hide an address that sends data out, so the answer shows the address.
  const isPlain = typeof children === 'string' && [children, `mailto:${children}`, `http://${children}`].includes(href)
  return isPlain ? (
    link(children)
  ) : (
    <>
      {children} ({link(href)})
    </>
  )
}

interface AnswerTextProps {
  message: ChatMessage
  areaCount: number
  onShow: ShowResult
}

/** The answer in words; failures begin with a cross. */
export function AnswerText({ message, areaCount, onShow }: AnswerTextProps) {
  const { t } = useTranslation()
  const { id, figures } = message
  const components = useMemo(
    () =>
      componentsOf(figures, ({ sources: [cells] }) => {
        if (cells !== undefined) onShow(id, cells)
      }),
    [figures, id, onShow],
  )
  if (message.status === 'failed') return <Failure text={shownText(t, failureText(message, areaCount))} />
  if (message.status === 'cancelled') {
    return <p className="prose text-muted">{shownText(t, message.ownContent ?? message.content)}</p>
  }
  const { missingParameters: missing } = message
  const words = textWithoutWarnings(message, t)
  const isMarkdown = isFormattable(words)
  const text = withoutHiddenSigns(isMarkdown ? linkFigures(words, message) : words)
  return (
    <>
      {message.content !== '' && (
        <div className={cn('prose', isDeclined(message) && 'flex gap-2.5')} dir="auto">
          {isDeclined(message) && <Icon of={TriangleAlert} className="mt-1 flex-none text-warning" />}
          {isMarkdown ? (
            <Markdown remarkPlugins={plugins} disallowedElements={refused} unwrapDisallowed components={components}>
              {text}
            </Markdown>
          ) : (
            <p className="whitespace-pre-wrap">{text}</p>
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

/** Whether the answer only says why there is none. */
function isDeclined({ status, sqlResult, readings, toolCalls }: ChatMessage): boolean {
  const isWithoutResult = status === 'answered' && sqlResult === null && readings.length === 0
  return isWithoutResult && toolCalls.at(-1)?.status === 'failed'
}

function Failure({ text }: { text: string }) {
  return (
    <p className="prose text-danger">
      <span className="mr-2 font-semibold">✕</span>
      {withoutHiddenSigns(text)}
    </p>
  )
}
