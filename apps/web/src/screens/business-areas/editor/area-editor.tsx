import type { Area, AreaEditable, AreaEditionLimits, User } from '@parlance/contract'
import { useQueryClient } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { lazy, Suspense, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { examplesQuery } from '../../../api/examples.ts'
import { useLeaveQuestion } from '../../../components/use-leave-question.ts'
import { translate } from '../../../lib/i18n.ts'
import { removedRulesQuestion } from '../../../lib/security/removed-rules.ts'
import { Note } from '../../../ui/note.tsx'
import { useQuestions } from '../../../ui/questions.tsx'
import { AccessSection } from '../access/access-section.tsx'
import { OwnerLine } from '../access/owner-line.tsx'
import { JoinsSection } from '../joins/joins-section.tsx'
import { SecuritySections } from './security-sections.tsx'
import type { StoredTables } from '../tables/stored-tables.ts'
import { TablesSection } from '../tables/tables-section.tsx'
import { ApprovalNotes } from '../form/approval-notes.tsx'
import { invalidTables, tablesOfText, type AreaForm } from '../form/area-form.ts'
import { removalQuestion, removedWithTables, withoutRemoved } from '../form/removed-tables.ts'
import { BasicSection } from '../form/basic-section.tsx'
import { checkTables } from '../form/check-area-form.ts'
import { EditorFooter } from './editor-footer.tsx'
import { EditorHead } from './editor-head.tsx'
import { FailureOfSaving } from '../form/failure-of-saving.tsx'
import { JoinList, TableList } from './read-only-lists.tsx'
import { useAreaEditor, type AreaEditor as Editor } from '../form/use-area-editor.ts'
import styles from './editor.module.css'

const AudiencePanel = lazy(async () => ({
  default: (await import('../audience/audience-panel.tsx')).AudiencePanel,
}))

/** What an area's form gets from its page and reports to it. */
export interface AreaSurroundings {
  me: User
  /** The application preselected for a new area. */
  applicationId: string | null
  /** What a new area starts with; absent for an empty one. */
  start?: Partial<AreaEditable>
  onClose: () => void
  onSaved: (area: Area, isNew: boolean) => void
  onCreateFailed: (error: unknown) => void
  /** Deletes without asking; resolves to whether the area was deleted. */
  onDelete: (areaId: string) => Promise<boolean>
}

interface AreaEditorProps extends AreaSurroundings {
  /** The area as loaded; null for a new one. */
  stored: Area | null
  limits: AreaEditionLimits
  /** Reloads the area and discards the input. */
  onReload: () => void
}

/** The five sections with the messages above and below them. */
export function AreaEditor({ stored, applicationId, start, limits, onReload, ...props }: AreaEditorProps) {
  const { t } = useTranslation()
  const editor = useAreaEditor({ stored, applicationId, start, limits })
  const readOnly = stored !== null && !stored.can_edit
  const {
    base,
    failure,
    fields: { element },
  } = editor
  useLeaveQuestion(editor.isDirty && !readOnly)
  const summary = summaryOf(editor, t)
  const { ask } = useQuestions()
  const queryClient = useQueryClient()
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
  const save = async () => {
    const next = await settleRemoved()
    if (next === null) return
    const lost = removedRulesQuestion(
      { row: base?.row_security_rules, column: base?.column_security_rules },
      { row: next.row_security_rules, column: next.column_security_rules },
    )
    const confirm = t('Save without these rules')
    if (lost !== null && !(await ask({ text: translate(t, lost), confirm, danger: true }))) return
    await editor.save((outcome) => {
      if ('saved' in outcome) props.onSaved(outcome.saved, stored === null)
      else if (outcome.failed === 'create') props.onCreateFailed(outcome.error)
    })
  }
  return (
    <form
      ref={element}
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!readOnly) void save()
      }}
    >
      <EditorHead area={base} editor={editor} readOnly={readOnly} />
      {readOnly && (
        <Note tone="info">
          {t(
            'You are viewing this business area in read-only mode. Only the owner or administrators can make changes.',
          )}
        </Note>
      )}
      {base !== null && base.can_edit && (
        <ApprovalNotes base={base} me={props.me} editor={editor} onReload={onReload} />
      )}
      <Sections editor={editor} me={props.me} readOnly={readOnly} />
      {summary !== null && <Note tone="danger">{summary}</Note>}
      {failure !== null && <FailureOfSaving failure={failure} isDirty={editor.isDirty} onReload={onReload} />}
      <EditorFooter
        editor={editor}
        readOnly={readOnly}
        onClose={props.onClose}
        onDelete={base === null ? null : () => props.onDelete(base.area_id)}
      />
    </form>
  )
}

/** The line above the form after saving was refused; null if nothing is wrong. */
function summaryOf({ form, fields, available }: Editor, t: TFunction): string | null {
  const { errors } = fields.formState
  const rules = errors.row_security_rules ?? errors.column_security_rules
  const [first] = Object.keys(errors)
  if (first === undefined) return null
  if (invalidTables(form, available.index).length > 0)
    return t('Some table names are invalid. Please check and correct them.')
  return rules?.message ?? t('Correct the marked fields.')
}

function Sections({ editor, me, readOnly }: { editor: Editor; me: User; readOnly: boolean }) {
  const { t } = useTranslation()
  const { base, form, edit, fields, limits, available, found } = editor
  const stored = useMemo((): StoredTables => {
    const tables = base?.tables ?? []
    return new Map(tables.map((table) => [table.table_name, { isMissing: table.is_missing, type: table.object_type }]))
  }, [base])
  // Report too many or unknown tables at once, but missing tables only after saving was refused.
  const early = form.tables.length === 0 ? null : checkTables(form, available.index, limits, t)
  const { tables: tablesError, joins: joinsError } = fields.formState.errors
  return (
    <>
      <BasicSection
        form={form}
        edit={edit}
        fields={fields}
        limits={limits}
        readOnly={readOnly}
        applicationName={base?.application_name ?? null}
        isNew={base === null}
      />
      {base !== null && <OwnerLine area={base} isAdmin={me.role === 'ADMIN'} onTransferred={editor.rebase} />}
      {readOnly && base !== null ? (
        <>
          <TableList area={base} />
          <JoinList area={base} />
        </>
      ) : (
        <>
          <TablesSection
            form={form}
            edit={edit}
            available={available}
            problem={tablesError?.message ?? early}
            found={found}
            stored={stored}
            isAdmin={me.role === 'ADMIN'}
          />
          <JoinsSection
            form={form}
            edit={edit}
            columnsOf={available.columnsOf}
            problem={joinsError?.message ?? null}
            found={found}
          />
        </>
      )}
      <SecuritySections editor={editor} readOnly={readOnly} />
      {form.visibility === 'restricted' && !readOnly && (
        <AccessSection area={base} me={me} access={form.access} onChange={(access) => edit({ access })} />
      )}
      {!readOnly && (
        <Suspense>
          <AudiencePanel editor={editor} />
        </Suspense>
      )}
    </>
  )
}
