import { ArrowDown } from 'lucide-react'
import { useCallback, useEffect, useEffectEvent, useRef, type RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { useStickToBottom } from 'use-stick-to-bottom'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Note } from '../../ui/note.tsx'
import { AreaSuggestion } from './area-suggestion.tsx'
import { AskedFile } from './composer/asked-file.tsx'
import { Composer, noteClass } from './composer/composer.tsx'
import { FinishedAnnouncer } from './messages/finished-announcer.tsx'
import { MessageList } from './messages/message-list.tsx'
import { Obstacle, obstacleOf } from './messages/obstacle.tsx'
import { useTurnSteps } from './messages/use-turn-steps.ts'
import type { ShowResult } from '../../lib/turn/figure-cells.ts'
import type { LiveChat } from './state/use-chat.ts'

interface ChatPanelProps {
  chat: LiveChat
  /** The id of the answer whose result is shown on the right. */
  shownId: string | null
  onShow: ShowResult
}

export function ChatPanel({ chat, shownId, onShow }: ChatPanelProps) {
  const { t } = useTranslation()
  const { scrollRef, contentRef, isAtBottom, scrollToBottom, stopScroll } = useStickToBottom({
    initial: 'instant',
    resize: 'instant',
  })
  const scroller = useRef<HTMLElement | null>(null)
  const frameRef = useCallback(
    (element: HTMLElement | null) => {
      scroller.current = element
      scrollRef(element)
    },
    [scrollRef],
  )
  const isAsked = chat.state.conversation.messages.some((message) => message.kind === 'question')
  const obstacle = obstacleOf(chat)
  useTurnSteps(scroller, isAsked, stopScroll)
  useOpenInPlace(scroller, stopScroll)
  useTurnInView(scroller, chat.state.runningTurn, stopScroll)
  return (
    <section
      className="@container/chat relative flex min-h-0 min-w-0 flex-col max-md:border-b max-md:border-line-strong max-md:group-data-[sheet=full]/panes:overflow-hidden max-md:group-data-[sheet=full]/panes:border-0"
      aria-label={t('Conversation')}
    >
      <div
        // Earlier messages are put in above by hand; the browser must not move the view as well.
        className="relative min-h-0 flex-1 overflow-auto [overflow-anchor:none] [scrollbar-width:thin]"
        data-turns
        ref={frameRef}
      >
        <div className="px-4 pt-5 pb-3 max-md:pt-3 max-md:pb-1" ref={contentRef}>
          <MessageList chat={chat} shownId={shownId} onShow={onShow} />
        </div>
      </div>
      <div className="relative flex-none px-4 pb-[max(16px,env(safe-area-inset-bottom))] max-md:px-2 max-md:pb-2">
        {!isAtBottom && (
          <Button
            size="small"
            square
            className="absolute bottom-full left-1/2 z-2 mb-2 -translate-x-1/2 rounded-full shadow-pop"
            aria-label={t('Scroll to the latest answer')}
            onClick={() => void scrollToBottom()}
          >
            <Icon of={ArrowDown} />
          </Button>
        )}
        {chat.problem !== null && (
          <Note tone="danger" className={noteClass}>
            {chat.problem}
          </Note>
        )}
        {isAsked && obstacle !== null && (
          <Note tone="warning" className={noteClass}>
            <Obstacle chat={chat} kind={obstacle} />
          </Note>
        )}
        <AreaSuggestion chat={chat} />
        <AskedFile chat={chat} />
        <Composer chat={chat} onSent={() => void scrollToBottom('instant')} />
      </div>
      <FinishedAnnouncer state={chat.state} />
    </section>
  )
}

/** A part of an answer that opens stays where it is, instead of moving up so that the end of the pane is in view. */
function useOpenInPlace(scroller: RefObject<HTMLElement | null>, onTaken: () => void): void {
  const taken = useEffectEvent(onTaken)
  useEffect(() => {
    const frame = scroller.current
    const handleClick = ({ target }: MouseEvent) => {
      if (target instanceof Element && target.closest('[aria-expanded], summary') !== null) taken()
    }
    // Before the part opens.
    frame?.addEventListener('click', handleClick, { capture: true })
    return () => frame?.removeEventListener('click', handleClick, { capture: true })
  }, [scroller])
}

/** If an answer is longer than the pane, scrolls to its beginning. */
function useTurnInView(scroller: RefObject<HTMLElement | null>, running: string | null, onTaken: () => void): void {
  const was = useRef(running)
  useEffect(() => {
    const ended = was.current !== null && running === null
    was.current = running
    const questions = scroller.current?.querySelectorAll<HTMLElement>('[data-kind="question"]')
    const question = questions?.item(questions.length - 1)
    if (!ended || !question || !scroller.current || question.offsetTop >= scroller.current.scrollTop) return
    onTaken()
    scroller.current.scrollTo({ top: question.offsetTop - 12 })
    // oxlint-disable-next-line react/exhaustive-deps -- only the end of a turn scrolls the view
  }, [running])
}
