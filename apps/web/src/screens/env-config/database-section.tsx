import { useMutation, useQueryClient, type UseQueryResult } from '@tanstack/react-query'
import { Check, Database } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { configurationsQuery, setActive, type Database as Connection } from '../../api/databases.ts'
import { createSampleDatabase } from '../../api/env-config.ts'
import { useMessage, type MessageLine } from '../../components/use-message.ts'
import { describeError } from '../../lib/api-error.ts'
import { databaseTypeName } from '../../lib/database-types.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Note } from '../../ui/note.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { UploadSlot } from '../databases/upload/upload-slot.tsx'
import { useChosenFiles } from '../databases/upload/use-chosen-files.ts'
import { DatabaseForm } from './database-form.tsx'
import type { DatabaseForm as Form } from './use-database-form.ts'
import { WizardSection, Divider } from './wizard-section.tsx'

interface DatabaseSectionProps {
  databases: UseQueryResult<Connection[]>
  form: Form
}

/** Lists the connected databases, offers the included sample database, and connects another. */
export function DatabaseSection({ databases, form }: DatabaseSectionProps) {
  const { t } = useTranslation()
  const upload = useChosenFiles('page')
  const messages = useMessage()
  const select = useSelection(messages)
  const tested = databases.data?.filter((database) => database.is_valid) ?? []
  const first = tested.find((database) => database.is_active) ?? tested[0]
  const summary =
    first === undefined ? t('No database is connected yet.') : t('{name} is already connected.', { name: first.name })
  return (
    <WizardSection number={2} title={t('Database Configuration')} summary={summary} done={first !== undefined}>
      {databases.isPending && <Skeleton style={{ width: 240 }} />}
      {databases.isError && (
        <Note tone="danger">{describeError(databases.error, t('Error loading database configurations.'))}</Note>
      )}
      <ul>
        {tested.map((database) => (
          <li key={database.id} className="flex items-center gap-3 py-1.5">
            <Icon of={Database} className="text-muted" />
            <div className="min-w-0 flex-1">
              <bdi className="font-semibold">{database.name}</bdi>
              <p className="text-meta text-muted">
                {[
                  databaseTypeName(database.db_type),
                  database.table_count === null
                    ? null
                    : t('{n, plural, one {# table} other {# tables}}', { n: database.table_count }),
                  database.description,
                ]
                  .filter((part) => part !== null && part !== '')
                  .join(' · ')}
              </p>
            </div>
            <Badge tone="success">
              <Icon of={Check} />
              {t('Tested')}
            </Badge>
          </li>
        ))}
      </ul>
      <SampleDatabase isOffered={databases.isSuccess && tested.length === 0} />
      <Divider>{first === undefined ? t('Connect a database') : t('Or connect your own database')}</Divider>
      {messages.message !== null && (
        <Note tone={messages.message.tone} className="mb-3">
          {messages.message.text}
        </Note>
      )}
      <UploadSlot upload={upload} messages={messages} onCreated={(database) => void select(database)} />
      {upload.chosen === null && <DatabaseForm form={form} onFiles={(files) => upload.choose(files, null)} />}
    </WizardSection>
  )
}

/** Selects a database, so that the chat asks it, like one that is saved with the form. */
function useSelection(messages: MessageLine) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  return async ({ id }: Connection) => {
    try {
      await setActive(id)
    } catch (error) {
      messages.failure(describeError(error, t('Failed to activate configuration')))
    } finally {
      await queryClient.invalidateQueries({ queryKey: configurationsQuery.queryKey })
    }
  }
}

/** The sample shop, offered while no database is connected. */
function SampleDatabase({ isOffered }: { isOffered: boolean }) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const create = useMutation({
    mutationFn: createSampleDatabase,
    onSuccess: () => queryClient.invalidateQueries({ queryKey: configurationsQuery.queryKey }),
  })
  return (
    <>
      {isOffered && (
        <Button disabled={create.isPending} onClick={() => create.mutate()}>
          {create.isPending ? t('Creating...') : t('Create sample database')}
        </Button>
      )}
      {create.isError && (
        <Note tone="danger">{describeError(create.error, t('Failed to create sample database'))}</Note>
      )}
      {create.isSuccess && <Note tone="success">{create.data.message}</Note>}
    </>
  )
}
