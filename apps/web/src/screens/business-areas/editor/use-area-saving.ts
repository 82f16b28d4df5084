import type { Area } from '@parlance/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { examplesQuery } from '../../../api/examples.ts'
import { translate } from '../../../lib/i18n.ts'
import { removedRulesQuestion } from '../../../lib/security/removed-rules.ts'
import { useQuestions } from '../../../ui/questions.tsx'
import { tablesOfText, type AreaForm } from '../form/area-form.ts'
import { removalQuestion, removedWithTables, withoutRemoved } from './removed-tables.ts'
import type { AreaEditor } from '../form/use-area-editor.ts'

interface SavingOptions {
  onSaved: (area: Area, isNew: boolean) => void
  onCreateFailed: (error: unknown) => void
}

/** Saves the form. Asks first if removed tables take other parts with them, or if all rules of a kind are removed. */
export function useAreaSaving(editor: AreaEditor, { onSaved, onCreateFailed }: SavingOptions): () => Promise<void> {
  const { t } = useTranslation()
  const { ask } = useQuestions()
  const queryClient = useQueryClient()
  const { base } = editor
  /** Asks before removed tables take other parts with them; null if the user declines. */
  const settleRemoved = async (): Promise<AreaForm | null> => {
    // Use the latest text even if typing has not stopped yet.
    const { tableMode } = editor.form
    const form = {
      ...editor.form,
      ...(tableMode === 'text' && { tables: tablesOfText(editor.form, editor.available.index) }),
    }
    const examples = base === null ? [] : await queryClient.fetchQuery(examplesQuery(base.area_id)).catch(() => [])
    const removed = removedWithTables(base, form, examples)
    if (removed === null) return form
    const confirm = t('Remove and save')
    if (!(await ask({ text: translate(t, removalQuestion(removed)), confirm, danger: true }))) return null
    const next = withoutRemoved(form, removed)
    editor.edit(next)
    return next
  }
  return async () => {
    const next = await settleRemoved()
    if (next === null) return
    const lost = removedRulesQuestion(
      { row: base?.row_security_rules, column: base?.column_security_rules },
      { row: next.row_security_rules, column: next.column_security_rules },
    )
    const confirm = t('Save without these rules')
    if (lost !== null && !(await ask({ text: translate(t, lost), confirm, danger: true }))) return
    await editor.save((outcome) => {
      if ('saved' in outcome) onSaved(outcome.saved, base === null)
      else if (outcome.failed === 'create') onCreateFailed(outcome.error)
    })
  }
}
