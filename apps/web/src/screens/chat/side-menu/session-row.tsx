import type { SessionListItem } from '@parlance/contract'
import { Pencil, Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { cn } from '../../../lib/cn.ts'
import { formatClock, formatSessionDate, sessionDay } from '../../../lib/format.ts'
import { displaySessionName } from '../../../lib/session-name.ts'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'

interface SessionRowProps {
  session: SessionListItem
  now: Date
  current: boolean
  details: string
  onOpen: () => void
  onRename: (name: string) => void
  onDelete: () => void
}

const quietClass =
  'text-meta text-faint group-focus-within/row:text-muted group-hover/row:text-muted group-data-[current=true]/row:text-muted'
const toolClass = 'md:size-6.5! max-md:size-11!'

/** One conversation: a click opens it, a double click renames it. */
export function SessionRow({ session, now, current, details, onOpen, onRename, onDelete }: SessionRowProps) {
  const { t } = useTranslation()
  const [renaming, setRenaming] = useState(false)
  const name = displaySessionName(session.session_name)
  const isEarlier = sessionDay(session.last_accessed, now) === 'Earlier'
  const when = isEarlier ? formatSessionDate(session.last_accessed, now) : formatClock(session.last_accessed)
  if (renaming) {
    return (
      <li className="relative rounded-control bg-hover">
        <RenameField
          name={session.session_name}
          onDone={(newName) => {
            setRenaming(false)
            if (newName !== null) onRename(newName)
          }}
        />
      </li>
    )
  }
  return (
    <li
      // Hundreds of rows: those out of sight are not laid out.
      className="group/row relative rounded-control px-2 py-1.5 [contain-intrinsic-size:auto_48px] [content-visibility:auto] focus-within:bg-hover hover:bg-hover data-[current=true]:bg-hover max-md:min-h-11 max-md:pr-26"
      data-current={current}
    >
      <div className="flex items-baseline gap-2">
        <button
          type="button"
          // The whole row opens the conversation; only its name is the button's text.
          className="min-w-0 truncate text-left group-data-[current=true]/row:font-medium after:absolute after:inset-0 after:rounded-control focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-focus"
          aria-current={current ? 'page' : undefined}
          onClick={onOpen}
          onDoubleClick={() => setRenaming(true)}
        >
          <bdi>{name}</bdi>
        </button>
        <time
          // The buttons appear in its place.
          className={cn(
            quietClass,
            'ml-auto flex-none tabular-nums group-focus-within/row:invisible group-hover/row:invisible max-md:hidden',
          )}
          dateTime={session.last_accessed}
          title={formatSessionDate(session.last_accessed, now)}
        >
          {when}
        </time>
      </div>
      <p className={cn(quietClass, 'min-h-4 truncate')}>
        {/* On phones the buttons take the place of the time. */}
        <span className="mr-2 tabular-nums md:hidden">{when}</span>
        <bdi>{details}</bdi>
      </p>
      <span className="absolute top-1 right-1.5 z-1 flex rounded-control bg-sunken tint-hover opacity-0 group-focus-within/row:opacity-100 group-hover/row:opacity-100 max-md:top-1/2 max-md:-translate-y-1/2 max-md:bg-transparent max-md:bg-none max-md:opacity-100">
        <Button
          kind="quiet"
          square
          className={toolClass}
          aria-label={t('Rename {name}', { name })}
          onClick={() => setRenaming(true)}
        >
          <Icon of={Pencil} small />
        </Button>
        <Button kind="quiet" square className={toolClass} aria-label={t('Delete {name}', { name })} onClick={onDelete}>
          <Icon of={Trash2} small />
        </Button>
      </span>
    </li>
  )
}

/** Enter or leaving the field saves; Escape or an empty field leaves the name unchanged. */
function RenameField({ name, onDone }: { name: string; onDone: (name: string | null) => void }) {
  const { t } = useTranslation()
  const [value, setValue] = useState(name)
  const done = useRef(false)
  const finish = (result: string | null) => {
    if (done.current) return
    done.current = true
    onDone(result === null || result.trim() === '' || result === name ? null : result.trim())
  }
  return (
    <input
      className="m-1 h-7 w-[calc(100%-8px)] rounded-badge border border-field bg-raised px-1.5 text-sm"
      aria-label={t('Conversation name')}
      value={value}
      maxLength={200}
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- the user just asked for this field
      autoFocus
      onFocus={(event) => event.target.select()}
      onChange={(event) => setValue(event.target.value)}
      onBlur={() => finish(value)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') finish(value)
        if (event.key !== 'Escape') return
        event.stopPropagation()
        finish(null)
      }}
    />
  )
}
