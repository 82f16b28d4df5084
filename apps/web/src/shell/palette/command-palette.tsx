import { Autocomplete } from '@base-ui/react/autocomplete'
import { Dialog } from '@base-ui/react/dialog'
import type { User } from '@parlance/contract'
import { Search, X } from 'lucide-react'
import { useEffect, useRef, useState, type RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { actions } from '../../actions/definitions.ts'
import { shortcutText } from '../../actions/shortcut.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { KeyboardKey } from '../../ui/keyboard-key.tsx'
import { dialogSurfaceClass, scrimClass } from '../../ui/scrim.ts'
import { fittingGroups } from './palette-groups.ts'
import { useAllGroups, type Entry } from './use-all-groups.ts'
import { cn } from '../../lib/cn.ts'
import { menuItemClass } from '../../ui/menu.tsx'

interface CommandPaletteProps {
  user: User
  open: boolean
  /** Where the focus was when the palette opened, and where it returns. */
  asker: RefObject<Element | null>
  /** The text typed before the palette appeared. */
  typed: string
  onClose: () => void
}

/** All actions and pages available here, to search and select by keyboard. */
export function CommandPalette({ user, open, asker, typed, onClose }: CommandPaletteProps) {
  const { t } = useTranslation()
  const chosen = useRef<Entry | null>(null)
  const isChosen = useRef(false)
  // If it was opened from a menu entry that is gone, the dialog itself knows the previous focus.
  const source = () => (asker.current instanceof HTMLElement && asker.current.isConnected ? asker.current : null)
  // Run the selected entry after the focus has returned: it may move the focus, or open a dialog that restores it.
  const finish = () => {
    const entry = chosen.current
    chosen.current = null
    if (entry === null) return
    source()?.focus({ preventScroll: true })
    entry.perform()
  }
  const giveBack = () => {
    const element = source()
    return element !== null && isChosen.current ? false : (element ?? true)
  }
  return (
    <Dialog.Root
      open={open}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      onOpenChangeComplete={(isOpen) => !isOpen && finish()}
    >
      <Dialog.Portal>
        <Dialog.Backdrop className={scrimClass} />
        <Dialog.Popup
          className={cn(
            dialogSurfaceClass,
            'top-[12vh] max-h-[min(560px,76dvh)] w-150 max-w-[min(var(--dialog),calc(100vw-32px))] -translate-x-1/2 max-md:top-2 max-md:max-h-[calc(100dvh-16px)] max-md:w-[calc(100vw-16px)] max-md:max-w-none',
          )}
          data-toggled-by={actions.openPalette.id}
          finalFocus={giveBack}
        >
          <Dialog.Title className="sr-only">{t('Command palette')}</Dialog.Title>
          <PaletteList
            user={user}
            typed={typed}
            onOpened={() => {
              isChosen.current = false
            }}
            onChoose={(entry) => {
              chosen.current = entry
              isChosen.current = true
              onClose()
            }}
          />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

interface PaletteListProps extends Pick<CommandPaletteProps, 'user' | 'typed'> {
  onOpened: () => void
  onChoose: (entry: Entry) => void
}

function PaletteList({ user, typed, onOpened, onChoose }: PaletteListProps) {
  const { t } = useTranslation()
  const [query, setQuery] = useState(typed)
  useEffect(() => {
    onOpened()
    // oxlint-disable-next-line react/exhaustive-deps -- the list is new each time the palette opens
  }, [])
  const groups = fittingGroups(useAllGroups(user, query.trim() !== ''), query)
  return (
    <Autocomplete.Root
      inline
      open
      mode="none"
      autoHighlight="always"
      keepHighlight
      items={groups.map(({ title, entries }) => ({ value: title, items: entries }))}
      itemToStringValue={(entry: Entry) => entry.label}
      value={query}
      onValueChange={(value, { reason }) => {
        // Selecting an entry must not write its name into the field.
        if (reason !== 'item-press') setQuery(value)
      }}
    >
      <div className="flex flex-none items-center gap-2.5 border-b border-line px-4">
        <Icon of={Search} className="text-faint" />
        <Autocomplete.Input
          className="h-13 min-w-0 flex-1 bg-transparent text-answer outline-none placeholder:text-muted max-md:text-base"
          dir="auto"
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the dialog focuses it a frame later, and a key typed meanwhile is lost
          autoFocus
          aria-label={t('Search actions, conversations, and pages')}
          placeholder={t('Search actions, conversations, and pages')}
          maxLength={200}
        />
        <Dialog.Close className={buttonClass({ kind: 'quiet', size: 'small', square: true })} aria-label={t('Close')}>
          <Icon of={X} />
        </Dialog.Close>
      </div>
      <Autocomplete.Empty className="text-muted not-empty:p-5">
        {groups.length === 0 && t('No results. Try different words.')}
      </Autocomplete.Empty>
      <Autocomplete.List className="min-h-0 flex-1 scroll-pt-8 scroll-pb-2 overflow-auto px-2 pb-2 empty:p-0">
        {groups.map(({ title, entries }) => (
          <Autocomplete.Group key={title} items={entries}>
            <Autocomplete.GroupLabel className="text-meta font-medium text-faint px-2 pt-3 pb-1">
              {title}
            </Autocomplete.GroupLabel>
            {entries.map((entry) => (
              <EntryLine key={entry.id} entry={entry} onChoose={() => onChoose(entry)} />
            ))}
          </Autocomplete.Group>
        ))}
      </Autocomplete.List>
    </Autocomplete.Root>
  )
}

function EntryLine({ entry, onChoose }: { entry: Entry; onChoose: () => void }) {
  const { t } = useTranslation()
  return (
    <Autocomplete.Item className={menuItemClass} value={entry} onClick={onChoose}>
      <bdi className="truncate min-w-0">{entry.label}</bdi>
      {entry.detail !== undefined && entry.detail !== '' && (
        <span className="ml-auto max-w-[45%] min-w-0 flex-none truncate text-meta text-faint">
          <Pause />
          <bdi>{entry.detail}</bdi>
        </span>
      )}
      {typeof entry.shortcut === 'string' && (
        <KeyboardKey className="ml-auto">
          <Pause />
          {shortcutText(entry.shortcut, t)}
        </KeyboardKey>
      )}
    </Autocomplete.Item>
  )
}

/** A pause for screen readers between the parts of a line, never visible. */
function Pause() {
  return <span className="sr-only">, </span>
}
