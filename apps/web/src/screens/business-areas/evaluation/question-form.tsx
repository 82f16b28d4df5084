import { evaluationLimits, questionMaxLength, type EvaluationQuestion, type Message } from '@parlance/contract'
import { message } from '@parlance/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { createQuestion, evaluationKey, updateQuestion, type SetPlace } from '../../../api/evaluation.ts'
import { describeError } from '../../../lib/api-error.ts'
import { translate } from '../../../lib/i18n.ts'
import { Fields } from '../../../ui/fields.tsx'
import { ModalFoot } from '../../../ui/modal-foot.tsx'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { FieldFrame } from '../../../ui/field-frame.tsx'
import { Input } from '../../../ui/input.tsx'
import { Note } from '../../../ui/note.tsx'
import { Textarea } from '../../../ui/textarea.tsx'
import { ModeSwitch } from '../form/mode-switch.tsx'
import { readPastedRows, writeRows } from './pasted-rows.ts'

interface Fields {
  question: string
  expects: 'sql' | 'rows'
  sql: string
  rows: string
  isOrdered: boolean
  tags: string
  context: string
  /** Null lets the server find out. */
  dependsOnToday: boolean | null
}

interface QuestionFormProps {
  /** The set; without one, `onPlace` creates it first. */
  onPlace: () => Promise<SetPlace>
  /** Null for a new question. */
  question: EvaluationQuestion | null
  onSaved: (question: EvaluationQuestion, isNew: boolean) => void
  onCancel: () => void
}

/** A question with its expected SQL or rows. The server checks the SQL as the user. */
export function QuestionForm({ onPlace, question, onSaved, onCancel }: QuestionFormProps) {
  const { t } = useTranslation()
  const { fields, edit, problem, isSaving, save } = useQuestionForm({ onPlace, question, onSaved })
  const isHidden = question !== null && (question.is_shortened || (question.expects === 'rows' && !question.is_own))
  const saveText = question === null ? t('Add question') : t('Save question')
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    void save()
  }
  return (
    <form className="grid gap-4" noValidate onSubmit={handleSubmit}>
      <FieldFrame label={t('Question')}>
        {(control) => (
          <Textarea
            {...control}
            rows={2}
            dir="auto"
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- the user opened the dialog to fill it in
            autoFocus
            maxLength={questionMaxLength}
            placeholder={t('How many orders are there per region?')}
            value={fields.question}
            onChange={(event) => edit({ question: event.target.value })}
          />
        )}
      </FieldFrame>
      <div>
        <ModeSwitch
          label={t('What the answer is compared with')}
          options={[
            { value: 'sql', label: t('Expected SQL') },
            { value: 'rows', label: t('Expected rows') },
          ]}
          value={fields.expects}
          onChange={(expects) => edit({ expects })}
        />
      </div>
      {isHidden && (
        <Note tone="info">
          {t('You may not read all of what this question expects. Leave the field empty to keep it.')}
        </Note>
      )}
      {fields.expects === 'sql' ? <SqlFields fields={fields} edit={edit} /> : <RowFields fields={fields} edit={edit} />}
      <Fields>
        <FieldFrame className="md:col-span-3" label={t('Tags')} optional hint={t('Separate tags with commas.')}>
          {(control) => (
            <Input
              {...control}
              dir="auto"
              autoComplete="off"
              value={fields.tags}
              onChange={(event) => edit({ tags: event.target.value })}
            />
          )}
        </FieldFrame>
        <FieldFrame
          className="md:col-span-3"
          label={t('Context')}
          optional
          hint={t('More about the question for the model.')}
        >
          {(control) => (
            <Input
              {...control}
              dir="auto"
              autoComplete="off"
              maxLength={4000}
              value={fields.context}
              onChange={(event) => edit({ context: event.target.value })}
            />
          )}
        </FieldFrame>
      </Fields>
      {problem !== null && <Note tone="danger">{problem}</Note>}
      <ModalFoot>
        <Button onClick={onCancel}>{t('Cancel')}</Button>
        <Button type="submit" kind="primary" disabled={isSaving}>
          {isSaving ? t('Checking...') : saveText}
        </Button>
      </ModalFoot>
    </form>
  )
}

interface PartProps {
  fields: Fields
  edit: (change: Partial<Fields>) => void
}

