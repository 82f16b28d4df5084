import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import type { ChatMessage } from '../../../lib/turn/chat-message.ts'

/** The number of messages rendered at first and added each time. */
const pageSize = 60
/** In pixels: the distance from the top at which earlier messages are added. */
const nearTop = 300

/**
 * The first rendered message of a long conversation: near the end at first, and earlier each time the user reaches the
 * top. The visible messages keep their position. `anchor` goes on an element within the scrolling frame.
 */
export function useEarlier(messages: ChatMessage[]) {
  const [from, setFrom] = useState(() => pageStart(messages, messages.length))
  const anchor = useRef<HTMLDivElement>(null)
  const fromBottom = useRef<number | null>(null)
  const frame = () => anchor.current?.closest<HTMLElement>('[data-turns]') ?? null

  const showEarlier = () => {
    const scroller = frame()
    if (scroller !== null) fromBottom.current = scroller.scrollHeight - scroller.scrollTop
    setFrom(pageStart(messages, from))
  }
  useLayoutEffect(() => {
    const scroller = frame()
    if (scroller !== null && fromBottom.current !== null)
      scroller.scrollTop = scroller.scrollHeight - fromBottom.current
    fromBottom.current = null
  }, [from])

  const handleScroll = useEffectEvent(() => {
    if (from > 0 && fromBottom.current === null && (frame()?.scrollTop ?? nearTop) < nearTop) showEarlier()
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
