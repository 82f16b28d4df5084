import { exampleSqlMaxLength, questionMaxLength } from '@parlance/contract'
import type {
  AddExampleRequest,
  CheckedExample,
  CorrectedExample,
  Example,
  UpdateExampleRequest,
} from '@parlance/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { areaQuery } from '../../../api/areas.ts'
import { configurationsQuery } from '../../../api/databases.ts'
import { addExample, correctExample, updateExample } from '../../../api/examples.ts'
import { useLeaveQuestion } from '../../../components/use-leave-question.ts'
import { describeError } from '../../../lib/api-error.ts'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { FieldFrame } from '../../../ui/field-frame.tsx'
import { Input } from '../../../ui/input.tsx'
import { Note } from '../../../ui/note.tsx'
import { Select } from '../../../ui/select.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { Textarea } from '../../../ui/textarea.tsx'
import { useAskBeforeClosing } from './ask-before-closing.ts'

type Subject = Pick<Example, 'id' | 'question' | 'sql_query' | 'status'>

/** What an area does with a typed example. */
export interface ExampleWriter<Saved> {
  add: (areaId: string, typed: Omit<AddExampleRequest, 'area_id'>, signal: AbortSignal) => Promise<Saved>
  update: (subject: Subject, typed: UpdateExampleRequest, signal: AbortSignal) => Promise<Saved>
}

/** Changes the published examples. */
export const publishedWriter: ExampleWriter<CheckedExample> = {
  add: (area_id, typed, signal) => addExample({ area_id, ...typed }, signal),
  update: ({ id }, typed, signal) => updateExample(id, typed, signal),
}

interface ExampleFormProps<Saved> {
  /** The example to change, the report to correct, or the ID of the area of a new example. */
  subject: Subject | string
  writer: ExampleWriter<Saved>
  onClose: () => void
  onSaved: (saved: Saved | CorrectedExample) => void
}

/** What is typed, and saving it. Only one request runs, until the form closes. */
function useExampleForm<Saved>({ subject, writer, onSaved }: ExampleFormProps<Saved>) {
  const stored = typeof subject === 'string' ? null : subject
  const start = { question: stored?.question ?? '', sql_query: stored?.sql_query ?? '' }
  const [typed, setTyped] = useState(start)
  const [database, setDatabase] = useState('')
  const [asExample, setAsExample] = useState(false)
  const [showsMissing, setShowsMissing] = useState(false)
  const running = useRef<AbortController>(null)
  useEffect(() => () => running.current?.abort(), [])
  const isDirty = typed.question !== start.question || typed.sql_query !== start.sql_query
  useLeaveQuestion(isDirty)
  useAskBeforeClosing(isDirty)
  const save = useMutation({
    mutationFn: (): Promise<Saved | CorrectedExample> => {
      running.current = new AbortController()
      const { signal } = running.current
      if (stored?.status === 'wrong') return correctExample(stored.id, { ...typed, as_example: asExample }, signal)
      if (typeof subject !== 'string') return writer.update(subject, typed, signal)
      const chosen = database === '' ? {} : { database_config_id: database }
      return writer.add(subject, { ...chosen, ...typed }, signal)
    },
    onSuccess: onSaved,
  })
  const missing = { question: typed.question.trim() === '', sql: typed.sql_query.trim() === '' }
  return {
    typed,
    type: (part: Partial<typeof typed>) => setTyped((now) => ({ ...now, ...part })),
    database,
    setDatabase,
    asExample,
    setAsExample,
    save,
    missing: { question: showsMissing && missing.question, sql: showsMissing && missing.sql },
    /** Nothing to save, or it is being saved. */
    isIdle: save.isPending || (stored !== null && !isDirty),
    submit: () => {
      setShowsMissing(true)
      if (!save.isPending && !missing.question && !missing.sql) save.mutate()
    },
  }
}

