import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import type { ChatMessage } from '../../../lib/turn/chat-message.ts'

/** Messages that are drawn at first, and as many more each time. */
const pageSize = 60
/** Pixels from the top at which earlier messages are fetched into view. */
const nearTop = 300

/**
 * Where a long conversation begins to be drawn: near its end, and earlier each time the top is reached. What the person
 * looks at stays where it is. `anchor` goes on an element within the scrolling frame.
 */
export function useEarlier(messages: ChatMessage[]) {
  const [from, setFrom] = useState(() => pageStart(messages, messages.length))
  const anchor = useRef<HTMLDivElement>(null)
  const fromBottom = useRef<number | null>(null)
  const frame = () => anchor.current?.closest<HTMLElement>('.turns') ?? null

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

/** A page before `end`, begun with a question rather than with the answer to one that is not shown. */
function pageStart(messages: ChatMessage[], end: number): number {
  let start = Math.max(0, end - pageSize)
  while (start > 0 && messages[start]?.kind === 'answer') start -= 1
  return start
}
