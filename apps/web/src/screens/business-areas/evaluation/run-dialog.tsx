import {
  evaluationLimits,
  message,
  type Area,
  type EvaluationSet,
  type Message,
  type ProviderId,
} from '@parlance/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { savedDraftQuery } from '../../../api/area-drafts.ts'
import { evaluationKey, questionsQuery, startRun, updateSet } from '../../../api/evaluation.ts'
import { llmOptionsQuery } from '../../../api/preferences.ts'
import { ModelField } from '../../../components/model-field.tsx'
import { describeError } from '../../../lib/api-error.ts'
import { translate } from '../../../lib/i18n.ts'
import { Fields } from '../../../ui/fields.tsx'
import { ModalFoot } from '../../../ui/modal-foot.tsx'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { FieldFrame } from '../../../ui/field-frame.tsx'
import { Modal } from '../../../ui/modal.tsx'
import { Note } from '../../../ui/note.tsx'
import { Select } from '../../../ui/select.tsx'
import { SuggestField } from '../security/suggest-field.tsx'
import { usePreviewPeople, type Person } from '../security/use-preview-people.ts'
import { NumberField, numberOf, textOfNumber } from './number-field.tsx'

interface RunFields {
  /** As typed; empty for the user of the set. */
  person: string
  /** Empty for the model of the set. */
  provider: string
  model: string
  tag: string
  onlyApproved: boolean
  inDraft: boolean
  questions: string
  minutes: string
  tokens: string
  cost: string
  /** Whether later runs have the same user, model, and limits. */
  isStored: boolean
}

interface RunDialogProps {
  area: Area
  set: EvaluationSet
  /** Whether the run asks in the draft of the area, unless the user changes it. */
  inDraft: boolean
  onClose: () => void
  onStarted: () => void
}

/** Starts a run: as whom, with which model, and within which limits. */
export function RunDialog({ area, set, inDraft, onClose, onStarted }: RunDialogProps) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const [fields, setFields] = useState(() => fieldsOf(set, inDraft))
  const { people, person, isAdmin, error } = usePreviewPeople(area, fields.person)
  const [problem, setProblem] = useState<Message | null>(null)
  const edit = (change: Partial<RunFields>) => setFields({ ...fields, ...change })
  const start = useMutation({
    mutationFn: async (request: Parameters<typeof startRun>[1]) => {
      const place = { areaId: set.area_id, setId: set.id }
      const { run_as_user_id, model, budget } = request
      const choices = { ...(run_as_user_id && { run_as_user_id }), ...(model && { model }), budget }
      if (fields.isStored) await updateSet(place, choices)
      return startRun(place, request)
    },
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: evaluationKey })
      onStarted()
    },
  })
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    const found = problemOf(fields, person === null && fields.person.trim() !== '')
    setProblem(found)
    if (found === null) start.mutate(requestOf(fields, person?.id ?? null))
  }
  return (
    <Modal open onClose={onClose} title={t('Run evaluation')} width={640}>
      <form className="grid gap-4" noValidate onSubmit={handleSubmit}>
        <p className="text-muted">
          {t('Asks every question of "{name}" like a user would, and compares the answers with what is expected.', {
            name: set.name,
          })}
        </p>
        {error !== null && (
          <Note tone="warning">{describeError(error, t('Could not load the list of users. Try again.'))}</Note>
        )}
        <Fields>
          <PersonChoice
            people={people}
            isAdmin={isAdmin}
            usual={set.run_as_email ?? t('yourself')}
            isBad={problem === unknownPerson}
            value={fields.person}
            onChange={(person) => edit({ person })}
          />
          {isAdmin && <ModelChoice fields={fields} edit={edit} set={set} />}
          <TagChoice set={set} value={fields.tag} onChange={(tag) => edit({ tag })} />
        </Fields>
        <Checkbox
          className="max-md:min-h-11"
          checked={fields.onlyApproved}
          onChange={(event) => edit({ onlyApproved: event.target.checked })}
        >
          {t('Only approved questions ({n, number})', { n: set.approved_count })}
        </Checkbox>
        <DraftChoice areaId={area.area_id} fields={fields} edit={edit} />
        <Budget fields={fields} edit={edit} hasPrices={set.prices !== null} />
        <Checkbox
          className="max-md:min-h-11"
          checked={fields.isStored}
          onChange={(event) => edit({ isStored: event.target.checked })}
        >
          {t('Use this user, model, and limits for later runs too')}
        </Checkbox>
        {problem !== null && <Note tone="danger">{translate(t, problem)}</Note>}
        {start.isError && (
          <Note tone="danger">{describeError(start.error, t('Could not start the run. Try again.'))}</Note>
        )}
        <ModalFoot>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button type="submit" kind="primary" disabled={start.isPending}>
            {start.isPending ? t('Starting...') : t('Run evaluation')}
          </Button>
        </ModalFoot>
      </form>
    </Modal>
  )
}

