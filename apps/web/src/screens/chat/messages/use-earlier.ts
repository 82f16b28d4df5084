import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState, useTransition } from 'react'
import type { ChatMessage } from '../../../lib/turn/chat-message.ts'

/** The number of messages rendered at first and added each time. */
const pageSize = 30
/** In pixels: the distance from the top at which earlier messages are added. */
const nearTop = 300

/**
 * The first rendered message of a long conversation: near the end at first, and earlier each time the user reaches the
 * top. The visible messages keep their position. `anchor` goes on an element within the scrolling frame.
 */
export function useEarlier(messages: ChatMessage[]) {
  const [from, setFrom] = useState(() => pageStart(messages, messages.length))
  const anchor = useRef<HTMLDivElement>(null)
  /** The first message before earlier ones are added, and where it was. */
  const fixed = useRef<{ message: HTMLElement; top: number } | null>(null)
  const [isAdding, startAdding] = useTransition()
  const frame = () => anchor.current?.closest<HTMLElement>('[data-turns]') ?? null

  const showEarlier = () => {
    const message = frame()?.querySelector<HTMLElement>('[data-kind]') ?? null
    if (message !== null) fixed.current = { message, top: message.offsetTop }
    // Many answers take long to render, and must not hold up what the user does next.
    startAdding(() => setFrom(pageStart(messages, from)))
  }
  useLayoutEffect(() => {
    const scroller = frame()
    if (scroller !== null && fixed.current !== null)
      scroller.scrollTop += fixed.current.message.offsetTop - fixed.current.top
    fixed.current = null
  }, [from])

  const handleScroll = useEffectEvent(() => {
    if (from > 0 && !isAdding && (frame()?.scrollTop ?? nearTop) < nearTop) showEarlier()
  })
  useEffect(() => {
    const scroller = frame()
    const listen = () => handleScroll()
    scroller?.addEventListener('scroll', listen, { passive: true })
    return () => scroller?.removeEventListener('scroll', listen)
  }, [])
  return { from, anchor, showEarlier }
}

/** The start of a page before `end`; a page begins with a question, not with the answer to a hidden one. */
function pageStart(messages: ChatMessage[], end: number): number {
  let start = Math.max(0, end - pageSize)
  while (start > 0 && messages[start]?.kind === 'answer') start -= 1
  return start
}
