import type { User } from '@parlance/contract'
import { useQuery } from '@tanstack/react-query'
import { Fragment, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { areaLimitsQuery, areaQuery, fallbackLimits } from '../../../api/areas.ts'
import { describeError } from '../../../lib/api-error.ts'
import { Button } from '../../../ui/button.tsx'
import { Note } from '../../../ui/note.tsx'
import type { AreaStart } from '../form/use-area-editor.ts'
import type { MovedDraft } from './moved-draft.ts'

export interface OpenedArea extends AreaStart {
  /** Reloads the area and discards the input. */
  onReload: () => void
  /** Starts again from the area in the cache and discards the input. */
  onRestart: () => void
  /** Whether the form was reloaded or restarted. */
  isRestarted: boolean
}

interface OpenAreaProps {
  /** 'new', or the id of an area. */
  areaId: string
  me: User
  draft?: MovedDraft | null
  /** Whether everything else that the form needs is known. */
  isReady?: boolean
  /** Wraps the message that is shown instead of the form. */
  frame?: (message: ReactNode) => ReactNode
  children: (opened: OpenedArea) => ReactNode
}

/** Loads what the form of an area needs, or shows why it cannot open. */
export function OpenArea(props: OpenAreaProps) {
  return props.areaId === 'new' ? <NewArea {...props} /> : <StoredArea {...props} />
}

const unframed = (message: ReactNode) => message

function NewArea({ me, draft = null, isReady = true, frame = unframed, children }: OpenAreaProps) {
  const { t } = useTranslation()
  const limits = useLimits()
  const [reading, setReading] = useState(0)
  if (me.role !== 'ADMIN') {
    return frame(
      <Note tone="warning" className="mt-4">
        {t('Only administrators can create business areas.')}
      </Note>,
    )
  }
  if (limits === null || !isReady) return frame(<p className="mt-4 text-muted">{t('Loading...')}</p>)
  const restart = () => setReading(reading + 1)
  const isRestarted = reading > 0
  const opened = { stored: null, limits, draft: isRestarted ? null : (draft?.form ?? null), isRestarted }
  return <Fragment key={reading}>{children({ ...opened, onReload: restart, onRestart: restart })}</Fragment>
}

function StoredArea({ areaId, draft = null, frame = unframed, children }: OpenAreaProps) {
  const { t } = useTranslation()
  const [reading, setReading] = useState(0)
  const moved = reading === 0 ? draft : null
  const area = useQuery({ ...areaQuery(areaId), refetchOnMount: false, enabled: moved === null })
  const limits = useLimits()
  const stored = moved?.stored ?? area.data
  if (limits === null || (stored === undefined && area.isPending)) {
    return frame(<p className="mt-4 text-muted">{t('Loading business area details...')}</p>)
  }
  if (stored === undefined) {
    return frame(
      <Note tone="danger" className="mt-4">
        <p>{describeError(area.error, t('Failed to load business area details'))}</p>
        <Button size="small" className="mt-2" onClick={() => void area.refetch()}>
          {t('Retry')}
        </Button>
      </Note>,
    )
  }
  const restart = () => setReading(reading + 1)
  const reload = async () => {
    await area.refetch()
    restart()
  }
  const opened = { stored, limits, draft: moved?.form ?? null, isRestarted: reading > 0 }
  return <Fragment key={reading}>{children({ ...opened, onReload: () => void reload(), onRestart: restart })}</Fragment>
}

/** The limits of the edition; null until they are known, and the documents' fallback if loading fails. */
function useLimits() {
  const limits = useQuery(areaLimitsQuery)
  if (limits.isPending) return null
  return limits.data ?? fallbackLimits
}
