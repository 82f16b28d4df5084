import type { ConnectionTestResult, DatabaseType } from '@parlance/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { applicationsQuery, createApplication, type Database } from '../../api/databases.ts'
import { ApplicationField } from '../../components/database-form/application-field.tsx'
import { ConnectionFields } from '../../components/database-form/connection-fields.tsx'
import { TypeTiles } from '../../components/database-form/type-tiles.tsx'
import { useLeaveQuestion } from '../../components/use-leave-question.ts'
import { cn } from '../../lib/cn.ts'
import { translate } from '../../lib/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { FieldFrame } from '../../ui/field-frame.tsx'
import { Fields } from '../../ui/fields.tsx'
import { Input } from '../../ui/input.tsx'
import { Note } from '../../ui/note.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { Textarea } from '../../ui/textarea.tsx'
import { SetUpAreas } from './set-up-areas.tsx'
import { TestOutcome } from './test-outcome.tsx'
import { useDatabaseEditor, type DatabaseEditor as Editor } from './use-database-editor.ts'
import { VisibilityField } from './visibility-field.tsx'

interface DatabaseEditorProps {
  /** The database in the list; null for a new one. */
  stored: Database | null
  /** The initial values of the form. */
  start: Database | null
  types: DatabaseType[]
  isTesting: boolean
  result: ConnectionTestResult | null
  onSaved: (saved: Database) => void
  /** Tests the saved database; resolves to whether it passed. */
  onTest: (saved: Database) => Promise<boolean>
  /** Called when the form is finished. */
  onDone: () => void
  onReload: () => void
  onClose: () => void
}

/** The form of one database. */
export function DatabaseEditor({ stored, start, types, isTesting, result, ...props }: DatabaseEditorProps) {
  const { t } = useTranslation()
  const startType = types.find((type) => type.db_type === start?.db_type) ?? null
  const editor = useDatabaseEditor(start, startType)
  const isOpen = useRef(true)
  const { element, isSaving, isDirty, failure } = editor
  const busy = isSaving || isTesting
  const isUploaded = stored !== null && stored.uploaded_files !== null
  useLeaveQuestion(isDirty)
  const latest = useRef(editor)
  useEffect(() => {
    latest.current = editor
  })
  useEffect(() => {
    isOpen.current = true
    return () => {
      isOpen.current = false
    }
  }, [])
  const save = async (mode: 'only' | 'and-test') => {
    const saved = await editor.save()
    if (saved === null) return
    props.onSaved(saved)
    const isDone = mode === 'only' || (await props.onTest(saved))
    // A user who kept typing during the test, or left, is not done.
    if (isDone && isOpen.current && (mode === 'only' || !latest.current.isDirty)) props.onDone()
  }
  return (
    <form
      ref={element}
      className="*:data-[part=note]:first:mb-4 [&>*~[data-part=note]]:mt-4"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!busy) void save('and-test')
      }}
    >
      {editor.problems.summary !== null && <Note tone="danger">{translate(t, editor.problems.summary)}</Note>}
      <div
        className={cn(
          !isUploaded && 'grid items-start gap-5 @min-[560px]:grid-cols-[176px_minmax(0,1fr)] @min-[560px]:gap-8',
        )}
      >
        {!isUploaded && (
          <TypeTiles
            place="editor"
            types={types}
            chosen={editor.state.type}
            error={editor.problems.fields['type']}
            onChoose={editor.chooseType}
          />
        )}
        <FormFields
          editor={editor}
          isUploaded={isUploaded}
          storedSecrets={editor.rules.secrets === 'kept' ? editor.base?.stored_secrets : []}
        />
      </div>
      {stored !== null && <TestOutcome database={stored} isTesting={isTesting} result={result} />}
      {stored !== null && !busy && result?.success === true && <SetUpAreas database={stored} isOffered />}
      {failure !== null && (
        <Note tone="danger">
          <p>{failure.text}</p>
          {failure.isOutdated && (
            <Button size="small" className="mt-2" onClick={props.onReload}>
              {t('Load the current version')}
            </Button>
          )}
        </Note>
      )}
      <div className="mt-6 flex flex-wrap justify-end gap-2 border-t border-line pt-4">
        <Button onClick={props.onClose}>{t('Cancel')}</Button>
        <Button disabled={busy} onClick={() => void save('only')}>
          {isSaving ? t('Saving...') : t('Save')}
        </Button>
        <Button type="submit" kind="primary" disabled={busy}>
          {busy && <Spinner />}
          {isTesting ? t('Testing...') : t('Save and test connection')}
        </Button>
      </div>
    </form>
  )
}

interface FormFieldsProps {
  editor: Editor
  /** Whether its database was uploaded, so that there is nothing to connect to. */
  isUploaded: boolean
  storedSecrets: string[] | undefined
}

function FormFields({ editor, isUploaded, storedSecrets }: FormFieldsProps) {
  const { t } = useTranslation()
  const { state, rules, problems } = editor
  const applications = useQuery(applicationsQuery)
  const nameProblem = problems.fields['name']
  return (
    <Fields>
      <FieldFrame
        className="md:col-span-3"
        label={t('Name')}
        error={nameProblem === undefined ? undefined : translate(t, nameProblem)}
      >
        {(control) => (
          <Input
            {...control}
            name="name"
            dir="auto"
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- the user opened the form to fill it in
            autoFocus
            autoComplete="off"
            maxLength={200}
            value={state.name}
            onChange={(event) => editor.edit({ name: event.target.value })}
          />
        )}
      </FieldFrame>
      <ApplicationField
        className="md:col-span-3"
        source={{ list: applications, listKey: applicationsQuery.queryKey, create: createApplication }}
        value={state.applicationId}
        required={rules.needsApplication}
        error={problems.fields['application_id']}
        onChange={(applicationId) => editor.edit({ applicationId })}
      />
      {!isUploaded && (
        <ConnectionFields
          state={state}
          rules={rules}
          problems={problems.fields}
          storedSecrets={storedSecrets ?? []}
          onChange={editor.setField}
        />
      )}
      <VisibilityField value={state.visibility} onChange={(visibility) => editor.edit({ visibility })} />
      <FieldFrame className="md:col-span-6" label={t('Description')} optional>
        {(control) => (
          <Textarea
            {...control}
            name="description"
            dir="auto"
            rows={2}
            maxLength={2000}
            placeholder={t('What this database contains, in one line')}
            value={state.description}
            onChange={(event) => editor.edit({ description: event.target.value })}
          />
        )}
      </FieldFrame>
    </Fields>
  )
}
