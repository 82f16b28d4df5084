import { questionMaxLength } from '@parlance/contract'
import type { TFunction } from 'i18next'
import { ArrowUp, Square } from 'lucide-react'
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState, type KeyboardEvent, type RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { useAction } from '../../actions/actions-provider.tsx'
import { actions } from '../../actions/definitions.ts'
import { keepDraft, readDraft } from '../../lib/draft.ts'
import { stackedMedia, useMedia } from '../../lib/use-media.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Note } from '../../ui/note.tsx'
import type { LiveChat } from './state/use-chat.ts'

const lowest = 60
const highest = 150

/** Where questions are written: Enter sends, Shift+Enter makes a new line. */
export function Composer({ chat, onSent }: { chat: LiveChat; onSent: () => void }) {
  const { t } = useTranslation()
  const { text, setText, canSend, send } = useQuestion(chat, onSent)
  const field = useRef<HTMLTextAreaElement>(null)
  const loading = chat.state.runningTurn !== null
  const tooLong = text.length > questionMaxLength

  useAction(actions.focusComposer, () => field.current?.focus())
  useLayoutEffect(() => {
    const element = field.current
    if (element === null) return
    element.style.height = `${lowest}px`
    element.style.height = `${Math.min(highest, Math.max(lowest, element.scrollHeight))}px`
  }, [text])
  const { status, conversation } = chat.state
  const isNew = status === 'ready' && !conversation.messages.some((message) => message.kind === 'question')
  const stacked = useMedia(stackedMedia)
  useFocusAfter(field, loading, !stacked)
  useEffect(() => {
    if (chat.sessionId !== null && isNew && !stacked) field.current?.focus({ preventScroll: true })
  }, [chat.sessionId, isNew, stacked])

  const handleKeyDown = (event: KeyboardEvent) => {
    // Enter that ends a word in an input method is not meant for us.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    send()
  }

  return (
    <>
      {tooLong && (
        <Note tone="warning">{t('The question is too long. Shorten it to 20,000 characters or fewer.')}</Note>
      )}
      <form
        onSubmit={(event) => {
          event.preventDefault()
          send()
        }}
      >
        <textarea
          ref={field}
          rows={1}
          value={text}
          disabled={loading}
          aria-label={t('Your question')}
          placeholder={t('Type your message or ask about your data...')}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={handleKeyDown}
        />
        <div className="bar">
          <span className="scope meta faint cut">{scopeText(chat, t)}</span>
          {loading ? (
            <Button
              square
              className="send"
              aria-label={t('Cancel processing')}
              title={t('Cancel processing')}
              onClick={() => void chat.cancel()}
            >
              <Icon of={Square} className="fill-current" />
            </Button>
          ) : (
            <Button
              type="submit"
              kind="primary"
              square
              className="send"
              aria-label={t('Send')}
              title={t('Send')}
              disabled={!canSend}
            >
              <Icon of={ArrowUp} />
            </Button>
          )}
        </div>
      </form>
    </>
  )
}

/** The question as it is typed; sent while the conversation is still opening, it goes out as soon as it is open. */
function useQuestion(chat: LiveChat, onSent: () => void) {
  const [text, setText] = useState(readDraft)
  const [isWaiting, setWaiting] = useState(false)
  const isOpen = chat.sessionId !== null && chat.state.status !== 'loading'
  const isRunning = chat.state.runningTurn !== null
  const canSend = text.trim() !== '' && !isRunning && text.length <= questionMaxLength && !isWaiting

  const submit = useEffectEvent(() => {
    setWaiting(false)
    setText('')
    keepDraft('')
    onSent()
    void chat.ask(text.trim())
  })
  useEffect(() => {
    // oxlint-disable-next-line react/set-state-in-effect -- The conversation's arrival is the event that sends.
    if (isWaiting && isOpen) submit()
  }, [isWaiting, isOpen])
  const send = () => {
    if (canSend) setWaiting(true)
  }
  const change = (changed: string) => {
    setWaiting(false)
    setText(changed)
    keepDraft(changed)
  }
  return { text, setText: change, canSend, send }
}

function scopeText(chat: LiveChat, t: TFunction): string {
  const database = chat.scope.database?.name
  if (database === undefined) return t('No database is selected')
  if (chat.area === null) return t('Asks {{database}}', { database })
  return t('Asks {{area}} on {{database}}', { area: chat.area.area_name, database })
}

/** The focus comes back when an answer is there, unless it went elsewhere, or would bring up a phone's keyboard. */
function useFocusAfter(field: RefObject<HTMLTextAreaElement | null>, loading: boolean, wanted: boolean): void {
  const was = useRef(loading)
  useEffect(() => {
    const ended = was.current && !loading
    was.current = loading
    if (ended && wanted && document.activeElement === document.body) field.current?.focus({ preventScroll: true })
  }, [field, loading, wanted])
}
