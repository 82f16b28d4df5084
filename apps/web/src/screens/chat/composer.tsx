import { questionMaxLength } from '@parlance/contract'
import type { TFunction } from 'i18next'
import { ArrowUp, Square } from 'lucide-react'
import { useEffect, useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useAction } from '../../actions/actions-provider.tsx'
import { actions } from '../../actions/definitions.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Note } from '../../ui/note.tsx'
import type { Chat } from './state/use-chat.ts'

const lowest = 60
const highest = 150

/** Where questions are written: Enter sends, Shift+Enter makes a new line. */
export function Composer({ chat, onSent }: { chat: Chat; onSent: () => void }) {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const field = useRef<HTMLTextAreaElement>(null)
  const loading = chat.state.runningTurn !== null
  const tooLong = text.length > questionMaxLength
  const canSend = text.trim() !== '' && !loading && !tooLong && chat.sessionId !== null

  useAction(actions.focusComposer, () => field.current?.focus())
  useLayoutEffect(() => {
    const element = field.current
    if (element === null) return
    element.style.height = `${lowest}px`
    element.style.height = `${Math.min(highest, Math.max(lowest, element.scrollHeight))}px`
  }, [text])
  useFocusAfter(field, loading)

  const send = () => {
    if (!canSend) return
    setText('')
    onSent()
    void chat.ask(text.trim())
  }
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

function scopeText(chat: Chat, t: TFunction): string {
  const database = chat.scope.database?.name
  if (database === undefined) return t('No database is selected')
  if (chat.area === null) return t('Asks {{database}}', { database })
  return t('Asks {{area}} on {{database}}', { area: chat.area.area_name, database })
}

/** The focus comes back when an answer is there, unless it went elsewhere meanwhile. */
function useFocusAfter(field: React.RefObject<HTMLTextAreaElement | null>, loading: boolean): void {
  const was = useRef(loading)
  useEffect(() => {
    const ended = was.current && !loading
    was.current = loading
    if (ended && document.activeElement === document.body) field.current?.focus({ preventScroll: true })
  }, [field, loading])
}