function SqlFields({ fields, edit }: PartProps) {
  const { t } = useTranslation()
  return (
    <>
      <FieldFrame
        label={t('Expected SQL')}
        hint={t('One query that you are allowed to run. :today is the date of the run.')}
      >
        {(control) => (
          <Textarea
            {...control}
            className="font-mono md:text-[13px]"
            rows={6}
            spellCheck={false}
            autoCapitalize="none"
            placeholder="SELECT region, COUNT(*) FROM orders GROUP BY region"
            value={fields.sql}
            onChange={(event) => edit({ sql: event.target.value })}
          />
        )}
      </FieldFrame>
      <Checkbox
        className="max-md:min-h-11"
        checked={fields.dependsOnToday ?? /(?<!:):today\b/i.test(fields.sql)}
        onChange={(event) => edit({ dependsOnToday: event.target.checked })}
      >
        {t("Depends on today's date")}
      </Checkbox>
    </>
  )
}

function RowFields({ fields, edit }: PartProps) {
  const { t } = useTranslation()
  return (
    <>
      <FieldFrame
        label={t('Expected rows')}
        hint={t(
          'Paste a table: names of columns first, then the rows. They are stored encrypted, and only you see them.',
        )}
      >
        {(control) => (
          <Textarea
            {...control}
            className="font-mono md:text-[13px]"
            rows={6}
            spellCheck={false}
            placeholder={'region,orders\nNorth,12\nSouth,7'}
            value={fields.rows}
            onChange={(event) => edit({ rows: event.target.value })}
          />
        )}
      </FieldFrame>
      <Checkbox
        className="max-md:min-h-11"
        checked={fields.isOrdered}
        onChange={(event) => edit({ isOrdered: event.target.checked })}
      >
        {t('The order of the rows matters')}
      </Checkbox>
    </>
  )
}

function useQuestionForm({ onPlace, question, onSaved }: Omit<QuestionFormProps, 'onCancel'>) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const [start] = useState(() => fieldsOf(question))
  const [fields, setFields] = useState(start)
  const [problem, setProblem] = useState<string | null>(null)
  const [isSaving, setSaving] = useState(false)
  const save = async () => {
    if (isSaving) return
    const read = requestOf(fields, start, question)
    if ('problem' in read) return setProblem(translate(t, read.problem))
    setSaving(true)
    setProblem(null)
    try {
      const place = await onPlace()
      const saved = await (question === null
        ? createQuestion(place, read.request)
        : updateQuestion(place, question.id, { ...read.request, expected_updated_at: question.updated_at }))
      await queryClient.invalidateQueries({ queryKey: evaluationKey })
      onSaved(saved, question === null)
    } catch (error) {
      setProblem(describeError(error, t('Could not save the question. Try again.')))
    } finally {
      setSaving(false)
    }
  }
  return { fields, edit: (change: Partial<Fields>) => setFields({ ...fields, ...change }), problem, isSaving, save }
}

function fieldsOf(question: EvaluationQuestion | null): Fields {
  const rows = question?.expected_rows ?? null
  return {
    question: question?.question ?? '',
    expects: question?.expects === 'rows' ? 'rows' : 'sql',
    // SQL that lacks values must not replace the whole one.
    sql: question?.is_shortened === true ? '' : (question?.expected_sql ?? ''),
    rows: rows === null ? '' : writeRows(rows),
    isOrdered: rows?.ordered ?? false,
    tags: question?.tags.join(', ') ?? '',
    context: question?.context ?? '',
    dependsOnToday: question === null ? null : question.depends_on_today,
  }
}

type Request = Parameters<typeof createQuestion>[1]

/** The request that saves the fields. What a question expects is left out if it is unchanged. */
function requestOf(
  fields: Fields,
  start: Fields,
  known: EvaluationQuestion | null,
): { request: Request } | { problem: Message } {
  const tags = [
    ...new Set(
      fields.tags
        .split(/[,;]/)
        .map((tag) => tag.trim())
        .filter((tag) => tag !== ''),
    ),
  ]
  if (fields.question.trim() === '') return { problem: message('Enter a question.') }
  if (tags.length > evaluationLimits.tags) {
    return { problem: message('Enter at most {n} tags.', { n: evaluationLimits.tags }) }
  }
  const basics = { question: fields.question.trim(), tags, context: fields.context.trim() || null }
  const { dependsOnToday } = fields
  const isSame = (['expects', 'sql', 'rows', 'isOrdered'] as const).every((name) => fields[name] === start[name])
  const today =
    fields.expects === 'sql' && dependsOnToday !== null && dependsOnToday !== start.dependsOnToday
      ? { depends_on_today: dependsOnToday }
      : {}
  if (known !== null && known.expects !== 'nothing' && isSame) return { request: { ...basics, ...today } }
  if (fields.expects === 'sql') {
    if (fields.sql.trim() === '') return { problem: message('Enter the expected SQL.') }
    return { request: { ...basics, ...today, expected_sql: fields.sql.trim() } }
  }
  const read = readPastedRows(fields.rows, fields.isOrdered)
  return 'problem' in read ? read : { request: { ...basics, expected_rows: read.rows } }
}
