import { questionMaxLength } from '@parlance/contract'
import type { TFunction } from 'i18next'
import { ArrowUp, Square } from 'lucide-react'
import { useEffect, useLayoutEffect, useRef, type ClipboardEvent, type KeyboardEvent, type RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { useAction } from '../../../actions/actions-provider.tsx'
import { actions } from '../../../actions/definitions.ts'
import { useFileDrop } from '../../../components/use-file-drop.ts'
import { stackedMedia, useMedia } from '../../../lib/use-media.ts'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Note } from '../../../ui/note.tsx'
import type { LiveChat } from '../state/use-chat.ts'
import { ComposerTools } from './composer-tools.tsx'
import { FileChips } from './file-chips.tsx'
import { useEditQuestion } from './use-edit-question.ts'
import { useFiles } from './use-files.ts'
import { useQuestion } from './use-question.ts'

const lowest = 60
const highest = 150

/** For notes above the input. */
export const noteClass = 'mx-auto mb-2 max-w-chat'

/** The input for questions: Enter sends, Shift+Enter inserts a new line. */
export function Composer({ chat, onSent }: { chat: LiveChat; onSent: () => void }) {
  const { t } = useTranslation()
  const chosen = useFiles(chat.sessionId)
  const { text, setText, canSend, send } = useQuestion(chat, chosen, onSent)
  const field = useRef<HTMLTextAreaElement>(null)
  const loading = chat.state.runningTurn !== null
  const tooLong = text.length > questionMaxLength
  const isOver = useFileDrop((files) => void chosen.add(files), { enabled: !loading })

  useAction(actions.focusComposer, () => field.current?.focus())
  useEditQuestion(chat, field, { isEmpty: text === '' && chosen.files.length === 0, setText })
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
    if (chat.sessionId !== null && isNew && !stacked && !isInDialog(document.activeElement)) {
      field.current?.focus({ preventScroll: true })
    }
  }, [chat.sessionId, isNew, stacked])

  const handleKeyDown = (event: KeyboardEvent) => {
    // An Enter that ends a word in an input method is not for us.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    send()
  }
  const handlePaste = (event: ClipboardEvent) => {
    const { files, types } = event.clipboardData
    // Spreadsheets add a picture to copied text, but the user wants the text.
    if (files.length === 0 || types.includes('text/plain')) return
    event.preventDefault()
    void chosen.add([...files])
  }

  return (
    <>
      {tooLong && (
        <Note tone="warning" className={noteClass}>
          {t('The question is too long. Shorten it to {n, number} characters or fewer.', { n: questionMaxLength })}
        </Note>
      )}
      {chosen.problem !== null && (
        <Note tone="warning" className={noteClass}>
          {chosen.problem}
        </Note>
      )}
      <form
        className="mx-auto max-w-chat rounded-panel border border-field bg-raised focus-within:border-transparent focus-within:outline-2 focus-within:-outline-offset-1 focus-within:outline-focus data-[over=true]:border-dashed data-[over=true]:border-accent data-[over=true]:bg-(--accent-soft) max-md:grid max-md:grid-cols-[1fr_auto] max-md:items-end"
        data-over={isOver}
        onSubmit={(event) => {
          event.preventDefault()
          send()
        }}
      >
        <FileChips
          files={chosen.files}
          onRemove={(id) => {
            chosen.remove(id)
            field.current?.focus()
          }}
        />
        <textarea
          ref={field}
          className="block h-15 max-h-[150px] min-h-15 w-full resize-none bg-transparent px-3.5 pt-3 pb-1 text-answer/[22px] outline-none placeholder:text-faint placeholder:opacity-100 disabled:cursor-default max-md:px-3 max-md:py-2.5 max-md:text-base/[22px]"
          rows={1}
          data-keys="composer"
          value={text}
          disabled={loading}
          aria-label={t('Your question')}
          placeholder={t('Type your message or ask about your data...')}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={handleKeyDown}
          onPaste={handlePaste}
        />
        <div className="flex items-center gap-0.5 px-2 pt-1.5 pb-2 max-md:p-1.5">
          <ComposerTools chosen={chosen} disabled={loading} />
          <span className="ml-1.5 min-w-0 truncate text-meta text-faint max-md:hidden">{scopeText(chat, t)}</span>
          <SendButton loading={loading} canSend={canSend} onCancel={() => void chat.cancel()} />
        </div>
      </form>
    </>
  )
}

interface SendButtonProps {
  loading: boolean
  canSend: boolean
  onCancel: () => void
}

/** Sends while idle; cancels while a question is being answered. */
function SendButton({ loading, canSend, onCancel }: SendButtonProps) {
  const { t } = useTranslation()
  const label = loading ? t('Cancel processing') : t('Send')
  if (loading) {
    return (
      <Button square className="ml-auto flex-none" aria-label={label} title={label} onClick={onCancel}>
        <Icon of={Square} className="fill-current" />
      </Button>
    )
  }
  return (
    <Button
      type="submit"
      kind="primary"
      square
      className="ml-auto flex-none"
      aria-label={label}
      title={label}
      disabled={!canSend}
    >
      <Icon of={ArrowUp} />
    </Button>
  )
}

function scopeText(chat: LiveChat, t: TFunction): string {
  // The line above the input says which file is used.
  if (chat.isFileAsked) return ''
  const database = chat.scope.database?.name
  if (database === undefined) return t('No database selected')
  if (chat.area === null) return t('Using {database}', { database })
  const inDraft = chat.session?.state['app:area_draft'] === true
  const place = { area: chat.area.area_name, database }
  return inDraft ? t('Using the draft of {area} in {database}', place) : t('Using {area} in {database}', place)
}

/** A dialog over the page keeps the focus whatever happens on the page. */
function isInDialog(element: Element | null): boolean {
  return (element?.closest('[role="dialog"], [role="alertdialog"]') ?? null) !== null
}

/** Whether the focus is nowhere: its element is gone, or a click has disabled it. */
function isLost(element: Element | null): boolean {
  return element === null || element === document.body || element.matches(':disabled')
}

/** Returns the focus when the answer arrives, unless it moved elsewhere or would open a phone's keyboard. */
function useFocusAfter(field: RefObject<HTMLTextAreaElement | null>, loading: boolean, wanted: boolean): void {
  const was = useRef(loading)
  useEffect(() => {
    const ended = was.current && !loading
    was.current = loading
    if (ended && wanted && isLost(document.activeElement)) field.current?.focus({ preventScroll: true })
  }, [field, loading, wanted])
}
