import {
  apiTokenScopes,
  createApiTokenRequestSchema,
  type ApiTokenScope,
  type CreateApiTokenRequest,
  type CreatedApiToken,
} from '@parlance/contract'
import { useQuery } from '@tanstack/react-query'
import { Lock } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { allAreasQuery } from '../../../api/areas.ts'
import { meQuery } from '../../../api/auth.ts'
import { configurationsQuery } from '../../../api/databases.ts'
import { translate, translateText } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { Disclosure } from '../../../ui/disclosure.tsx'
import { Field } from '../../../ui/field.tsx'
import { FieldFrame } from '../../../ui/field-frame.tsx'
import { labelClass } from '../../../ui/label.tsx'
import { Select } from '../../../ui/select.tsx'
import { FormActions, SectionNote, SettingsForm } from '../settings-section.tsx'
import { useSection } from '../use-section.ts'
import { scopeTexts } from './scope-texts.ts'

const lifetimes = [30, 90, 365] as const
const usualLifetime = '90'

interface Draft {
  name: string
  scopes: ApiTokenScope[]
  days: string
  connections: string[]
  areas: string[]
}

const empty: Draft = { name: '', scopes: ['ask'], days: usualLifetime, connections: [], areas: [] }

interface NewTokenFormProps {
  /** Makes the token, and loads the lists that show it again. */
  create: (request: CreateApiTokenRequest) => Promise<CreatedApiToken>
  onCreate: (created: CreatedApiToken) => void
}

/** Asks for the name, scopes, lifetime, and limits of a new token. */
export function NewTokenForm({ create, onCreate }: NewTokenFormProps) {
  const { t } = useTranslation()
  const section = useSection()
  const [draft, setDraft] = useState(empty)
  const edit = (change: Partial<Draft>) => setDraft((before) => ({ ...before, ...change }))
  const handleSubmit = async () => {
    const checked = createApiTokenRequestSchema.safeParse({
      name: draft.name,
      scopes: draft.scopes,
      expires_in_days: draft.days === '' ? null : Number(draft.days),
      connection_ids: draft.connections.length === 0 ? null : draft.connections,
      area_ids: draft.areas.length === 0 ? null : draft.areas,
    })
    if (!checked.success) return section.refuse(translateText(checked.error.issues[0]?.message ?? ''))
    await section.run(
      'create',
      async () => {
        onCreate(await create(checked.data))
        return ''
      },
      t('Could not create the token. Please try again.'),
    )
    return undefined
  }
  return (
    <SettingsForm onSubmit={handleSubmit}>
      <div className="grid gap-4 md:grid-cols-2">
        <Field
          label={t('Name')}
          hint={t('What the token is for')}
          value={draft.name}
          onChange={(event) => edit({ name: event.target.value })}
        />
        <FieldFrame label={t('Expires')}>
          {(control) => (
            <Select {...control} value={draft.days} onChange={(event) => edit({ days: event.target.value })}>
              {lifetimes.map((days) => (
                <option key={days} value={String(days)}>
                  {t('After {days, number} days', { days })}
                </option>
              ))}
              <option value="">{t('Never')}</option>
            </Select>
          )}
        </FieldFrame>
      </div>
      <Scopes chosen={draft.scopes} onChange={(scopes) => edit({ scopes })} />
      <Limits draft={draft} edit={edit} />
      <SectionNote message={section.message} />
      <FormActions>
        <Button type="submit" kind="primary" disabled={section.work !== null}>
          {t('Create token')}
        </Button>
      </FormActions>
    </SettingsForm>
  )
}

function Scopes({ chosen, onChange }: { chosen: ApiTokenScope[]; onChange: (scopes: ApiTokenScope[]) => void }) {
  const { t } = useTranslation()
  const isAdmin = useQuery(meQuery).data?.role === 'ADMIN'
  return (
    <fieldset className="grid gap-2">
      <legend className={labelClass}>{t('The token can')}</legend>
      {apiTokenScopes
        .filter((scope) => scope !== 'administer' || isAdmin)
        .map((scope) => (
          <Checkbox
            key={scope}
            checked={chosen.includes(scope)}
            onChange={(event) => onChange(toggled(chosen, scope, event.target.checked))}
          >
            <span>
              {translate(t, scopeTexts[scope].name)}
              <span className="block text-(length:--text-dense) text-muted">
                {translate(t, scopeTexts[scope].hint)}
              </span>
            </span>
          </Checkbox>
        ))}
    </fieldset>
  )
}

/** Which databases and areas the token reaches. Nothing chosen means all. */
function Limits({ draft, edit }: { draft: Draft; edit: (change: Partial<Draft>) => void }) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  return (
    <Disclosure icon={Lock} label={t('Limit the token to some databases or business areas')} onToggle={setOpen}>
      {isOpen && <Places draft={draft} edit={edit} />}
    </Disclosure>
  )
}

function Places({ draft, edit }: { draft: Draft; edit: (change: Partial<Draft>) => void }) {
  const { t } = useTranslation()
  const databases = useQuery(configurationsQuery).data ?? []
  const areas = useQuery(allAreasQuery).data ?? []
  return (
    <div className="grid gap-4 pt-2 md:grid-cols-2">
      <PlaceList
        label={t('Databases')}
        places={databases.map(({ id, name }) => ({ id, name }))}
        chosen={draft.connections}
        onChange={(connections) => edit({ connections })}
      />
      <PlaceList
        label={t('Business areas')}
        places={areas.map(({ area_id: id, area_name: name }) => ({ id, name }))}
        chosen={draft.areas}
        onChange={(chosen) => edit({ areas: chosen })}
      />
    </div>
  )
}

interface PlaceListProps {
  label: string
  places: { id: string; name: string }[]
  chosen: string[]
  onChange: (chosen: string[]) => void
}

function PlaceList({ label, places, chosen, onChange }: PlaceListProps) {
  const { t } = useTranslation()
  return (
    <fieldset className="min-w-0">
      <legend className={labelClass}>{label}</legend>
      {places.length === 0 && <p className="text-muted">{t('None')}</p>}
      <div className="max-h-60 overflow-y-auto">
        {places.map(({ id, name }) => (
          <Checkbox
            key={id}
            checked={chosen.includes(id)}
            onChange={(event) => onChange(toggled(chosen, id, event.target.checked))}
          >
            <span className="min-w-0 break-words">{name}</span>
          </Checkbox>
        ))}
      </div>
    </fieldset>
  )
}

function toggled<Item>(items: Item[], item: Item, isChosen: boolean): Item[] {
  return isChosen ? [...items, item] : items.filter((each) => each !== item)
}
