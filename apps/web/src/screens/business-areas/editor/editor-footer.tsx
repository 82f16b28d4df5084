import { useQueryClient } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { translate } from '../../../lib/i18n.ts'
import { ModalFoot } from '../../../ui/modal-foot.tsx'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { useQuestions } from '../../../ui/questions.tsx'
import { areaDeletion } from '../area-deletion.ts'
import { deleteQuestion } from '../use-area-actions.ts'
import type { AreaEditor } from '../form/use-area-editor.ts'

interface EditorFooterProps {
  editor: AreaEditor
  readOnly: boolean
  onClose: () => void
  /** Null if there is nothing to delete yet. */
  onDelete: (() => Promise<boolean>) | null
}

/** The actions of the form; read-only users can only close it. */
export function EditorFooter({ editor, readOnly, onClose, onDelete }: EditorFooterProps) {
  const { t } = useTranslation()
  const { ask } = useQuestions()
  const queryClient = useQueryClient()
  const [isDeleting, setDeleting] = useState(false)
  const isBusy = editor.isSaving || editor.isChecking || isDeleting
  const remove = async () => {
    // Ask inside this dialog: a dialog that is not nested could not take the focus from it.
    const details = editor.base === null ? [] : await areaDeletion(queryClient, editor.base.area_id, t)
    const text = translate(t, deleteQuestion)
    if (!(await ask({ text, details, confirm: t('Delete business area'), danger: true }))) return
    setDeleting(true)
    const isGone = (await onDelete?.()) ?? false
    if (!isGone) setDeleting(false)
  }
  return (
    <ModalFoot className="z-3 mt-auto items-center max-md:-mx-4 max-md:flex-wrap max-md:px-4">
      {!readOnly && onDelete !== null && (
        <Button
          kind="danger"
          className="max-md:mr-auto"
          disabled={isBusy}
          aria-label={t('Delete')}
          onClick={() => void remove()}
        >
          <Icon of={Trash2} />
          <span className="max-md:hidden">{t('Delete')}</span>
        </Button>
      )}
      <output className="min-w-0 flex-1 text-meta text-faint text-end max-md:-order-1 max-md:basis-full max-md:text-start max-md:empty:hidden">
        {editor.proven !== null &&
          t('Checked against {n, plural, one {# database} other {# databases}}. No problems found.', {
            n: editor.proven,
          })}
        {editor.proven === null && editor.isDirty && !readOnly && t('Unsaved changes')}
      </output>
      {!readOnly && (
        <Button kind="quiet" disabled={isBusy} onClick={() => void editor.check()}>
          {editor.isChecking ? t('Checking...') : t('Check')}
        </Button>
      )}
      <Button onClick={onClose}>{t('Cancel')}</Button>
      {!readOnly && (
        <Button type="submit" kind="primary" disabled={isBusy}>
          {editor.isSaving && <Spinner />}
          {submitText(editor, t)}
        </Button>
      )}
    </ModalFoot>
  )
}

function submitText({ base, isSaving }: AreaEditor, t: TFunction): string {
  if (isSaving) return t('Saving...')
  return base === null ? t('Create Business Area') : t('Save Changes')
}