/** Question and SQL of an example. Not a form element, because it may be inside the area's form. */
export function ExampleForm<Saved>(props: ExampleFormProps<Saved>) {
  const { t } = useTranslation()
  const { subject, onClose } = props
  const { typed, type, database, setDatabase, asExample, setAsExample, save, missing, isIdle, submit } =
    useExampleForm(props)
  const isCorrection = typeof subject !== 'string' && subject.status === 'wrong'
  /** Enter in the question, and Ctrl or Cmd with Enter in the SQL. Enter alone would submit the area's form. */
  const submitOnEnter = (event: KeyboardEvent<HTMLInputElement | HTMLTextAreaElement>) => {
    const isSql = event.currentTarget instanceof HTMLTextAreaElement
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || (isSql && !event.ctrlKey && !event.metaKey)) return
    event.preventDefault()
    submit()
  }
  return (
    <fieldset
      className="mb-4 grid min-w-0 gap-3 rounded-control border border-line bg-sunken p-3"
      aria-label={formName(t, subject)}
    >
      <FieldFrame label={t('Question')} error={missing.question ? t('Enter a question.') : undefined} announcesError>
        {(control) => (
          <Input
            {...control}
            dir="auto"
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- the user just opened this form
            autoFocus
            maxLength={questionMaxLength}
            value={typed.question}
            onChange={({ target: { value: question } }) => type({ question })}
            onKeyDown={submitOnEnter}
          />
        )}
      </FieldFrame>
      {typeof subject === 'string' && <DatabaseField areaId={subject} value={database} onChange={setDatabase} />}
      <FieldFrame
        label={t('SQL')}
        hint={
          isCorrection
            ? t('The SQL runs with your access. Correct it, and fill in values that were left out.')
            : t('The SQL runs with your access in the saved area. Its values become part of the example.')
        }
        error={missing.sql ? t('Enter an SQL query.') : undefined}
        announcesError
      >
        {(control) => (
          <Textarea
            {...control}
            className="font-mono md:text-[13px]"
            rows={5}
            spellCheck={false}
            autoCapitalize="none"
            autoComplete="off"
            maxLength={exampleSqlMaxLength}
            value={typed.sql_query}
            onChange={({ target: { value: sql_query } }) => type({ sql_query })}
            onKeyDown={submitOnEnter}
          />
        )}
      </FieldFrame>
      {isCorrection && (
        <div>
          <p className="mt-1.5 text-meta text-faint">
            {t('The question and this SQL become part of the evaluation of the area.')}
          </p>
          <Checkbox
            className="max-md:min-h-11 mt-2"
            checked={asExample}
            onChange={({ target }) => setAsExample(target.checked)}
          >
            {t('Also use it as a verified example')}
          </Checkbox>
        </div>
      )}
      {save.isError && (
        <Note tone="danger">
          <p>{describeError(save.error, t('Could not check the example. Try again.'))}</p>
          <p>{isCorrection ? t('The correction was not saved.') : t('The example was not saved.')}</p>
        </Note>
      )}
      <div className="mt-2 flex flex-wrap gap-1.5">
        <Button kind="primary" size="small" disabled={isIdle} onClick={submit}>
          {save.isPending && <Spinner />}
          {save.isPending ? t('Running...') : t('Run and save')}
        </Button>
        <Button size="small" onClick={onClose}>
          {t('Cancel')}
        </Button>
      </div>
    </fieldset>
  )
}

function formName(t: TFunction, subject: Subject | string): string {
  if (typeof subject === 'string') return t('Add example')
  return subject.status === 'wrong' ? t('Correct answer') : t('Edit example')
}

/** Shown only if the area's application has more than one database. */
function DatabaseField({ areaId, value, onChange }: { areaId: string; value: string; onChange: (id: string) => void }) {
  const { t } = useTranslation()
  const id = useId()
  const area = useQuery(areaQuery(areaId))
  const configurations = useQuery(configurationsQuery)
  const databases = (configurations.data ?? []).filter(
    (database) =>
      database.is_valid && (database.application_id ?? database.application?.id) === area.data?.application_id,
  )
  if (databases.length < 2) return null
  return (
    <div>
      <label className="mb-1.5 block text-dense font-medium" htmlFor={id}>
        {t('Database')}
      </label>
      <Select id={id} value={value} onChange={(event) => onChange(event.target.value)}>
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
