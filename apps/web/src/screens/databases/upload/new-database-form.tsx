import type { UploadPreview, Visibility } from '@parlance/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { createFromUpload } from '../../../api/uploads.ts'
import type { Database } from '../../../api/databases.ts'
import { describeError } from '../../../lib/api-error.ts'
import { Button } from '../../../ui/button.tsx'
import { FieldFrame } from '../../../ui/field-frame.tsx'
import { Fields } from '../../../ui/fields.tsx'
import { Input } from '../../../ui/input.tsx'
import { Note } from '../../../ui/note.tsx'
import { VisibilityField } from '../visibility-field.tsx'
import { TablePreview } from './table-preview.tsx'

interface NewDatabaseFormProps {
  preview: UploadPreview
  onDone: (database: Database) => Promise<void>
  onCancel: () => void
}

/** The tables of the files, and the name and visibility of the database that they become. */
export function NewDatabaseForm({ preview, onDone, onCancel }: NewDatabaseFormProps) {
  const { t } = useTranslation()
  const [name, setName] = useState(preview.suggested_name)
  const [visibility, setVisibility] = useState<Visibility>('private')
  const [isSaving, setSaving] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const save = async () => {
    setSaving(true)
    setFailure(null)
    try {
      await onDone(await createFromUpload(preview.id, { name: name.trim(), visibility }))
    } catch (error) {
      setFailure(describeError(error, t('Failed to create configuration')))
      setSaving(false)
    }
  }
  return (
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (!isSaving && name.trim() !== '') void save()
      }}
    >
      <TablePreview preview={preview} />
      <Fields>
        <FieldFrame className="md:col-span-3" label={t('Name')}>
          {(control) => (
            <Input
              {...control}
              name="name"
              dir="auto"
              // oxlint-disable-next-line jsx-a11y/no-autofocus -- the user waited for this form
              autoFocus
              autoComplete="off"
              maxLength={200}

              value={name}
              onChange={(event) => setName(event.target.value)}
            />
          )}
        </FieldFrame>
        <VisibilityField value={visibility} onChange={setVisibility} />
      </Fields>
      {failure !== null && <Note tone="danger">{failure}</Note>}
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onCancel}>{t('Cancel')}</Button>
        <Button
          type="submit"
          kind="primary"
          disabled={isSaving}
          reason={name.trim() === '' ? t('Enter a name first.') : null}
        >
          {isSaving ? t('Creating...') : t('Create database')}
        </Button>
      </div>
    </form>
  )
}
