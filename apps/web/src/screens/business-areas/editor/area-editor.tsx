import type { Area, AreaEditable, User } from '@parlance/contract'
import { Suspense } from 'react'
import { useLeaveQuestion } from '../../../components/use-leave-question.ts'
import { AccessSection } from '../access/access-section.tsx'
import { OwnerLine } from '../access/owner-line.tsx'
import { ApprovalNotes } from '../form/approval-notes.tsx'
import { FailureOfSaving } from '../form/failure-of-saving.tsx'
import { useAreaEditor } from '../form/use-area-editor.ts'
import { LiveCheckLine } from '../security/live-check-line.tsx'
import { AudiencePart, BasicPart, JoinsPart, TablesPart, type PartProps } from './area-parts.tsx'
import { EditorFooter } from './editor-footer.tsx'
import { DefinitionsLine, EditorHead } from './editor-head.tsx'
import { ReadOnlyNote, SummaryNote } from './editor-notes.tsx'
import { MasksPart, RowRulesPart } from './security-sections.tsx'
import type { OpenedArea } from './opened-area.tsx'
import { useAreaSaving } from './use-area-saving.ts'
import { useRuleChecks } from './use-rule-checks.ts'

/** What an area's form gets from its screen and reports to it. */
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

type AreaEditorProps = AreaSurroundings & OpenedArea

/** The dialog's form: the sections below each other, with the messages above and below them. */
export function AreaEditor(props: AreaEditorProps) {
  const { stored, start, me, onReload } = props
  const editor = useAreaEditor(props)
  const readOnly = stored !== null && !stored.can_edit
  const {
    base,
    failure,
    fields: { element },
  } = editor
  useLeaveQuestion(editor.isDirty && !readOnly)
  const save = useAreaSaving(editor, props)
  return (
    <form
      ref={element}
      className="flex min-h-full flex-col"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!readOnly) void save()
      }}
    >
      <EditorHead area={base} editor={editor} readOnly={readOnly} hasPage={start === undefined} />
      {readOnly && <ReadOnlyNote />}
      {base !== null && base.can_edit && <ApprovalNotes base={base} me={me} editor={editor} onReload={onReload} />}
      <Sections editor={editor} me={me} readOnly={readOnly} hasPage={start === undefined} />
      <SummaryNote editor={editor} />
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

function Sections({ editor, me, readOnly, hasPage }: PartProps & { hasPage: boolean }) {
  const { base, form, edit } = editor
  const part = { editor, me, readOnly }
  const checks = useRuleChecks(editor, readOnly)
  return (
    <>
      <BasicPart editor={editor} readOnly={readOnly} hasVisibility />
      {base !== null && <OwnerLine area={base} isAdmin={me.role === 'ADMIN'} onTransferred={editor.rebase} />}
      <TablesPart {...part} hasDescriptions />
      <JoinsPart {...part} />
      {hasPage && <DefinitionsLine editor={editor} />}
      <Suspense>
        <RowRulesPart editor={editor} readOnly={readOnly} checks={checks} />
        <MasksPart editor={editor} readOnly={readOnly} checks={checks} />
        {checks.hasRules && checks.live.state !== 'none' && <LiveCheckLine check={checks.live} />}
      </Suspense>
      {form.visibility === 'restricted' && !readOnly && (
        <AccessSection area={base} me={me} access={form.access} onChange={(access) => edit({ access })} />
      )}
      {!readOnly && <AudiencePart editor={editor} isBesideDialog />}
    </>
  )
}
