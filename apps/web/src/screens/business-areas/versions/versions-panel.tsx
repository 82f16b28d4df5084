import type { AreaVersion } from '@parlance/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { areaVersionQuery, areaVersionsQuery } from '../../../api/area-definitions.ts'
import { describeError } from '../../../lib/api-error.ts'
import { formatSessionDate } from '../../../lib/format.ts'
import { useNow } from '../../../lib/use-now.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Note } from '../../../ui/note.tsx'
import { useQuestions } from '../../../ui/questions.tsx'
import { restoredForm } from './restored-form.ts'
import type { AreaEditor } from '../form/use-area-editor.ts'
import { ChangeList } from './change-list.tsx'
import { versionChanges } from './version-changes.ts'

const shownAtFirst = 20

interface VersionsPanelProps {
  areaId: string
  editor: AreaEditor
  /** A version's content is in the form now. */
  onRestored: () => void
}

/** What changed in each version of what the area says, and the way back to it. */
export function VersionsPanel({ areaId, editor, onRestored }: VersionsPanelProps) {
  const { t } = useTranslation()
  const [most, setMost] = useState(shownAtFirst)
  const versions = useQuery(areaVersionsQuery(areaId))
  if (versions.isPending) return <p className="text-muted">{t('Loading...')}</p>
  if (versions.isError) {
    return (
      <Note tone="danger">
        <p>{describeError(versions.error, t('Could not load the versions. Try again.'))}</p>
        <Button size="small" className="mt-2" onClick={() => void versions.refetch()}>
          {t('Retry')}
        </Button>
      </Note>
    )
  }
  if (versions.data.length === 0)
    return <p className="text-muted">{t('No versions yet. The first change makes one.')}</p>
  const shown = versions.data.slice(0, most)
  return (
    <>
      <p className="mb-3 max-w-(--measure) text-muted">
        {t(
          'Versions keep the description, instructions, synonyms, relationships, and definitions. Rules and access are not part of them.',
        )}
      </p>
      <ol>
        {shown.map((version, at) => (
          <VersionItem
            key={version.number}
            areaId={areaId}
            version={version}
            before={versions.data[at + 1] ?? null}
            isCurrent={at === 0}
            editor={editor}
            onRestored={onRestored}
          />
        ))}
      </ol>
      {shown.length < versions.data.length && (
        <Button size="small" kind="quiet" onClick={() => setMost(most + shownAtFirst)}>
          {t('Show {n, number} more', { n: Math.min(shownAtFirst, versions.data.length - shown.length) })}
        </Button>
      )}
    </>
  )
}

interface VersionItemProps extends VersionsPanelProps {
  version: AreaVersion
  /** The version before this one; null for the first. */
  before: AreaVersion | null
  isCurrent: boolean
}

function VersionItem({ areaId, version, before, isCurrent, editor, onRestored }: VersionItemProps) {
  const { t } = useTranslation()
  const now = useNow(60_000)
  const [isOpen, setOpen] = useState(false)
  const title = t('Version {n}', { n: String(version.number) })
  return (
    <li className="border-t border-line py-2.5" aria-label={title}>
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <b>{title}</b>
        {isCurrent && <Badge>{t('Current')}</Badge>}
        <span className="text-meta text-muted min-w-0 flex-1">
          {formatSessionDate(version.created_at, now)}
          {version.user_name !== null && (
            <>
              {' · '}
              <bdi>{version.user_name}</bdi>
            </>
          )}
        </span>
        {before !== null && (
          <Button
            size="small"
            kind="quiet"
            aria-expanded={isOpen}
            aria-label={t('What changed in version {n}', { n: String(version.number) })}
            onClick={() => setOpen(!isOpen)}
          >
            {t('What changed')}
          </Button>
        )}
        {!isCurrent && <RestoreButton {...{ areaId, version, editor, onRestored }} />}
      </div>
      {version.restored_from !== null && (
        <p className="text-meta text-muted">{t('Restored version {n}', { n: String(version.restored_from) })}</p>
      )}
      {version.reason !== null && version.reason !== '' && (
        <p className="wrap-anywhere" dir="auto">
          {version.reason}
        </p>
      )}
      {isOpen && before !== null && <Changes areaId={areaId} from={before.number} to={version.number} />}
    </li>
  )
}

/** Fills the form with a version; asks first if unsaved changes would be lost. */
function RestoreButton(props: Pick<VersionItemProps, 'areaId' | 'version' | 'editor' | 'onRestored'>) {
  const { t } = useTranslation()
  const { ask } = useQuestions()
  const { areaId, version, editor, onRestored } = props
  const n = String(version.number)
  const [isWanted, setWanted] = useState(false)
  const content = useQuery({ ...areaVersionQuery(areaId, version.number), enabled: isWanted })
  const restore = async () => {
    setWanted(true)
    const { data } = await content.refetch()
    if (data === undefined || data === null) return
    const text = t('Restore version {n}? Your unsaved changes will be lost.', { n })
    if (editor.isDirty && !(await ask({ text, confirm: t('Restore'), danger: true }))) return
    editor.edit((form) => ({ ...restoredForm(form, data), changeReason: t('Restored version {n}', { n }) }))
    onRestored()
  }
  return (
    <>
      <Button
        size="small"
        disabled={content.isFetching}
        aria-label={t('Restore version {n}', { n })}
        onClick={() => void restore()}
      >
        {t('Restore this version')}
      </Button>
      {content.isError && (
        <span className="mt-1.5 text-meta text-danger" role="alert">
          {describeError(content.error, t('Could not load the version. Try again.'))}
        </span>
      )}
    </>
  )
}

function Changes({ areaId, from, to }: { areaId: string; from: number; to: number }) {
  const { t } = useTranslation()
  const before = useQuery(areaVersionQuery(areaId, from))
  const after = useQuery(areaVersionQuery(areaId, to))
  const error = before.error ?? after.error
  if (error !== null) {
    return <Note tone="danger">{describeError(error, t('Could not load the version. Try again.'))}</Note>
  }
  if (!before.data || !after.data) return <p className="text-muted">{t('Loading...')}</p>
  const changes = versionChanges(before.data, after.data)
  if (changes.length === 0) return <p className="text-meta text-muted">{t('Only the order changed.')}</p>
  return <ChangeList changes={changes} />
}
