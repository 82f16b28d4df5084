import type { Area, EvaluationSet, TokenPrices, UpdateEvaluationSetRequest } from '@parlance/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { configurationsQuery } from '../../../api/databases.ts'
import { createSet, deleteSet, evaluationKey, updateSet } from '../../../api/evaluation.ts'
import { describeError } from '../../../lib/api-error.ts'
import { Fields } from '../../../ui/fields.tsx'
import { ModalFoot } from '../../../ui/modal-foot.tsx'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { Field } from '../../../ui/field.tsx'
import { FieldFrame } from '../../../ui/field-frame.tsx'
import { Modal } from '../../../ui/modal.tsx'
import { Note } from '../../../ui/note.tsx'
import { useQuestions } from '../../../ui/questions.tsx'
import { Select } from '../../../ui/select.tsx'
import { NumberField, numberOf, textOfNumber } from './number-field.tsx'

interface SettingsProps {
  area: Area
  set: EvaluationSet
  /** All sets of the area. */
  sets: EvaluationSet[]
  onClose: () => void
  /** Shows another set, or the first one. */
  onSelect: (id: string | undefined) => void
}

/** The settings of a question set. */
export function SettingsDialog(props: SettingsProps) {
  const { t } = useTranslation()
  return (
    <Modal open onClose={props.onClose} title={t('Settings of the question set')} width={640}>
      <SettingsForm {...props} />
    </Modal>
  )
}

function SettingsForm({ area, sets, set, onClose, onSelect }: SettingsProps) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const place = { areaId: set.area_id, setId: set.id }
  const [fields, setFields] = useState(() => fieldsOf(set))
  const [version] = useState(set.updated_at)
  const edit = (change: Partial<SettingFields>) => setFields({ ...fields, ...change })
  const save = useMutation({
    mutationFn: (request: UpdateEvaluationSetRequest) => updateSet(place, request),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: evaluationKey })
      onClose()
    },
  })
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate({ ...requestOf(fields, set), expected_updated_at: version })
  }
  return (
    <form className="grid gap-4" noValidate onSubmit={handleSubmit}>
      <Fields>
        <Field
          className="md:col-span-3"
          label={t('Name')}
          dir="auto"
          autoComplete="off"
          maxLength={200}
          required
          value={fields.name}
          onChange={(event) => edit({ name: event.target.value })}
        />
        <DatabaseChoice area={area} value={fields.database} onChange={(database) => edit({ database })} />
        <Field
          className="md:col-span-3"
          label={t('Fixed date for :today')}
          type="date"
          hint={t('Without a date, :today is the day of the run.')}
          value={fields.today}
          onChange={(event) => edit({ today: event.target.value })}
        />
      </Fields>
      <Switches fields={fields} edit={edit} />
      <fieldset>
        <legend className="mb-1.5 block text-dense font-medium">
          {t('Prices of the model for one million tokens, to show the cost of runs')}
        </legend>
        <Fields>
          <NumberField
            label={t('Input')}
            min={0}
            max={1_000_000}
            step="any"
            value={fields.prompt}
            onChange={(prompt) => edit({ prompt })}
          />
          <NumberField
            label={t('Output')}
            min={0}
            max={1_000_000}
            step="any"
            value={fields.completion}
            onChange={(completion) => edit({ completion })}
          />
        </Fields>
      </fieldset>
      {save.isError && (
        <Note tone="danger">{describeError(save.error, t('Could not save the settings. Try again.'))}</Note>
      )}
      <ModalFoot>
        <DeleteButton set={set} onDeleted={() => onSelect(undefined)} />
        <NewSetButton area={area} sets={sets} onCreated={onSelect} />
        <span className="min-w-0 flex-1" />
        <Button onClick={onClose}>{t('Cancel')}</Button>
        <Button type="submit" kind="primary" disabled={save.isPending || fields.name.trim() === ''}>
          {save.isPending ? t('Saving...') : t('Save settings')}
        </Button>
      </ModalFoot>
    </form>
  )
}

function Switches({ fields, edit }: { fields: SettingFields; edit: (change: Partial<SettingFields>) => void }) {
  const { t } = useTranslation()
  const texts = {
    addsAnswers: t('Add approved answers'),
    runsAfterChanges: t('Run after the model, the area, or its tables change'),
    alerts: t('Email the owner of the area when fewer answers are right than before'),
  }
  return (['addsAnswers', 'runsAfterChanges', 'alerts'] as const).map((key) => (
    <Checkbox
      key={key}
      className="max-md:min-h-11"
      checked={fields[key]}
      onChange={(event) => edit({ [key]: event.target.checked })}
    >
      {texts[key]}
    </Checkbox>
  ))
}

