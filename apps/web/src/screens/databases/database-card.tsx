import type { DatabaseType } from '@parlance/contract'
import { Link } from '@tanstack/react-router'
import { useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Database } from '../../api/databases.ts'
import { cn } from '../../lib/cn.ts'
import { databaseTypeLetters, databaseTypeName } from '../../lib/database-types.ts'
import { cutAtSign, formatDate, formatDuration, formatSessionDate } from '../../lib/format.ts'
import { useNow } from '../../lib/use-now.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { selectionText } from '../../components/connection-state.tsx'
import { AccessPanel } from './access-panel.tsx'
import { CardBadges, isSynced } from './card-badges.tsx'
import { CardUse } from './card-use.tsx'
import { DetailsPanel } from './details-panel.tsx'
import { FileButton } from './upload/file-button.tsx'
import { SetUpAreas } from './set-up-areas.tsx'
import { AccountWarnings, TestOutcome } from './test-outcome.tsx'
import type { DatabaseActions } from './use-database-actions.ts'
import type { MessageLine } from '../../components/use-message.ts'
import { EngineMark } from '../../ui/engine-mark.tsx'
import { CardActions, CardFacts, CardFoot, CardHead, Card } from '../../components/card.tsx'

interface DatabaseCardProps {
  database: Database
  type: DatabaseType | null
  actions: DatabaseActions
  messages: MessageLine
  isEdited: boolean
  /** Whether it was just added: it scrolls into view and is marked. */
  isNew: boolean
  onEdit: () => void
  onReplace: (files: File[]) => void
  onRemoved: () => void
}

/** One connection: its settings, its state, and its actions. */
export function DatabaseCard({
  database,
  type,
  actions,
  messages,
  isEdited,
  isNew,
  onEdit,
  onReplace,
  onRemoved,
}: DatabaseCardProps) {
  const id = useId()
  const card = useRef<HTMLElement>(null)
  useEffect(() => {
    if (isNew) card.current?.scrollIntoView?.({ block: 'nearest' })
  }, [isNew])
  const [panel, setPanel] = useState<'access' | 'details' | null>(null)
  const current = actions.workOf(database.id)
  const isTesting = current?.work === 'test'
  const result = actions.resultOf(database.id)
  const toggle = (name: 'access' | 'details') => setPanel(panel === name ? null : name)
  return (
    <Card
      ref={card}
      className={cn('scroll-mt-20', isNew && 'outline-2 outline-accent')}
      isSelected={database.is_active}
      isEdited={isEdited}
      aria-labelledby={id}
    >
      <DatabaseHead database={database} headingId={id} />
      <CardAddress database={database} />
      {isTesting ? (
        <TestProgress since={current.since} onStop={() => actions.stopTest(database.id)} />
      ) : (
        !isEdited && <TestOutcome database={database} isTesting={false} result={result} />
      )}
      <AccountWarnings warnings={database.warnings} />
      {!isTesting && <SetUpAreas database={database} isOffered={result?.success === true} />}
      <CardUse database={database} />
      <CardState database={database} />
      <DatabaseFoot
        database={database}
        actions={actions}
        panel={panel}
        panelId={`${id}-panel`}
        onPanel={toggle}
        onEdit={onEdit}
        onReplace={onReplace}
        onRemoved={onRemoved}
      />
      {panel === 'access' && <AccessPanel id={`${id}-panel`} database={database} messages={messages} />}
      {panel === 'details' && <DetailsPanel id={`${id}-panel`} database={database} type={type} />}
    </Card>
  )
}

function DatabaseHead({ database, headingId }: { database: Database; headingId: string }) {
  const { t } = useTranslation()
  const owner = !database.is_owner && database.owner_name !== null ? cutAtSign(database.owner_name) : null
  const line = [
    databaseTypeName(database.db_type),
    database.application_name === null ? null : t('Application: {name}', { name: database.application_name }),
    owner === null ? null : t('Owner: {name}', { name: owner }),
  ]
  return (
    <CardHead>
      <EngineMark>{databaseTypeLetters(database.db_type)}</EngineMark>
      <div className="min-w-0 flex-auto basis-45">
        <h3 id={headingId} className="text-[15px]/5 font-semibold line-clamp-2 wrap-anywhere" title={database.name}>
          <bdi>{database.name}</bdi>
        </h3>
        <p className="text-meta text-muted line-clamp-2 wrap-anywhere">
          {line.filter((part) => part !== null).join(' · ')}
        </p>
      </div>
      <CardBadges database={database} />
    </CardHead>
  )
}

function CardAddress({ database }: { database: Database }) {
  const { t } = useTranslation()
  const host = database.endpoint ?? t('Local')
  const uploaded = database.uploaded_files?.map(({ name }) => name).join(', ') ?? null
  const place = uploaded ?? database.database ?? database.spreadsheet_id
  const text = place === null ? host : `${host} / ${place}`
  return (
    <p className="mt-2 min-w-0 truncate font-mono text-[12px]/[18px] text-muted" title={text} dir="ltr">
      {text}
    </p>
  )
}

