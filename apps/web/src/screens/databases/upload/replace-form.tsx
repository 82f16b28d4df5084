import type { UploadChanges, UploadPreview } from '@parlance/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { replaceFile } from '../../../api/uploads.ts'
import type { Database } from '../../../api/databases.ts'
import { describeError } from '../../../lib/api-error.ts'
import { Button } from '../../../ui/button.tsx'
import { Note } from '../../../ui/note.tsx'
import { TablePreview } from './table-preview.tsx'

interface ReplaceFormProps {
  preview: UploadPreview
  target: Database
  onDone: (database: Database) => Promise<void>
  onCancel: () => void
}

/** The tables of the files, what the database would lose, and the button that replaces its files. */
export function ReplaceForm({ preview, target, onDone, onCancel }: ReplaceFormProps) {
  const { t } = useTranslation()
  const [isSaving, setSaving] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const replace = async () => {
    setSaving(true)
    setFailure(null)
    try {
      await onDone(await replaceFile(target.id, preview.id))
    } catch (error) {
      setFailure(describeError(error, t('Could not replace the files.')))
      setSaving(false)
    }
  }
  return (
    <div className="grid gap-4">
      {preview.changes !== null && <Changes changes={preview.changes} />}
      <TablePreview preview={preview} />
      {failure !== null && <Note tone="danger">{failure}</Note>}
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onCancel}>{t('Cancel')}</Button>
        <Button kind="primary" disabled={isSaving} onClick={() => void replace()}>
          {isSaving ? t('Replacing...') : t('Replace files')}
        </Button>
      </div>
    </div>
  )
}

function Changes({ changes }: { changes: UploadChanges }) {
  const { t } = useTranslation()
  const { missing_tables: tables, added_tables: added, missing_columns: columns } = changes
  const isComplete = tables.length === 0 && columns.length === 0
  return (
    <Note tone={isComplete ? 'info' : 'warning'}>
      <p>
        {isComplete
          ? t('The new files have all tables and columns of the current ones.')
          : t(
              'The new files lack something that business areas may use. Their settings stay, but such questions will fail.',
            )}
      </p>
      <ul className="mt-1 list-disc pl-5 wrap-anywhere">
        {tables.length > 0 && <li>{t('Missing tables: {names}', { names: tables.join(', ') })}</li>}
        {columns.map(({ table, columns: names }) => (
          <li key={table}>{t('Missing columns of {table}: {names}', { table, names: names.join(', ') })}</li>
        ))}
        {added.length > 0 && <li>{t('New tables: {names}', { names: added.join(', ') })}</li>}
      </ul>
    </Note>
  )
}