interface DatabaseChoiceProps {
  area: Area
  value: string
  onChange: (id: string) => void
}

/** The connections of the area's application. */
function DatabaseChoice({ area, value, onChange }: DatabaseChoiceProps) {
  const { t } = useTranslation()
  const databases = (useQuery(configurationsQuery).data ?? []).filter(
    (database) => (database.application_id ?? database.application?.id) === area.application_id,
  )
  return (
    <FieldFrame className="md:col-span-3" label={t('Database')}>
      {(control) => (
        <Select {...control} value={value} onChange={(event) => onChange(event.target.value)}>
          {value === '' && <option value="">{t('Choose a database')}</option>}
          {databases.map((database) => (
            <option key={database.id} value={database.id}>
              {database.name}
            </option>
          ))}
        </Select>
      )}
    </FieldFrame>
  )
}

function DeleteButton({ set, onDeleted }: { set: EvaluationSet; onDeleted: () => void }) {
  const { t } = useTranslation()
  const { ask } = useQuestions()
  const queryClient = useQueryClient()
  const remove = useMutation({
    mutationFn: () => deleteSet({ areaId: set.area_id, setId: set.id }),
    onSuccess: async () => {
      onDeleted()
      await queryClient.invalidateQueries({ queryKey: evaluationKey })
    },
  })
  const handleClick = async () => {
    const text = t('Delete "{name}" with its {n, plural, one {# question} other {# questions}} and all runs?', {
      name: set.name,
      n: set.question_count,
    })
    if (await ask({ text, confirm: t('Delete question set'), danger: true })) remove.mutate()
  }
  return (
    <>
      <Button kind="danger" disabled={remove.isPending} onClick={() => void handleClick()}>
        {t('Delete question set')}
      </Button>
      {remove.isError && (
        <span className="text-meta text-danger" role="alert">
          {describeError(remove.error, t('Could not delete the question set. Try again.'))}
        </span>
      )}
    </>
  )
}

interface NewSetButtonProps {
  area: Area
  sets: EvaluationSet[]
  onCreated: (id: string) => void
}

/** Creates another set, with a name to change. */
function NewSetButton({ area, sets, onCreated }: NewSetButtonProps) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const create = useMutation({
    mutationFn: () => {
      const names = new Set(sets.map(({ name }) => name))
      let n = sets.length + 1
      while (names.has(t('Question set {n, number}', { n }))) n += 1
      return createSet(area.area_id, { name: t('Question set {n, number}', { n }) })
    },
    onSuccess: async ({ id }) => {
      await queryClient.invalidateQueries({ queryKey: evaluationKey })
      onCreated(id)
    },
  })
  return (
    <>
      <Button kind="quiet" disabled={create.isPending} onClick={() => create.mutate()}>
        {t('New question set')}
      </Button>
      {create.isError && (
        <span className="text-meta text-danger" role="alert">
          {describeError(create.error, t('Could not create the question set. Try again.'))}
        </span>
      )}
    </>
  )
}

interface SettingFields {
  name: string
  database: string
  today: string
  addsAnswers: boolean
  runsAfterChanges: boolean
  alerts: boolean
  prompt: string
  completion: string
}

function fieldsOf(set: EvaluationSet): SettingFields {
  return {
    name: set.name,
    database: set.database_config_id ?? '',
    today: set.today ?? '',
    addsAnswers: set.adds_answers,
    runsAfterChanges: set.runs_after_changes,
    alerts: set.alerts,
    prompt: textOfNumber(set.prices?.prompt_per_million),
    completion: textOfNumber(set.prices?.completion_per_million),
  }
}

function requestOf(fields: SettingFields, set: EvaluationSet): UpdateEvaluationSetRequest {
  const isMoved = fields.database !== '' && fields.database !== set.database_config_id
  return {
    name: fields.name.trim(),
    ...(isMoved && { database_config_id: fields.database }),
    today: fields.today === '' ? null : fields.today,
    adds_answers: fields.addsAnswers,
    runs_after_changes: fields.runsAfterChanges,
    alerts: fields.alerts,
    prices: pricesOf(fields),
  }
}

/** Null if neither price is entered. */
function pricesOf({ prompt, completion }: SettingFields): TokenPrices | null {
  const prices = [numberOf(prompt), numberOf(completion)]
  if (prices.every((price) => price === null)) return null
  return { prompt_per_million: prices[0] ?? 0, completion_per_million: prices[1] ?? 0 }
}
