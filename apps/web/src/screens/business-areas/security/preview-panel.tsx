import { message, type Message } from '@parlance/contract'
import { useQuery } from '@tanstack/react-query'
import { useId, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { configurationsQuery } from '../../../api/databases.ts'
import { describeError } from '../../../lib/api-error.ts'
import { translate } from '../../../lib/i18n.ts'
import { Fields } from '../../../ui/fields.tsx'
import { Button } from '../../../ui/button.tsx'
import { Note } from '../../../ui/note.tsx'
import { Select } from '../../../ui/select.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { Textarea } from '../../../ui/textarea.tsx'
import { ModeSwitch } from '../form/mode-switch.tsx'
import { PreviewFailure } from './preview-failure.tsx'
import { PreviewResult } from './preview-result.tsx'
import { SuggestField } from './suggest-field.tsx'
import { usePreview, type MissingPart, type Preview, type PreviewStart } from './use-preview.ts'

const missingTexts: Record<MissingPart, Message> = {
  person: message('Choose a user from the list.'),
  table: message('Choose a table.'),
  question: message('Enter a question.'),
  sql: message('Enter an SQL query.'),
}

/** Selects a user and a table, a question or SQL, and shows what that user would get. */
export function PreviewPanel(start: PreviewStart) {
  const { t } = useTranslation()
  const id = useId()
  const { area, draft } = start
  const state = usePreview(start)
  const { missing, show, preview, peopleError } = state
  return (
    <div className="grid min-w-0 gap-3">
      {draft !== undefined && <Note tone="info">{t('The preview uses your unsaved changes. Nothing is saved.')}</Note>}
      {peopleError !== null && (
        <Note tone="warning">
          {describeError(peopleError, t('Could not load the list of users. Close the preview and try again.'))}
        </Note>
      )}
      <Fields>
        <PersonField state={state} missingId={`${id}-missing`} />
        <DatabaseField state={state} applicationId={area.application_id} />
        <SubjectField state={state} missingId={`${id}-missing`} />
      </Fields>
      <div className="flex items-center gap-2">
        <Button kind="primary" disabled={preview.isPending} onClick={show}>
          {t('Show preview')}
        </Button>
        {preview.isPending && <Spinner />}
        <span className="mt-1.5 text-meta text-danger" id={`${id}-missing`} role="alert">
          {missing !== null && translate(t, missingTexts[missing])}
        </span>
      </div>
      {preview.isError && <PreviewFailure error={preview.error} />}
      {preview.data !== undefined && !preview.isPending && <PreviewResult preview={preview.data} onChanged={show} />}
    </div>
  )
}

function PersonField({ state, missingId }: { state: Preview; missingId: string }) {
  const { t } = useTranslation()
  const { typed, type, names, missing, isAdmin } = state
  return (
    <div className="md:col-span-3">
      <span className="mb-1.5 block text-dense font-medium" aria-hidden>
        {t('User')}
      </span>
      <SuggestField
        size="normal"
        label={t('User')}
        kind="name"
        value={typed.person}
        words={names}
        placeholder={t('Name or email address')}
        isPlain
        isBad={missing === 'person'}
        describedBy={missingId}
        onChange={(person) => type({ person })}
      />
      {!isAdmin && (
        <p className="mt-1.5 text-meta text-faint">{t('You can preview as yourself or as a user with access.')}</p>
      )}
    </div>
  )
}

/** Shown only if the area's application has more than one database. */
function DatabaseField({ state, applicationId }: { state: Preview; applicationId: string }) {
  const { t } = useTranslation()
  const id = useId()
  const configurations = useQuery(configurationsQuery)
  const databases = (configurations.data ?? []).filter(
    (database) => database.is_valid && (database.application_id ?? database.application?.id) === applicationId,
  )
  if (databases.length < 2) return null
  return (
    <div className="md:col-span-3">
      <label className="mb-1.5 block text-dense font-medium" htmlFor={id}>
        {t('Database')}
      </label>
      <Select id={id} value={state.typed.database} onChange={(event) => state.type({ database: event.target.value })}>
        <option value="">{t('Any matching database')}</option>
        {databases.map((database) => (
          <option key={database.id} value={database.id}>
            {database.name}
          </option>
        ))}
      </Select>
    </div>
  )
}

function SubjectField({ state, missingId }: { state: Preview; missingId: string }) {
  const { t } = useTranslation()
  const { typed, type, tables, missing, show } = state
  const showOnEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey) return
    event.preventDefault()
    show()
  }
  return (
    <div className="grid justify-items-start gap-2 md:col-span-6 [&_textarea]:min-h-16 [&>:not(fieldset)]:w-full">
      <ModeSwitch
        label={t('What to preview')}
        options={[
          { value: 'table', label: t('Table') },
          { value: 'question', label: t('Question') },
          { value: 'sql', label: t('SQL') },
        ]}
        value={typed.kind}
        onChange={(kind) => type({ kind })}
      />
      {typed.kind === 'question' && (
        <Textarea
          rows={2}
          dir="auto"
          aria-label={t('Question')}
          aria-invalid={missing === 'question'}
          aria-describedby={missingId}
          placeholder={t('How many orders are there per region?')}
          maxLength={20_000}
          value={typed.question}
          onKeyDown={showOnEnter}
          onChange={(event) => type({ question: event.target.value })}
        />
      )}
      {typed.kind === 'table' && (
        <SuggestField
          size="normal"
          label={t('Table to preview')}
          kind="name"
          value={typed.table}
          words={tables}
          placeholder={t('Table')}
          isBad={missing === 'table'}
          describedBy={missingId}
          onChange={(table) => type({ table })}
        />
      )}
      {typed.kind === 'sql' && (
        <SuggestField
          size="normal"
          label={t('SQL to preview')}
          kind="sql"
          value={typed.sql}
          words={tables}
          placeholder="SELECT * FROM orders"
          isBad={missing === 'sql'}
          describedBy={missingId}
          onChange={(sql) => type({ sql })}
        />
      )}
    </div>
  )
}
