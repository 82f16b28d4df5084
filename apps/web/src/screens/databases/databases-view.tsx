import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { configurationsQuery, databaseTypesQuery } from '../../api/databases.ts'
import { LimitBanner } from '../../components/limit-banner.tsx'
import { describeError } from '../../lib/api-error.ts'
import { cn } from '../../lib/cn.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Note } from '../../ui/note.tsx'
import { DatabaseList } from './database-list.tsx'
import type { ListFilter } from './list-filters.tsx'
import { TestAllProgress } from './test-all-progress.tsx'
import { HealthChecks } from './health-checks.tsx'
import { FormSection } from './form-section.tsx'
import type { TestAll } from './use-test-all.ts'
import { useDatabaseActions } from './use-database-actions.ts'
import { useMessage } from '../../components/use-message.ts'
import { useOpenForm, type OnForm } from '../../components/use-open-form.ts'
import { UploadButton, UploadSlot } from './upload/upload-slot.tsx'
import { useChosenFiles } from './upload/use-chosen-files.ts'
import { MessageBar, PageHead, PageContent } from '../../components/page.tsx'

export interface DatabasesViewProps {
  /** The page's heading; a dialog has its own, so it leaves this out. */
  heading?: ReactNode
  /** The open form: 'new', the id of a connection, or undefined for none. It is part of the address. */
  form: string | undefined
  onForm: OnForm
  filter: ListFilter
  onFilter: (filter: ListFilter) => void
  /** Called with the session that starts for a newly selected database. */
  onSession: (sessionId: string) => void
}

/** The list at the start and the form next to it, if there is space. */
const columnsClass =
  '@min-[900px]:grid-cols-[minmax(0,1fr)_minmax(0,1.12fr)] @min-[900px]:gap-12 @min-[900px]:*:row-start-1 @min-[900px]:[&>:not([data-part=editor])]:col-start-1'

/** Database management, used by its own page and by the chat's dialog. */
export function DatabasesView({ heading, form, onForm, filter, onFilter, onSession }: DatabasesViewProps) {
  const { t } = useTranslation()
  const configurations = useQuery(configurationsQuery)
  const types = useQuery(databaseTypesQuery)
  const messages = useMessage()
  const actions = useDatabaseActions({ messages, onSession })
  const { key, newButton, open, keepOpen } = useOpenForm(form, onForm)
  const [created, setCreated] = useState<string | null>(null)
  const upload = useChosenFiles(heading === undefined ? 'dialog' : 'page')
  const databases = configurations.data ?? []
  return (
    <PageContent className={cn(form !== undefined && '[--card-columns:minmax(0,1fr)]')}>
      <ViewHead heading={heading} count={databases.length} testAll={actions.testAll}>
        <UploadButton upload={upload} />
        <Button
          ref={newButton}
          title={form === 'new' ? t('The form for a new database is open.') : undefined}
          disabled={form === 'new'}
          onClick={() => open('new')}
        >
          <Icon of={Plus} />
          {t('New Database')}
        </Button>
      </ViewHead>
      <MessageBar>
        {messages.message !== null && <Note tone={messages.message.tone}>{messages.message.text}</Note>}
      </MessageBar>
      <UploadSlot upload={upload} messages={messages} onCreated={(database) => setCreated(database.id)} />
      <LimitBanner kinds={['databases']} isAdmin countedAt={configurations.dataUpdatedAt} />
      {databases.length > 0 && (
        <div className="mb-3 flex justify-end">
          <HealthChecks messages={messages} />
        </div>
      )}
      {configurations.isPending && <p className="text-muted">{t('Loading configurations...')}</p>}
      {configurations.isError && (
        <LoadFailure
          text={describeError(configurations.error, t('Failed to load configurations'))}
          onRetry={() => void configurations.refetch()}
        />
      )}
      {types.isError && (
        <LoadFailure
          text={describeError(types.error, t('Could not load the database types.'))}
          onRetry={() => void types.refetch()}
        />
      )}
      <div className={cn('grid items-start gap-8', form !== undefined && columnsClass)}>
        {form !== undefined && configurations.data !== undefined && types.data !== undefined && (
          <FormSection
            key={key}
            form={form}
            databases={databases}
            types={types.data}
            actions={actions}
            onSaved={(database) => {
              if (form === 'new') setCreated(database.id)
              keepOpen(database.id)
              messages.success(t('"{name}" was saved.', { name: database.name }))
            }}
            onDone={() => onForm(undefined, { isSaved: true })}
            onClose={() => onForm(undefined)}
            onReload={async () => (await configurations.refetch()).data ?? []}
          />
        )}
        {configurations.data?.length === 0 ? (
          <NoDatabases />
        ) : (
          configurations.data !== undefined && (
            <DatabaseList
              databases={databases}
              types={types.data ?? []}
              actions={actions}
              messages={messages}
              edited={form}
              created={created}
              filter={filter}
              onFilter={onFilter}
              onEdit={(database) => open(database.id)}
              onReplace={(database, files) => upload.choose(files, database)}
            />
          )
        )}
      </div>
    </PageContent>
  )
}

function NoDatabases() {
  const { t } = useTranslation()
  return (
    <div className="py-12 text-center">
      <p>{t('No database configurations found.')}</p>
      <p className="text-muted">{t('Click "New Database" to create your first configuration.')}</p>
      <p className="text-muted">{t('Or drop a SQLite file, or CSV and Excel files, on this page.')}</p>
    </div>
  )
}

interface ViewHeadProps {
  heading: ReactNode
  /** The number of connections. */
  count: number
  testAll: TestAll
  children: ReactNode
}

function ViewHead({ heading, count, testAll, children }: ViewHeadProps) {
  const { t } = useTranslation()
  const { progress, start, stop } = testAll
  return (
    <>
      <PageHead>
        <div className="min-w-0 flex-1">
          {heading}
          <p>
            {t('{n, plural, one {# connection.} other {# connections.}}', { n: count })}{' '}
            {t('Select a connection to query it. You can select it after its test succeeds.')}
          </p>
        </div>
        {count > 1 && (
          <Button
            disabled={progress !== null}
            title={progress === null ? undefined : t('All connections are being tested.')}
            onClick={start}
          >
            {t('Test all')}
          </Button>
        )}
        {children}
      </PageHead>
      {progress !== null && <TestAllProgress progress={progress} total={count} onStop={stop} />}
    </>
  )
}

function LoadFailure({ text, onRetry }: { text: string; onRetry: () => void }) {
  const { t } = useTranslation()
  return (
    <Note tone="danger">
      <p>{text}</p>
      <Button size="small" className="mt-2" onClick={onRetry}>
        {t('Retry')}
      </Button>
    </Note>
  )
}
