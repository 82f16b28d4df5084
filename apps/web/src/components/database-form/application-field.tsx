import type { Application, Message } from '@parlance/contract'
import { useMutation, useQueryClient, type UseQueryResult } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { describeError } from '../../lib/api-error.ts'
import { translate } from '../../lib/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { FieldFrame } from '../../ui/field-frame.tsx'
import { Input } from '../../ui/input.tsx'
import { Note } from '../../ui/note.tsx'
import { Select } from '../../ui/select.tsx'

/** Where a form gets its applications: the documents give the wizard and the management separate addresses. */
export interface ApplicationSource {
  list: UseQueryResult<Application[]>
  listKey: readonly unknown[]
  create: (name: string, description: string | null) => Promise<Application>
}

interface ApplicationFieldProps {
  source: ApplicationSource
  value: string | null
  required: boolean
  error: Message | undefined
  className?: string
  onChange: (id: string | null) => void
}

const newApplication = 'new'

/** The application of a database, selected or created in the form. */
export function ApplicationField({ source, value, required, error, className, onChange }: ApplicationFieldProps) {
  const { t } = useTranslation()
  const [isNew, setIsNew] = useState(false)
  const select = useRef<HTMLSelectElement>(null)
  const applications = source.list.data ?? []
  // Keep the selection visible while the list is loading or unavailable.
  const isListed = value === null || applications.some((application) => application.id === value)
  const handleMade = (id: string) => {
    onChange(id)
    setIsNew(false)
    select.current?.focus()
  }
  return (
    <>
      <FieldFrame
        className={className}
        label={t('Application')}
        optional={!required}
        error={error === undefined ? undefined : translate(t, error)}
      >
        {(control) => (
          <Select
            {...control}
            ref={select}
            name="application_id"
            value={isNew ? newApplication : (value ?? '')}
            onChange={(event) => {
              setIsNew(event.target.value === newApplication)
              if (event.target.value !== newApplication) onChange(event.target.value === '' ? null : event.target.value)
            }}
          >
            <option value="">{required ? t('Choose an application') : t('None')}</option>
            {!isListed && <option value={value}>{value}</option>}
            {applications.map((application) => (
              <option key={application.id} value={application.id}>
                {application.name}
              </option>
            ))}
            <option value={newApplication}>{t('New application')}</option>
          </Select>
        )}
      </FieldFrame>
      {source.list.isError && (
        <Note tone="danger" className="md:col-span-6">
          <p>{describeError(source.list.error, t('Failed to load applications'))}</p>
          <Button size="small" className="mt-2" onClick={() => void source.list.refetch()}>
            {t('Retry')}
          </Button>
        </Note>
      )}
      {isNew && <NewApplication source={source} onMade={handleMade} onCancel={() => setIsNew(false)} />}
    </>
  )
}

interface NewApplicationProps {
  source: ApplicationSource
  onMade: (id: string) => void
  onCancel: () => void
}

function NewApplication({ source, onMade, onCancel }: NewApplicationProps) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const [name, setName] = useState('')
  const [description, setDescription] = useState('')
  const [isMissing, setIsMissing] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const create = useMutation({
    mutationFn: () => source.create(name.trim(), description.trim() === '' ? null : description.trim()),
    onSuccess: (made) => {
      queryClient.setQueryData<Application[]>(source.listKey, (list) => [...(list ?? []), made])
      onMade(made.id)
    },
  })
  const handleCreate = () => {
    if (create.isPending) return
    setIsMissing(name.trim() === '')
    if (name.trim() === '') input.current?.focus()
    else create.mutate()
  }
  const createOnEnter = (event: React.KeyboardEvent) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    handleCreate()
  }
  return (
    <fieldset className="grid grid-cols-6 gap-4 rounded-control bg-sunken p-3 max-md:*:col-span-full md:col-span-6">
      <legend className="float-left col-span-full text-dense font-medium">{t('New application')}</legend>
      {create.isError && (
        <Note tone="danger" className="md:col-span-6">
          {describeError(create.error, t('Failed to create application'))}
        </Note>
      )}
      <FieldFrame
        className="md:col-span-3"
        label={t('Application name')}
        error={isMissing ? t('Application name is required') : undefined}
      >
        {(control) => (
          <Input
            {...control}
            ref={input}
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- a new application needs a name next
            autoFocus
            maxLength={200}
            value={name}
            onKeyDown={createOnEnter}
            onChange={(event) => {
              setName(event.target.value)
              setIsMissing(false)
            }}
          />
        )}
      </FieldFrame>
      <FieldFrame className="md:col-span-3" label={t('Application description')} optional>
        {(control) => (
          <Input
            {...control}
            maxLength={2000}
            value={description}
            onKeyDown={createOnEnter}
            onChange={(event) => setDescription(event.target.value)}
          />
        )}
      </FieldFrame>
      <div className="clear-both flex items-center gap-2 md:col-span-6">
        <Button size="small" disabled={create.isPending} onClick={handleCreate}>
          {create.isPending ? t('Creating...') : t('Create application')}
        </Button>
        <Button size="small" kind="quiet" onClick={onCancel}>
          {t('Cancel')}
        </Button>
      </div>
    </fieldset>
  )
}