interface PersonChoiceProps {
  people: Person[]
  isAdmin: boolean
  /** The user if the field is empty. */
  usual: string
  isBad: boolean
  value: string
  onChange: (person: string) => void
}

function PersonChoice({ people, isAdmin, usual, isBad, value, onChange }: PersonChoiceProps) {
  const { t } = useTranslation()
  const id = useId()
  return (
    <div className="md:col-span-6">
      <span className="mb-1.5 block text-dense font-medium" aria-hidden>
        {t('Ask as')}
      </span>
      <SuggestField
        label={t('Ask as')}
        kind="name"
        value={value}
        words={people.map(({ label }) => label)}
        placeholder={usual}
        isPlain
        isBad={isBad}
        describedBy={`${id}-person`}
        onChange={onChange}
      />
      <p className="mt-1.5 text-meta text-faint" id={`${id}-person`}>
        {isAdmin
          ? t('The rules of the area apply to this user. Leave empty for {user}.', { user: usual })
          : t('You can ask as yourself or as a user with access. Leave empty for {user}.', { user: usual })}
      </p>
    </div>
  )
}

interface PartProps {
  fields: RunFields
  edit: (change: Partial<RunFields>) => void
}

/** Only for administrators: others are not told which models exist. */
function ModelChoice({ fields, edit, set }: PartProps & { set: EvaluationSet }) {
  const { t } = useTranslation()
  const options = useQuery(llmOptionsQuery)
  const providers = options.data ?? {}
  const chosen = providers[fields.provider]
  const usual = set.model === null ? t('Default model') : t('Model of the set ({model})', { model: set.model.model })
  return (
    <>
      <FieldFrame className="md:col-span-3" label={t('Provider')}>
        {(control) => (
          <Select
            {...control}
            value={fields.provider}
            onChange={(event) => {
              const provider = event.target.value
              edit({ provider, model: provider === 'builtin' ? 'builtin' : '' })
            }}
          >
            <option value="">{usual}</option>
            {Object.entries(providers).map(([id, { name }]) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </Select>
        )}
      </FieldFrame>
      {chosen !== undefined && chosen.id !== 'builtin' && (
        <ModelField
          key={fields.provider}
          className="md:col-span-3"
          provider={chosen.id}
          models={chosen.models}
          isFree={chosen.needs_base_url || chosen.models.length === 0}
          place={{ apiKey: '', baseUrl: '' }}
          value={fields.model}
          onChange={(model) => edit({ model })}
        />
      )}
    </>
  )
}

/** Shown only if the set has tags. */
function TagChoice({ set, value, onChange }: { set: EvaluationSet; value: string; onChange: (tag: string) => void }) {
  const { t } = useTranslation()
  const place = { areaId: set.area_id, setId: set.id }
  const tags = useQuery(questionsQuery({ ...place, search: '', tag: '', state: '', page: 0 })).data?.tags ?? []
  if (tags.length === 0) return null
  return (
    <FieldFrame className="md:col-span-3" label={t('Questions')}>
      {(control) => (
        <Select {...control} value={value} onChange={(event) => onChange(event.target.value)}>
          <option value="">{t('All questions')}</option>
          {tags.map(({ tag, count }) => (
            <option key={tag} value={tag}>
              {t('{tag} ({n, number})', { tag, n: count })}
            </option>
          ))}
        </Select>
      )}
    </FieldFrame>
  )
}

/** Shown only if the area has a draft. */
function DraftChoice({ areaId, fields, edit }: PartProps & { areaId: string }) {
  const { t } = useTranslation()
  const draft = useQuery(savedDraftQuery(areaId)).data ?? null
  if (draft === null && !fields.inDraft) return null
  return (
    <Checkbox
      className="max-md:min-h-11"
      checked={fields.inDraft}
      onChange={(event) => edit({ inDraft: event.target.checked })}
    >
      {t('Ask in the draft of the area')}
      <span className="text-meta text-faint">{t('Does not change the badge, the trend, and the alerts')}</span>
    </Checkbox>
  )
}

function Budget({ fields, edit, hasPrices }: PartProps & { hasPrices: boolean }) {
  const { t } = useTranslation()
  return (
    <fieldset>
      <legend className="mb-1.5 block text-dense font-medium">{t('Stop the run at the first of these limits')}</legend>
      <Fields>
        <NumberField
          label={t('Questions')}
          max={evaluationLimits.questions}
          value={fields.questions}
          onChange={(questions) => edit({ questions })}
        />
        <NumberField
          label={t('Minutes')}
          max={7 * 24 * 60}
          value={fields.minutes}
          onChange={(minutes) => edit({ minutes })}
        />
        <NumberField
          label={t('Tokens')}
          max={1_000_000_000}
          value={fields.tokens}
          onChange={(tokens) => edit({ tokens })}
        />
        {hasPrices && (
          <NumberField
            label={t('Cost')}
            min={0}
            max={1_000_000}
            step="any"
            value={fields.cost}
            onChange={(cost) => edit({ cost })}
          />
        )}
      </Fields>
    </fieldset>
  )
}

function fieldsOf({ budget, approved_count: approved }: EvaluationSet, inDraft: boolean): RunFields {
  return {
    person: '',
    provider: '',
    model: '',
    tag: '',
    onlyApproved: approved > 0,
    inDraft,
    questions: textOfNumber(budget?.questions),
    minutes: textOfNumber(budget?.minutes),
    tokens: textOfNumber(budget?.tokens),
    cost: textOfNumber(budget?.cost),
    isStored: false,
  }
}

const unknownPerson = message('Choose a user from the list.')

function problemOf(fields: RunFields, isUnknown: boolean): Message | null {
  if (isUnknown) return unknownPerson
  if (fields.provider !== '' && fields.model.trim() === '') return message('Choose a model.')
  const whole = [fields.questions, fields.minutes, fields.tokens].map(numberOf)
  if (whole.some((limit) => limit !== null && (!Number.isInteger(limit) || limit < 1))) {
    return message('Limits are whole numbers from 1.')
  }
  const cost = numberOf(fields.cost)
  return cost !== null && !(cost > 0) ? message('The limit of the cost is a number above 0.') : null
}

function requestOf(fields: RunFields, personId: string | null): Parameters<typeof startRun>[1] {
  return {
    ...(personId !== null && { run_as_user_id: personId }),
    // The server's own list names the provider.
    ...(fields.provider !== '' && {
      model: { provider: fields.provider as ProviderId, model: fields.model.trim() },
    }),
    ...(fields.tag !== '' && { tag: fields.tag }),
    only_approved: fields.onlyApproved,
    ...(fields.inDraft && { in_draft: true }),
    budget: {
      questions: numberOf(fields.questions),
      minutes: numberOf(fields.minutes),
      tokens: numberOf(fields.tokens),
      cost: numberOf(fields.cost),
    },
  }
}
