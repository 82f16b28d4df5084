import {
  message,
  modelSettingsSchema,
  type CheckModelRequest,
  type EnvironmentStatus,
  type Message,
  type ModelProvider,
} from '@parlance/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { environmentStatusQuery } from '../../api/environment-status.ts'
import { preferencesQuery } from '../../api/preferences.ts'
import { orchestrationModelsQuery, saveOrchestration } from '../../api/settings.ts'
import { translate } from '../../lib/i18n.ts'
import { ModelCheckPanel } from '../../components/model-check/model-check.tsx'
import { Button } from '../../ui/button.tsx'
import { useQuestions } from '../../ui/questions.tsx'
import { Field } from '../../ui/field.tsx'
import { Fields } from '../../ui/fields.tsx'
import { ModelFields } from './model-fields.tsx'
import { FormActions, LoadState, SectionNote, SettingsForm, SettingsSection } from './settings-section.tsx'
import { useStoredForm } from './use-stored-form.ts'

/** The model that answers questions, with its key. */
export function OrchestrationSection() {
  const { t } = useTranslation()
  const status = useQuery(environmentStatusQuery)
  const providers = useQuery(orchestrationModelsQuery)
  return (
    <SettingsSection
      title={t('Orchestration model')}
      intro={t(
        'Leads the conversation: it writes the answer from the rows, and the SQL too unless another model is selected in LLM Settings.',
      )}
      effect={t(
        'A saved change applies from the next question on. To change the model or provider, enter its API key. To change only the key, leave the model as it is.',
      )}
    >
      <LoadState query={status.isError ? status : providers} fallback={t('Could not load the models.')} />
      {status.data !== undefined && providers.data !== undefined && (
        <OrchestrationForm status={status.data} providers={providers.data} />
      )}
    </SettingsSection>
  )
}

const fieldsSchema = z.object({
  provider: z.string(),
  model: z.string().trim(),
  apiKey: z.string().trim(),
  baseUrl: z.string().trim(),
})
type Fields = z.input<typeof fieldsSchema>

interface OrchestrationFormProps {
  status: EnvironmentStatus
  providers: Record<string, ModelProvider>
}

function OrchestrationForm({ status, providers }: OrchestrationFormProps) {
  const { t } = useTranslation()
  const { form, provider, handleSubmit } = useOrchestration({ status, providers })
  const { section } = form
  const fields = form.watch()
  // A provider that needs no key is treated as having one; stored values apply only to their own provider.
  const isStored = fields.provider === status.orchestration_provider && provider?.needs_key === true
  const hasKey = status.orchestration_has_api_key && isStored
  return (
    <SettingsForm onSubmit={handleSubmit}>
      <Fields>
        <ModelFields
          providers={providers}
          value={{ provider: fields.provider, model: fields.model }}
          place={fields}
          onChange={form.edit}
        />
        {provider?.needs_base_url === true && (
          <Field
            className="md:col-span-6"
            label={t('Base URL')}
            type="url"
            inputMode="url"
            placeholder="http://127.0.0.1:11434/v1"
            hint={t('The URL of your model server. Leave blank to keep the stored URL.')}
            {...form.field('baseUrl')}
          />
        )}
        {provider?.id !== 'builtin' && (
          <Field
            className="md:col-span-6"
            label={t('API key')}
            type="password"
            autoComplete="off"
            spellCheck={false}
            placeholder={hasKey ? t('A key is stored') : ''}
            hint={t('Stored encrypted on this server and never shown again.')}
            {...form.field('apiKey')}
          />
        )}
      </Fields>
      <SectionNote message={section.message} />
      <FormActions>
        <Button type="submit" kind="primary" disabled={section.work !== null}>
          {section.work === null ? t('Save model') : t('Saving...')}
        </Button>
      </FormActions>
      {provider !== undefined && provider.id !== 'builtin' && (
        <ModelCheckPanel storedAs="orchestration" request={requestOf(fields)} />
      )}
    </SettingsForm>
  )
}

function useOrchestration({ status, providers }: OrchestrationFormProps) {
  const { t } = useTranslation()
  const { ask } = useQuestions()
  const queryClient = useQueryClient()
  const stored: Fields = {
    provider: status.orchestration_provider ?? '',
    model: status.orchestration_model ?? '',
    apiKey: '',
    baseUrl: '',
  }
  const form = useStoredForm(fieldsSchema, stored)
  const handleSubmit = form.save(
    async (fields) => {
      const saved = await saveOrchestration(
        isOtherModel(fields, stored) ? 'model' : 'api-key',
        modelSettingsSchema.parse(settingsOf(fields)),
      )
      await queryClient.invalidateQueries({ queryKey: environmentStatusQuery.queryKey })
      await queryClient.invalidateQueries({ queryKey: preferencesQuery.queryKey, exact: true })
      return saved.message
    },
    t('Failed to update orchestration settings'),
    {
      obstacle: (fields) => {
        const problem = problemOf(fields, stored, providers[fields.provider])
        return problem === null ? null : translate(t, problem)
      },
      confirm: async ({ provider }) => {
        const before = providers[stored.provider]
        if (provider === stored.provider || !status.orchestration_has_api_key || before?.needs_key !== true) return true
        return ask({
          text: t('Answer with {provider} from the next question on?', {
            provider: providers[provider]?.name ?? provider,
          }),
          details: [t('The stored key of {provider} is deleted.', { provider: before.name })],
          confirm: t('Change the provider'),
          danger: true,
        })
      },
    },
  )
  return { form, provider: providers[form.watch('provider')], handleSubmit }
}

/** The request; leaves out an empty address. */
function settingsOf({ provider, model, apiKey, baseUrl }: Fields) {
  return { provider, model, api_key: apiKey || null, ...(baseUrl !== '' && { base_url: baseUrl }) }
}

function isOtherModel(fields: Fields, stored: Fields): boolean {
  return fields.provider !== stored.provider || fields.model !== stored.model || fields.baseUrl !== ''
}

/** The settings to check; null while the form is not valid. */
function requestOf(fields: Fields): CheckModelRequest | null {
  const parsed = modelSettingsSchema.safeParse(settingsOf(fields))
  return parsed.success && parsed.data.model !== '' ? { ...parsed.data, role: 'orchestration' } : null
}

/** What prevents saving the model, in the order of the documents. */
function problemOf(fields: Fields, stored: Fields, provider: ModelProvider | undefined): Message | null {
  if (provider === undefined || fields.model === '') return message('Please select both provider and model')
  const hasKey = fields.apiKey !== ''
  if (!hasKey && !isOtherModel(fields, stored)) {
    return message('No changes to save. Either change the model or provide a new API key.')
  }
  if (!hasKey && provider.needs_key) return message('API key is required when changing the model or provider')
  const isSettings = modelSettingsSchema.safeParse(settingsOf(fields)).success
  return isSettings ? null : message('Please enter a valid URL starting with http:// or https://')
}
