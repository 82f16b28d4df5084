import type { SessionListItem } from '@parlance/contract'
import { Pencil, Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { cn } from '../../../lib/cn.ts'
import { formatClock, formatSessionDate, sessionDay } from '../../../lib/format.ts'
import { displaySessionName } from '../../../lib/session-name.ts'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import styles from './side-menu.module.css'

interface SessionRowProps {
  session: SessionListItem
  now: Date
  current: boolean
  details: string
  onOpen: () => void
  onRename: (name: string) => void
  onDelete: () => void
}

export function SessionRow({ session, now, current, details, onOpen, onRename, onDelete }: SessionRowProps) {
  const { t } = useTranslation()
  const [renaming, setRenaming] = useState(false)
  const name = displaySessionName(session.session_name)
  const isEarlier = sessionDay(session.last_accessed, now) === 'Earlier'
  const when = isEarlier ? formatSessionDate(session.last_accessed, now) : formatClock(session.last_accessed)
  if (renaming) {
    return (
      <li className={styles.conversation}>
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
    <li className={styles.conversation} data-current={current}>
      <div className={styles.title}>
        <button
          type="button"
          className={cn('truncate min-w-0', styles.open)}
          aria-current={current ? 'page' : undefined}
          onClick={onOpen}
          onDoubleClick={() => setRenaming(true)}
        >
          <bdi>{name}</bdi>
        </button>
        <time
          className="meta faint tabular-nums"
          dateTime={session.last_accessed}
          title={formatSessionDate(session.last_accessed, now)}
        >
          {when}
        </time>
      </div>
      <p className={cn('meta faint truncate min-w-0', styles.preview)}>
        {/* On phones the buttons take the place of the time. */}
        <span className={cn('tabular-nums', styles.updated)}>{when}</span>
        <bdi>{details}</bdi>
      </p>
      <span className={styles.actions}>
        <Button kind="quiet" square aria-label={t('Rename {name}', { name })} onClick={() => setRenaming(true)}>
          <Icon of={Pencil} small />
        </Button>
        <Button kind="quiet" square aria-label={t('Delete {name}', { name })} onClick={onDelete}>
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
      className={styles.rename}
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
