import type { Area } from '@parlance/contract'
import { useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { areaQuery } from '../../api/areas.ts'
import { meQuery } from '../../api/auth.ts'
import { ApprovalsBanner } from '../../components/approvals-banner.tsx'
import { useDocumentTitle } from '../../lib/use-document-title.ts'
import { NoticesProvider, useNotices } from '../../ui/notices.tsx'
import { AfterSaving, waitingPartOf } from './after-saving.tsx'
import { OpenedDraft } from './drafts/opened-draft.tsx'
import { AreaPageEditor } from './editor/area-page-editor.tsx'
import { useMovedDraft } from './editor/moved-draft.ts'
import { OpenArea } from './editor/opened-area.tsx'
import { PageBar, PageBody } from './editor/page-frame.tsx'
import { Breadcrumb } from './editor/page-head.tsx'
import { useAreaActions } from './use-area-actions.ts'
import { useAreaPlace } from './use-area-place.ts'
import { leaveBanner } from './use-banner.ts'
import { useActiveApplication } from './use-new-area.ts'

const route = getRouteApi('/administration/business-areas/$areaId')

/** One business area as a page: new, to edit, or to view. */
export function AreaScreen() {
  const { areaId } = route.useParams()
  const { data: me } = useSuspenseQuery(meQuery)
  const [saved, setSaved] = useState<Area | null>(null)
  return (
    <NoticesProvider>
      <ApprovalsBanner user={me} />
      <AreaPage key={areaId} areaId={areaId} saved={saved} onSaved={setSaved} />
    </NoticesProvider>
  )
}

interface AreaPageProps {
  areaId: string
  /** The area as it was saved last on this page; null before, and after its message is dismissed. */
  saved: Area | null
  onSaved: (area: Area | null) => void
}

function AreaPage({ areaId, saved, onSaved }: AreaPageProps) {
  const { t } = useTranslation()
  const { data: me } = useSuspenseQuery(meQuery)
  const navigate = route.useNavigate()
  const place = useAreaPlace()
  const { show } = useNotices()
  const queryClient = useQueryClient()
  const draft = useMovedDraft(areaId)
  const application = useActiveApplication()
  const actions = useAreaActions((kind, text) => {
    // After a deletion, the list is shown.
    if (kind === 'deletion') leaveBanner({ kind, text })
    else show(text, kind === 'failure' ? 'danger' : 'info')
  })
  // Read only from the cache; the content of the page loads it.
  const loaded = useQuery({ ...areaQuery(areaId), enabled: false }).data
  useDocumentTitle(loaded?.area_name ?? t('Business areas'))
  const handleSaved = (area: Area, isNew: boolean) => {
    queryClient.setQueryData(areaQuery(area.area_id).queryKey, area)
    if (waitingPartOf(area) === null) {
      show(isNew ? t('Business area created successfully!') : t('Business area updated successfully!'))
    }
    onSaved(area)
    if (!isNew) return
    const params = { areaId: area.area_id }
    void navigate({ params, search: (now) => now, replace: true, ignoreBlocker: true })
  }
  const remove = async (area: Area) => {
    if (await actions.askAndRemove(area.area_id)) await navigate({ to: '/business-areas', ignoreBlocker: true })
  }
  const name = areaId === 'new' ? t('New business area') : t('Business area')
  const frame = (message: ReactNode) => (
    <>
      <PageBar>
        <Breadcrumb name={name} />
      </PageBar>
      <PageBody>{message}</PageBody>
    </>
  )
  return (
    <OpenArea areaId={areaId} me={me} draft={draft} isReady={!application.isPending} frame={frame}>
      {(opened) => (
        <OpenedDraft stored={opened.stored} isOpen={place.isDraft} onOpen={place.openDraft} frame={frame}>
          {(shown, pageDraft) => (
            <AreaPageEditor
              key={pageDraft.isOpen ? 'draft' : 'published'}
              {...opened}
              // Input that the dialog left belongs to the published area.
              draft={pageDraft.isOpen ? null : opened.draft}
              stored={shown}
              pageDraft={pageDraft}
              me={me}
              applicationId={application.id}
              tab={place.tab}
              onTab={place.openTab}
              place={place.definition}
              onPlace={place.openDefinition}
              onSaved={(area, isNew) => {
                handleSaved(area, isNew)
                if (!isNew) opened.onRestart()
              }}
              onDraftSaved={() => {
                show(t('Draft saved. Users still get the published area.'))
                place.openDraft(true, true)
                opened.onRestart()
              }}
              onPublished={(area) => {
                place.openDraft(false, true)
                handleSaved(area, false)
                opened.onRestart()
              }}
              onDelete={(area) => void remove(area)}
              hasFocus={opened.isRestarted || saved !== null}
              afterSaving={saved !== null && <AfterSaving area={saved} onDismiss={() => onSaved(null)} />}
            />
          )}
        </OpenedDraft>
      )}
    </OpenArea>
  )
}
