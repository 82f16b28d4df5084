import type { Area, AreaListItem, User } from '@parlance/contract'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Coins, Plus, ShieldCheck, Upload } from 'lucide-react'
import { useState, type ReactNode, type RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { allAreasQuery, areaLimitsQuery, fallbackLimits } from '../../api/areas.ts'
import { examplesAttentionQuery } from '../../api/examples.ts'
import { useWaitingApprovals } from '../../components/approvals-banner.tsx'
import { LimitBanner } from '../../components/limit-banner.tsx'
import { describeError } from '../../lib/api-error.ts'
import { formatCount } from '../../lib/format.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Note } from '../../ui/note.tsx'
import { useOpenForm, type OnForm } from '../../components/use-open-form.ts'
import { AfterSaving, waitingPartOf } from './after-saving.tsx'
import { AreaDialog } from './area-dialog.tsx'
import { AreaList } from './area-list.tsx'
import { ExamplesButton } from './examples/examples-button.tsx'
import { ImportDialog } from './import-dialog.tsx'
import { ProposalOffers } from './proposals/proposal-offers.tsx'
import { useAreaActions, type AreaActions } from './use-area-actions.ts'
import { useBanner } from './use-banner.ts'
import { useNewArea } from './use-new-area.ts'
import { MessageBar, PageContent, PageHead } from '../../components/page.tsx'

export interface AreasViewProps {
  me: User
  /** The page's heading; a dialog has its own, so it leaves this out. */
  heading?: ReactNode
  /** The open dialog: 'new', the id of an area, or undefined for none. It is part of the address. */
  form: string | undefined
  onForm: OnForm
}

/** Business area management, used by its own page and by the chat's dialog. */
export function AreasView({ me, heading, form, onForm }: AreasViewProps) {
  const { t } = useTranslation()
  const areas = useQuery(allAreasQuery)
  const limitsQuery = useQuery(areaLimitsQuery)
  const limits = limitsQuery.data ?? fallbackLimits
  const { banner, show } = useBanner()
  const actions = useAreaActions(show)
  const [isImporting, setImporting] = useState(false)
  const [saved, setSaved] = useState<Area | null>(null)
  const { newButton, open } = useOpenForm(form, onForm)
  const list = areas.data ?? []
  const count = limitsQuery.data?.current_business_areas ?? list.length
  const newArea = useNewArea({ limits, count, show, onOpen: () => open('new') })
  const isAdmin = me.role === 'ADMIN'
  const handleSaved = (area: Area, isNew: boolean) => {
    // A pending part is explained until it is dismissed, so it needs no second message.
    if (waitingPartOf(area) === null) {
      show('change', isNew ? t('Business area created successfully!') : t('Business area updated successfully!'))
    }
    setSaved(area)
    onForm(undefined, { isSaved: true })
  }
  const handleCreateFailed = (error: unknown) =>
    show('failure', describeError(error, t('Failed to create business area. Please try again.')))
  const remove = async (areaId: string) => {
    const isGone = await actions.remove(areaId)
    if (isGone) onForm(undefined, { isSaved: true })
    return isGone
  }
  return (
    <PageContent>
      <PageHead className="max-md:[&>:is(a,button)]:flex-auto">
        <div className="min-w-0 flex-1 max-md:basis-full">
          {heading}
          <p>
            {limits.max_business_areas === -1
              ? t('{n, number} of unlimited business areas used', { n: count })
              : t('{n, number} of {max, number} business areas used', { n: count, max: limits.max_business_areas })}
          </p>
        </div>
        {!isAdmin && <OwnerLinks me={me} areas={list} />}
        {isAdmin && (
          <AdminButtons
            me={me}
            newButton={newButton}
            isCreating={form === 'new'}
            onImport={() => setImporting(true)}
            onCreate={newArea.open}
          />
        )}
      </PageHead>
      <MessageBar>
        {banner !== null && <Note tone={banner.kind === 'failure' ? 'danger' : 'success'}>{banner.text}</Note>}
      </MessageBar>
      <LimitBanner kinds={['business_areas']} isAdmin={isAdmin} countedAt={areas.dataUpdatedAt} />
      {saved !== null && <AfterSaving area={saved} onDismiss={() => setSaved(null)} />}
      <AreasContent isAdmin={isAdmin} actions={actions} onOpen={(area) => open(area.area_id)} />
      {newArea.isReady && (
        <AreaDialog
          me={me}
          form={form}
          canEdit={list.find((area) => area.area_id === form)?.can_edit ?? true}
          applicationId={newArea.applicationId}
          onClose={() => onForm(undefined)}
          onSaved={handleSaved}
          onCreateFailed={handleCreateFailed}
          onDelete={remove}
        />
      )}
      {isImporting && (
        <ImportDialog
          applicationId={newArea.applicationId}
          onClose={() => setImporting(false)}
          onImported={(area) => {
            setImporting(false)
            handleSaved(area, true)
          }}
        />
      )}
    </PageContent>
  )
}

interface AreasContentProps {
  isAdmin: boolean
  actions: AreaActions
  onOpen: (area: AreaListItem) => void
}

/** The list, or the reason why there is none. */
function AreasContent({ isAdmin, actions, onOpen }: AreasContentProps) {
  const { t } = useTranslation()
  const areas = useQuery(allAreasQuery)
  if (areas.isPending) return <p className="text-muted">{t('Loading business areas...')}</p>
  return (
    <>
      {areas.isError && (
        <Note tone="danger">
          <p>{describeError(areas.error, t('Failed to load business areas'))}</p>
          <Button size="small" className="mt-2" onClick={() => void areas.refetch()}>
            {t('Retry')}
          </Button>
        </Note>
      )}
      {areas.data?.length === 0 && (
        <div className="py-12 text-center">
          <p>{t('No business areas found.')}</p>
          <p className="text-muted">
            {isAdmin
              ? t('Click "New Business Area" to create your first area.')
              : t('Please contact your administrator')}
          </p>
        </div>
      )}
      {areas.data !== undefined && areas.data.length > 0 && (
        <AreaList areas={areas.data} actions={actions} onOpen={onOpen} />
      )}
      {isAdmin && areas.data !== undefined && <ProposalOffers areas={areas.data} />}
    </>
  )
}

interface AdminButtonsProps {
  me: User
  newButton: RefObject<HTMLButtonElement | null>
  isCreating: boolean
  onImport: () => void
  onCreate: () => void
}

/** What administrators can open or start. */
function AdminButtons({ me, newButton, isCreating, onImport, onCreate }: AdminButtonsProps) {
  const { t } = useTranslation()
  return (
    <>
      <ApprovalsLink user={me} />
      <ExamplesButton area={null} />
      <Button onClick={onImport}>
        <Icon of={Upload} />
        {t('Import')}
      </Button>
      <Button ref={newButton} kind="primary" className="max-md:basis-full" disabled={isCreating} onClick={onCreate}>
        <Icon of={Plus} />
        {t('New Business Area')}
      </Button>
    </>
  )
}

/** What owners of areas who are not administrators can open. */
function OwnerLinks({ me, areas }: { me: User; areas: readonly AreaListItem[] }) {
  if (!areas.some((area) => area.is_owner)) return null
  return (
    <>
      <ApprovalsLink user={me} />
      <CostsLink />
    </>
  )
}

/** The link to what waits for the user, with its number. */
function ApprovalsLink({ user }: { user: User }) {
  const { t } = useTranslation()
  const { data: examples } = useQuery(examplesAttentionQuery)
  const total = useWaitingApprovals(user).total + (examples?.pending ?? 0)
  const label = total === 0 ? undefined : t('Approvals, {n, number} waiting', { n: total })
  return (
    <Link className={buttonClass({})} to="/business-areas/approvals" aria-label={label}>
      <Icon of={ShieldCheck} />
      {t('Approvals')}
      {total > 0 && (
        <Badge tone="warning" className="tabular-nums">
          {formatCount(total)}
        </Badge>
      )}
    </Link>
  )
}

/** The link to what models cost in the owner's areas. */
function CostsLink() {
  const { t } = useTranslation()
  return (
    <Link className={buttonClass({})} to="/models/costs">
      <Icon of={Coins} />
      {t('Model costs')}
    </Link>
  )
}
