import { questionMaxLength } from '@parlance/contract'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { forgetDraft, keepDraft, moveDraft, takeDraft, unsentTurn, type DraftPlace } from '../../../lib/draft.ts'
import type { LiveChat } from '../state/use-chat.ts'
import type { ChosenFile, ChosenFiles } from './use-files.ts'

/**
 * The question in the input. Each conversation has its own. If it is sent while the conversation is still opening, it
 * goes out once that is open.
 */
export function useQuestion(chat: LiveChat, chosen: ChosenFiles, onSent: () => void) {
  const place = chat.sessionId
  const [typed, setTyped] = useState(() => ({ place, text: takeDraft(place) }))
  const [isWaiting, setWaiting] = useState(false)
  if (typed.place !== place) {
    setTyped({ place, text: takeDraft(place) })
    // A question from before any conversation was open goes to the one that opens.
    setWaiting(isWaiting && typed.place === null)
  }
  const text = typed.place === place ? typed.text : ''
  const setText = (of: (text: string) => string) =>
    setTyped((current) => (current.place === place ? { place, text: of(current.text) } : current))
  useCarriedDraft(chat, (from) => {
    chosen.moveFrom(from)
    setText((current) => current || moveDraft(from, place))
  })
  const isOpen = chat.sessionId !== null && chat.state.status !== 'loading'
  const isRunning = chat.state.runningTurn !== null
  const isEmpty = text.trim() === '' && chosen.files.length === 0
  const canSend = !isEmpty && !isRunning && text.length <= questionMaxLength && !isWaiting

  /** Refused files return with their question, so that the user can fix them and send it again. */
  const send = async (question: string, files: ChosenFile[]) => {
    const refusal = await chat.ask(
      question,
      files.map(({ file }) => file),
    )
    if (refusal === null) return
    chosen.giveBack(files, refusal)
    setText((current) => current || question)
  }
  const submit = useEffectEvent(() => {
    setWaiting(false)
    setText(() => '')
    keepDraft('', place)
    onSent()
    void send(text.trim(), chosen.take())
  })
  useEffect(() => {
    // oxlint-disable-next-line react/set-state-in-effect -- The question is sent when the conversation arrives.
    if (isWaiting && isOpen) submit()
  }, [isWaiting, isOpen])
  const sendSoon = () => {
    if (canSend) setWaiting(true)
  }
  const change = (changed: string) => {
    setWaiting(false)
    setText(() => changed)
    keepDraft(changed, place)
  }
  useWithoutSent(
    chat,
    () => {
      forgetDraft(text, place)
      setText(() => '')
    },
    { text, place },
  )
  return { text, setText: change, canSend, send: sendSoon }
}

/** A conversation without questions disappears if the user changes its database or area. Its draft moves on. */
function useCarriedDraft({ sessionId, state }: LiveChat, take: (from: DraftPlace) => void): void {
  const isUnused = state.status === 'ready' && !state.conversation.messages.some(({ kind }) => kind === 'question')
  const left = useRef<{ unused: DraftPlace } | null>(null)
  const carry = useEffectEvent(take)
  useEffect(() => {
    if (sessionId !== null && state.status !== 'ready') return
    const isAsked = sessionId !== null && !isUnused
    if (!isAsked && left.current !== null && left.current.unused !== sessionId) carry(left.current.unused)
    left.current = isAsked ? null : { unused: sessionId }
  }, [isUnused, sessionId, state.status])
}

/** A page that was left before it knew whether its question was sent may find that the question was or is answered. */
function useWithoutSent(
  { state }: LiveChat,
  forget: () => void,
  { text, place }: { text: string; place: DraftPlace },
): void {
  const { runningTurn, conversation } = state
  const last = conversation.messages.findLast(({ kind }) => kind === 'question')
  const isRunning = runningTurn !== null && text.trim() === last?.content
  const isKnown = () => conversation.lastSeq[unsentTurn(place) ?? ''] !== undefined
  const isSent = text !== '' && (isRunning || isKnown())
  const clear = useEffectEvent(forget)
  useEffect(() => {
    if (isSent) clear()
  }, [isSent])
}
