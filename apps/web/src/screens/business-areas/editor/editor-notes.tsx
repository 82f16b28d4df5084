import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { Note } from '../../../ui/note.tsx'
import { invalidTables } from '../form/area-form.ts'
import type { AreaEditor } from '../form/use-area-editor.ts'

/** Says that this user can only view the area. */
export function ReadOnlyNote() {
  const { t } = useTranslation()
  return (
    <Note tone="info" className="mt-4">
      {t('You are viewing this business area in read-only mode. Only the owner or administrators can make changes.')}
    </Note>
  )
}

/** One sentence after saving was refused because of the input; nothing otherwise. */
export function SummaryNote({ editor }: { editor: AreaEditor }) {
  const { t } = useTranslation()
  const summary = summaryOf(editor, t)
  return (
    summary !== null && (
      <Note tone="danger" className="mt-4">
        {summary}
      </Note>
    )
  )
}

function summaryOf({ form, fields, available }: AreaEditor, t: TFunction): string | null {
  const { errors } = fields.formState
  const rules = errors.row_security_rules ?? errors.column_security_rules
  const [first] = Object.keys(errors)
  if (first === undefined) return null
  if (invalidTables(form, available.index).length > 0)
    return t('Some table names are invalid. Please check and correct them.')
  return rules?.message ?? errors.definitions?.message ?? t('Correct the marked fields.')
}
