import { questionMaxLength } from '@parlance/contract'
import { useEffect, useEffectEvent, useState } from 'react'
import { keepDraft, readDraft } from '../../../lib/draft.ts'
import type { LiveChat } from '../state/use-chat.ts'
import type { ChosenFile, ChosenFiles } from './use-files.ts'

/** The question in the input; if it is sent while the conversation is still opening, it goes out once that is open. */
export function useQuestion(chat: LiveChat, chosen: ChosenFiles, onSent: () => void) {
  const [text, setText] = useState(readDraft)
  const [isWaiting, setWaiting] = useState(false)
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
    setText('')
    keepDraft('')
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
    setText(changed)
    keepDraft(changed)
  }
  return { text, setText: change, canSend, send: sendSoon }
}
