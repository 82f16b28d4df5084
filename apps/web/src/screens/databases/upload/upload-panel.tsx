import { useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { configurationsQuery, type Database } from '../../../api/databases.ts'
import { useLeaveQuestion } from '../../../components/use-leave-question.ts'
import { formatBytes, formatDuration } from '../../../lib/format.ts'
import { useNow } from '../../../lib/use-now.ts'
import { Button } from '../../../ui/button.tsx'
import { Note } from '../../../ui/note.tsx'
import { ProgressBar } from '../../../ui/progress-bar.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { NewDatabaseForm } from './new-database-form.tsx'
import { ReplaceForm } from './replace-form.tsx'
import { useUpload, type UploadState } from './use-upload.ts'

const namesShown = 5

interface UploadPanelProps {
  files: File[]
  /** The connection whose files they replace; null for a new one. */
  target: Database | null
  onClose: () => void
  /** Called when the database exists or has its new files. */
  onDone: (database: Database) => void
}

/** Uploads files, shows what is in them, and makes a database of them or replaces one. */
export function UploadPanel({ files, target, onClose, onDone }: UploadPanelProps) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const { state, keep } = useUpload(files, target?.id ?? null)
  const [isDone, setDone] = useState(false)
  useLeaveQuestion(state.phase !== 'failed' && !isDone)
  const finish = async (database: Database) => {
    keep()
    setDone(true)
    await queryClient.invalidateQueries({ queryKey: configurationsQuery.queryKey })
    onDone(database)
  }
  const names = files.slice(0, namesShown).map(({ name }) => name)
  return (
    <section
      className="mb-6 grid gap-3 rounded-panel border border-line-strong bg-raised p-4"
      aria-label={t('Uploaded files')}
    >
      <h2 className="text-section font-semibold wrap-anywhere">
        {target === null ? t('New database from files') : t('Replace the files of {name}', { name: target.name })}
      </h2>
      <p className="text-meta text-muted wrap-anywhere tabular-nums">
        {t('{files}{more, plural, =0 {} other {, and # more}}', {
          files: names.join(', '),
          more: files.length - names.length,
        })}
        {' · '}
        {formatBytes(files.reduce((sum, { size }) => sum + size, 0))}
      </p>
      <Progress state={state} onCancel={onClose} />
      {state.phase === 'ready' &&
        (target === null ? (
          <NewDatabaseForm preview={state.preview} onDone={finish} onCancel={onClose} />
        ) : (
          <ReplaceForm preview={state.preview} target={target} onDone={finish} onCancel={onClose} />
        ))}
    </section>
  )
}

function Progress({ state, onCancel }: { state: UploadState; onCancel: () => void }): ReactNode {
  const { t } = useTranslation()
  if (state.phase === 'ready') return null
  if (state.phase === 'failed') {
    return (
      <Note tone="danger">
        <p>{state.text}</p>
        <Button size="small" className="mt-2" onClick={onCancel}>
          {t('Close')}
        </Button>
      </Note>
    )
  }
  return (
    <div className="flex items-center gap-3">
      <div className="grid flex-1 gap-2">
        {state.phase === 'sending' ? (
          <>
            <output className="text-meta tabular-nums">
              {t('Uploading {sent} of {total}', { sent: formatBytes(state.sent), total: formatBytes(state.total) })}
            </output>
            <ProgressBar label={t('Uploaded')} value={state.sent} max={state.total} />
          </>
        ) : (
          <Reading since={state.since} />
        )}
      </div>
      <Button size="small" onClick={onCancel}>
        {t('Cancel upload')}
      </Button>
    </div>
  )
}

function Reading({ since }: { since: Date }) {
  const { t } = useTranslation()
  const now = useNow(1000)
  return (
    <p className="text-meta flex items-center gap-2">
      <Spinner />
      <output>{t('Reading the files...')}</output>
      <span className="text-faint tabular-nums">{formatDuration(Math.max(0, now.getTime() - since.getTime()))}</span>
    </p>
  )
}
