import type { Area, SavedDraft } from '@parlance/contract'
import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { savedDraftQuery } from '../../../api/area-drafts.ts'
import { describeError } from '../../../lib/api-error.ts'
import { Button } from '../../../ui/button.tsx'
import { Note } from '../../../ui/note.tsx'
import { draftedArea } from './drafted-area.ts'

/** The draft of the page's area, and whether the page shows it. */
export interface PageDraft {
  /** Null if there is none. */
  saved: SavedDraft | null
  /** Whether the page shows the draft instead of the published area. */
  isOpen: boolean
  /** Shows the draft or the published area. */
  onOpen: (isOpen: boolean) => void
}

interface OpenedDraftProps {
  /** Null for a new area. */
  stored: Area | null
  isOpen: boolean
  onOpen: (isOpen: boolean) => void
  /** Wraps the message that is shown instead of the form. */
  frame: (message: ReactNode) => ReactNode
  /** @param stored the area that the form opens with */
  children: (stored: Area | null, draft: PageDraft) => ReactNode
}

/** Loads the draft of an area. If the page shows the draft, the form waits for it. */
export function OpenedDraft({ stored, isOpen, onOpen, frame, children }: OpenedDraftProps) {
  const { t } = useTranslation()
  const mayEdit = stored?.can_edit === true
  const query = useQuery({ ...savedDraftQuery(stored?.area_id ?? ''), enabled: mayEdit })
  // Someone else may save the draft while this form is open. Its input must not be lost then.
  const [opened, setOpened] = useState<SavedDraft | null>(null)
  if (!mayEdit || !isOpen) {
    if (opened !== null) setOpened(null)
    return children(stored, { saved: (mayEdit ? query.data : null) ?? null, isOpen: false, onOpen })
  }
  if (opened === null && query.data && !query.isFetching) setOpened(query.data)
  if (opened !== null) {
    // The same revision has the same content. Its verified examples may have changed.
    const saved = query.data?.revision === opened.revision ? query.data : opened
    return children(draftedArea(stored, opened), { saved, isOpen: true, onOpen })
  }
  if (query.isPending || query.isFetching) return frame(<p className="text-muted">{t('Loading the draft...')}</p>)
  if (query.isError) {
    return frame(
      <Note tone="danger">
        <p>{describeError(query.error, t('Could not load the draft. Try again.'))}</p>
        <Button size="small" className="mt-2" onClick={() => void query.refetch()}>
          {t('Retry')}
        </Button>
      </Note>,
    )
  }
  return frame(
    <Note tone="info">
      <p>{t('This business area has no draft. It was published or discarded.')}</p>
      <Button size="small" className="mt-2" onClick={() => onOpen(false)}>
        {t('Show the published area')}
      </Button>
    </Note>,
  )
}
