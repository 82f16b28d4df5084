import type { AreaProposals, ProposedArea } from '@parlance/contract'
import { useMutation, useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { areaProposalsQuery } from '../../../api/area-proposals.ts'
import { allAreasQuery, areasKey } from '../../../api/areas.ts'
import { meQuery } from '../../../api/auth.ts'
import { LimitBanner } from '../../../components/limit-banner.tsx'
import { ApiError, describeError } from '../../../lib/api-error.ts'
import { translate } from '../../../lib/i18n.ts'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { Note } from '../../../ui/note.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { useSelectDatabase } from '../../../components/use-select-database.ts'
import { AreaDialog } from '../area-dialog.tsx'
import { ProposalCard } from './proposal-card.tsx'
import { useAcceptAreas, type AcceptAreas } from './use-accept-areas.ts'
import { PageContent, PageHead } from '../../../components/page.tsx'
import { Select } from '../../../ui/select.tsx'

/** Proposed business areas of a connection, to accept or to edit. */
export function ProposalsView({ configId }: { configId: string }) {
  const { t } = useTranslation()
  const proposals = useQuery(areaProposalsQuery(configId))
  return (
    <PageContent>
      <PageHead>
        <div className="min-w-0 flex-1 max-md:basis-full">
          <h1>
            {t('Set up business areas')}
            {proposals.data !== undefined && (
              <>
                {': '}
                <bdi>{proposals.data.database_name}</bdi>
              </>
            )}
          </h1>
          <p>{t('A business area groups tables that belong together, so that questions find the right ones.')}</p>
        </div>
      </PageHead>
      {proposals.isFetching && (
        <div className="flex items-center gap-2 mt-2">
          <Spinner />
          <output className="min-w-0 flex-1">
            {t('Looking for relationships and trying questions. This takes up to half a minute.')}
          </output>
        </div>
      )}
      {proposals.isError && !proposals.isFetching && (
        <Failure error={proposals.error} onRetry={() => void proposals.refetch()} />
      )}
      {proposals.data !== undefined && !proposals.isFetching && (
        <Proposals key={proposals.dataUpdatedAt} proposals={proposals.data} onAgain={() => void proposals.refetch()} />
      )}
    </PageContent>
  )
}

function Failure({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { t } = useTranslation()
  const isUntested = error instanceof ApiError && error.code === 'connection_untested'
  return (
    <Note tone="danger">
      <p>{describeError(error, t('Could not propose business areas.'))}</p>
      {isUntested ? (
        <Link className={buttonClass({ size: 'small' })} to="/databases">
          {t('Test the connection')}
        </Link>
      ) : (
        <Button size="small" className="mt-2" onClick={onRetry}>
          {t('Retry')}
        </Button>
      )}
    </Note>
  )
}

function Proposals({ proposals, onAgain }: { proposals: AreaProposals; onAgain: () => void }) {
  const { t } = useTranslation()
  const { data: me } = useSuspenseQuery(meQuery)
  const queryClient = useQueryClient()
  const listed = useQuery(allAreasQuery)
  const acceptance = useAcceptAreas(proposals)
  const [edited, setEdited] = useState<ProposedArea | null>(null)
  const { areas, notes } = proposals
  return (
    <>
      <LimitBanner kinds={['business_areas']} isAdmin countedAt={listed.dataUpdatedAt} />
      {notes.length > 0 && (
        <Note tone="info">
          {notes.map((note) => (
            <p key={note.text}>{translate(t, note)}</p>
          ))}
        </Note>
      )}
      {areas.length === 0 ? (
        <div className="py-12 text-center">
          <p>{t('There are no tables to propose business areas for.')}</p>
        </div>
      ) : (
        <AcceptBar databaseId={proposals.database_config_id} areas={areas} acceptance={acceptance} onAgain={onAgain} />
      )}
      {areas.map((area) => (
        <ProposalCard key={area.area_name} area={area} acceptance={acceptance} onEdit={() => setEdited(area)} />
      ))}
      {edited !== null && (
        <AreaDialog
          me={me}
          form="new"
          canEdit
          applicationId={proposals.application_id}
          start={acceptance.requestOf(edited)}
          onClose={() => setEdited(null)}
          onSaved={(saved) => {
            acceptance.markCreated(edited, saved.area_id)
            setEdited(null)
            void queryClient.invalidateQueries({ queryKey: areasKey })
          }}
          onCreateFailed={() => undefined}
          onDelete={() => Promise.resolve(false)}
        />
      )}
    </>
  )
}

/** Selects the connection and starts a conversation in one of its areas. */
function AskButton({ databaseId, isPrimary }: { databaseId: string; isPrimary: boolean }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const select = useSelectDatabase()
  const begin = useMutation({
    mutationFn: () => select({ id: databaseId }),
    onSuccess: ({ session }) => navigate({ to: '/chat', search: session === null ? {} : { session: session.id } }),
  })
  return (
    <>
      {begin.isError && <Note tone="danger">{describeError(begin.error, t('Failed to activate configuration'))}</Note>}
      <Button
        kind={isPrimary ? 'primary' : 'plain'}
        disabled={begin.isPending || begin.isSuccess}
        onClick={() => begin.mutate()}
      >
        {t('Ask a question')}
      </Button>
    </>
  )
}

interface AcceptBarProps {
  databaseId: string
  areas: ProposedArea[]
  acceptance: AcceptAreas
  onAgain: () => void
}

/** Accepts everything at once, and shows how many areas exist. */
function AcceptBar({ databaseId, areas, acceptance, onAgain }: AcceptBarProps) {
  const { t } = useTranslation()
  const id = useId()
  const created = areas.filter((area) => acceptance.acceptanceOf(area)?.state === 'created').length
  const isDone = created === areas.length
  return (
    <div className="flex flex-wrap items-end gap-x-3 gap-y-2">
      <div className="flex-[1_1_220px]">
        <label htmlFor={id} className="text-meta block">
          {t('Who can ask questions in the new areas')}
        </label>
        <Select
          id={id}
          className="w-auto"
          small
          disabled={acceptance.isBusy || isDone}
          value={acceptance.visibility}
          onChange={(event) => acceptance.setVisibility(event.target.value === 'public' ? 'public' : 'private')}
        >
          <option value="private">{t('Only you')}</option>
          <option value="public">{t('All users')}</option>
        </Select>
      </div>
      <output className="text-meta text-muted tabular-nums">
        {created > 0 && t('{created, number} of {total, number} areas created', { created, total: areas.length })}
      </output>
      <Button disabled={acceptance.isBusy} onClick={onAgain}>
        {t('Propose again')}
      </Button>
      {created > 0 && <AskButton databaseId={databaseId} isPrimary={isDone} />}
      {!isDone && (
        <Button kind="primary" disabled={acceptance.isBusy} onClick={() => void acceptance.acceptAll()}>
          {acceptance.isBusy && <Spinner />}
          {t('{n, plural, one {Accept # area} other {Accept all #}}', { n: areas.length - created })}
        </Button>
      )}
    </div>
  )
}