/** The duration of a running test; its stages are known only when the server responds. */
function TestProgress({ since, onStop }: { since: Date; onStop: () => void }) {
  const { t } = useTranslation()
  const now = useNow(100)
  const elapsed = formatDuration(Math.max(0, now.getTime() - since.getTime()))
  return (
    <div className="mt-3 flex items-center gap-2.5">
      <Spinner />
      <p className="min-w-0 flex-1 text-meta">
        <output>{t('Testing connection...')}</output> <span className="tabular-nums text-faint">{elapsed}</span>
        <span className="text-faint block">{t('Host name, network, TLS, sign-in, read-only access, tables')}</span>
      </p>
      <Button size="small" onClick={onStop}>
        {t('Stop test')}
      </Button>
    </div>
  )
}

function CardState({ database }: { database: Database }) {
  const { t } = useTranslation()
  const now = useNow(60_000)
  const { last_tested: tested, last_synced: synced, auto_sync_interval: interval } = database
  const parts = [
    selectionText(database, t),
    tested === null ? t('Never tested') : t('Last tested: {when}', { when: formatSessionDate(tested, now) }),
    database.table_count === null
      ? null
      : t('{n, plural, one {# table} other {# tables}}', { n: database.table_count }),
    isSynced(database) && synced === null ? t('Never synced') : null,
    synced === null ? null : t('Last synced: {when}', { when: formatSessionDate(synced, now) }),
    interval === null || interval === 0
      ? null
      : t('{n, plural, one {Syncs every minute} other {Syncs every # minutes}}', { n: interval }),
    t('Created: {when}', { when: formatDate(database.created_at) }),
  ]
  return (
    <CardFacts className="text-faint tabular-nums">
      {parts
        .filter((part) => part !== null)
        .map((part) => (
          <li key={part}>{part}</li>
        ))}
    </CardFacts>
  )
}

interface DatabaseFootProps {
  database: Database
  actions: DatabaseActions
  panel: 'access' | 'details' | null
  panelId: string
  onPanel: (name: 'access' | 'details') => void
  onEdit: () => void
  onReplace: (files: File[]) => void
  onRemoved: () => void
}

function DatabaseFoot({ database, actions, panel, panelId, onPanel, onEdit, onReplace, onRemoved }: DatabaseFootProps) {
  const { t } = useTranslation()
  const work = actions.workOf(database.id)?.work ?? null
  const isBusy = work !== null
  const busyReason = isBusy ? t('Wait until the running action of this connection ends.') : undefined
  const handleDelete = async () => {
    if (await actions.remove(database)) onRemoved()
  }
  return (
    <CardFoot>
      <Toggle open={panel === 'details'} panelId={panelId} onClick={() => onPanel('details')}>
        {t('Details')}
      </Toggle>
      <Link
        className={buttonClass({ size: 'small', kind: 'quiet' })}
        to="/databases/$configId/protection"
        params={{ configId: database.id }}
      >
        {t('Protected tables')}
      </Link>
      {database.visibility === 'restricted' && database.can_manage_access && (
        <Toggle open={panel === 'access'} panelId={panelId} onClick={() => onPanel('access')}>
          {t('Manage Access')}
        </Toggle>
      )}
      {database.uploaded_files !== null && database.can_manage && (
        <FileButton
          size="small"
          kind="quiet"
          label={t('Replace files...')}
          disabled={isBusy}
          title={busyReason}
          onFiles={onReplace}
        />
      )}
      <CardActions>
        {isSynced(database) && database.can_manage && (
          <Button
            size="small"
            kind="quiet"
            disabled={isBusy}
            title={busyReason}
            onClick={() => void actions.sync(database)}
          >
            {work === 'sync' || database.sync_status === 'syncing' ? t('Syncing...') : t('Sync')}
          </Button>
        )}
        {database.can_manage && (
          <>
            {!database.is_active && (
              <Button
                size="small"
                kind="quiet"
                disabled={isBusy}
                title={busyReason}
                onClick={() => void handleDelete()}
              >
                {work === 'delete' ? t('Deleting...') : t('Delete')}
              </Button>
            )}
            <Button
              size="small"
              kind="quiet"
              disabled={isBusy}
              title={busyReason}
              onClick={() => void actions.test(database)}
            >
              {work === 'test' ? t('Testing...') : t('Test')}
            </Button>
            <Button size="small" kind="quiet" disabled={work === 'delete'} title={busyReason} onClick={onEdit}>
              {t('Edit')}
            </Button>
          </>
        )}
        {!database.is_active && (
          <Button
            size="small"
            disabled={isBusy}
            title={busyReason}
            reason={database.is_valid ? null : t('Please test the connection successfully before activating')}
            onRefused={actions.refuse}
            onClick={() => void actions.activate(database)}
          >
            {work === 'activate' ? t('Activating...') : t('Activate')}
          </Button>
        )}
      </CardActions>
    </CardFoot>
  )
}

interface ToggleProps {
  open: boolean
  panelId: string
  onClick: () => void
  children: string
}

function Toggle({ open, panelId, onClick, children }: ToggleProps) {
  return (
    <Button size="small" kind="quiet" aria-expanded={open} aria-controls={open ? panelId : undefined} onClick={onClick}>
      {children}
    </Button>
  )
}
