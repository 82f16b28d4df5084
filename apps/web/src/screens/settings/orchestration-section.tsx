import { modelSettingsSchema, type EnvironmentStatus, type ModelProvider, type ModelSettings } from '@parlance/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { environmentStatusQuery } from '../../api/environment-status.ts'
import { preferencesQuery } from '../../api/preferences.ts'
import { orchestrationModelsQuery, saveOrchestration } from '../../api/settings.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { ModelFields } from './model-fields.tsx'
import { LoadState, SectionNote, SettingsForm, SettingsSection } from './settings-section.tsx'
import { useDirty } from './use-dirty.ts'
import { useSection } from './use-section.ts'

/** The model that answers questions, with its key. */
export function OrchestrationSection() {
  const { t } = useTranslation()
  const status = useQuery(environmentStatusQuery)
  const providers = useQuery(orchestrationModelsQuery)
  return (
    <SettingsSection
      title={t('Orchestration model')}
      intro={t('Another model or provider needs its API key; a new key alone keeps the model.')}
    >
      <LoadState query={status.isError ? status : providers} fallback={t('Failed to load the models')} />
      {status.data !== undefined && providers.data !== undefined && (
        <OrchestrationForm status={status.data} providers={providers.data} />
      )}
    </SettingsSection>
  )
}

interface Fields {
  provider: string
  model: string
  apiKey: string
  baseUrl: string
}

interface OrchestrationFormProps {
  status: EnvironmentStatus
  providers: Record<string, ModelProvider>
}

function OrchestrationForm({ status, providers }: OrchestrationFormProps) {
  const { t } = useTranslation()
  const { fields, provider, section, edit, save } = useOrchestration({ status, providers })
  // A provider without a key counts as having one; what is stored is of the chosen provider alone.
  const isStored = fields.provider === status.orchestration_provider && provider?.needs_key === true
  const hasKey = status.orchestration_has_api_key && isStored
  return (
    <SettingsForm onSubmit={save}>
      <div className="fields">
        <ModelFields
          providers={providers}
          value={{ provider: fields.provider, model: fields.model }}
          place={fields}
          onChange={(choice) => edit(choice)}
        />
        {provider?.needs_base_url === true && (
          <Field
            className="f6"
            label={t('Base URL')}
            type="url"
            inputMode="url"
            placeholder="http://127.0.0.1:11434/v1"
            hint={t('As this server reaches it. Leave blank to keep the stored one.')}
            value={fields.baseUrl}
            onChange={(event) => edit({ baseUrl: event.target.value })}
          />
        )}
        {provider?.id !== 'builtin' && (
          <Field
            className="f6"
            label={t('API key')}
            type="password"
            autoComplete="off"
            spellCheck={false}
            placeholder={hasKey ? t('A key is stored') : ''}
            hint={t('Stored encrypted on this server. It is not shown again.')}
            value={fields.apiKey}
            onChange={(event) => edit({ apiKey: event.target.value })}
          />
        )}
      </div>
      <SectionNote message={section.message} />
      <div className="set-acts">
        <Button type="submit" kind="primary" disabled={section.work !== null}>
          {section.work === null ? t('Save model') : t('Saving...')}
        </Button>
      </div>
    </SettingsForm>
  )
}

/** The form over what is stored: null as draft while nothing was typed. */
function useOrchestration({ status, providers }: OrchestrationFormProps) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const section = useSection()
  const stored: Fields = {
    provider: status.orchestration_provider ?? '',
    model: status.orchestration_model ?? '',
    apiKey: '',
    baseUrl: '',
  }
  const [draft, setDraft] = useState<Fields | null>(null)
  const fields = draft ?? stored
  const provider = providers[fields.provider]
  useDirty(draft !== null && JSON.stringify(draft) !== JSON.stringify(stored))

  const save = async () => {
    const problem = problemOf(fields, stored, provider)
    if (problem !== null) return section.refuse(t(problem))
    const settings = settingsOf(fields)
    if (settings === null) return section.refuse(t('The address must begin with http:// or https://'))
    const saved = await section.run(
      'save',
      async () => {
        const { message } = await saveOrchestration(isOtherModel(fields, stored) ? 'model' : 'api-key', settings)
        await queryClient.invalidateQueries({ queryKey: environmentStatusQuery.queryKey })
        await queryClient.invalidateQueries({ queryKey: preferencesQuery.queryKey, exact: true })
        return message
      },
      t('Failed to update orchestration settings'),
    )
    if (saved) setDraft((current) => (current === draft ? null : current))
    return undefined
  }
  return { fields, provider, section, edit: (change: Partial<Fields>) => setDraft({ ...fields, ...change }), save }
}

/** What is sent; null when the address is none. */
function settingsOf(fields: Fields): ModelSettings | null {
  const settings = modelSettingsSchema.safeParse({
    provider: fields.provider,
    model: fields.model.trim(),
    api_key: fields.apiKey.trim() || null,
    ...(fields.baseUrl.trim() !== '' && { base_url: fields.baseUrl.trim() }),
  })
  return settings.success ? settings.data : null
}

function isOtherModel(fields: Fields, stored: Fields): boolean {
  return fields.provider !== stored.provider || fields.model.trim() !== stored.model || fields.baseUrl.trim() !== ''
}

/** What keeps the model from being saved, in the order of the documents. */
function problemOf(fields: Fields, stored: Fields, provider: ModelProvider | undefined): string | null {
  if (provider === undefined || fields.model.trim() === '') return 'Please select both provider and model'
  const hasKey = fields.apiKey.trim() !== ''
  if (!isOtherModel(fields, stored)) {
    return hasKey ? null : 'No changes to save. Either change the model or provide a new API key.'
  }
  return provider.needs_key && !hasKey ? 'API key is required when changing the model or provider' : null
}
