import {
  checkModelRequestSchema,
  updatePreferencesRequestSchema,
  type CheckModelRequest,
  type ModelProvider,
  type PreferencesResponse,
  type ProviderId,
} from '@parlance/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { environmentStatusQuery } from '../../api/environment-status.ts'
import {
  clearPreferencesCache,
  llmOptionsQuery,
  preferencesQuery,
  savePreferences,
  type PreferencesChange,
} from '../../api/preferences.ts'
import { ModelCheckPanel } from '../../components/model-check/model-check.tsx'
import { translateText } from '../../lib/i18n.ts'
import { emptyIsNull } from '../../lib/use-zod-form.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Field } from '../../ui/field.tsx'
import { Fields } from '../../ui/fields.tsx'
import { ModelFields } from './model-fields.tsx'
import { FormActions, LoadState, SectionNote, SettingsForm, SettingsSection } from './settings-section.tsx'
import { useStoredForm } from './use-stored-form.ts'

/** Documented: half a second after saving, the server's cache is cleared and the preferences are reloaded. */
const reloadAfter = 500
/** The only provider without a key. */
const keyless: ProviderId = 'builtin'

/** The settings of the model's answers. */
export function LlmTab() {
  const { t } = useTranslation()
  const preferences = useQuery(preferencesQuery)
  const options = useQuery(llmOptionsQuery)
  const fallback = t('Failed to load preferences')
  return (
    <SettingsSection
      title={t('LLM Settings')}
      intro={t(
        'Writes the SQL: it finds the tables and queries them. Usually the same model as the orchestration model.',
      )}
      effect={t(
        'A saved change applies from the next question on. Temperature, length, and data sharing apply to both models.',
      )}
    >
      <LoadState query={preferences.isError ? preferences : options} fallback={fallback} />
      {preferences.data !== undefined && options.data !== undefined && (
        <LlmForm stored={preferences.data} providers={options.data} />
      )}
    </SettingsSection>
  )
}

const { shape } = updatePreferencesRequestSchema
/** A provider's id comes from the server's list, even if this client does not know it. */
const llmSchema = z.object({
  ...shape,
  llm_provider: emptyIsNull,
  llm_model: emptyIsNull,
  api_key: emptyIsNull,
})

function LlmForm({ stored, providers }: { stored: PreferencesResponse; providers: Record<string, ModelProvider> }) {
  const { t } = useTranslation()
  const form = useStoredForm(llmSchema, fieldsOf(stored), { mode: 'onChange' })
  const { section, field, edit } = form
  const fields = form.watch()
  const save = useSavePreferences()
  const handleSubmit = form.save(save, t('Failed to save preferences'), {
    refuse: ({ temperature, max_tokens: tokens }) =>
      section.refuse(translateText(temperature?.message ?? tokens?.message ?? '')),
  })
  return (
    <SettingsForm onSubmit={handleSubmit}>
      <Fields>
        <ModelFields
          providers={providers}
          value={{ provider: fields.llm_provider, model: fields.llm_model }}
          place={{ apiKey: fields.api_key, baseUrl: '' }}
          onChange={({ provider, model }) =>
            edit({
              llm_provider: provider,
              llm_model: model,
              // A key typed for another provider does not belong to this one.
              ...(provider !== fields.llm_provider && { api_key: '' }),
            })
          }
        />
        {fields.llm_provider !== keyless && (
          <Field
            className="md:col-span-6"
            label={t('API key')}
            type="password"
            autoComplete="off"
            spellCheck={false}
            placeholder={stored.has_api_key && fields.llm_provider === stored.llm_provider ? t('A key is stored') : ''}
            hint={t('Leave blank to keep the stored key. Keys are stored encrypted and never shown again.')}
            {...field('api_key')}
          />
        )}
        <Field
          className="md:col-span-3"
          label={t('Temperature')}
          type="number"
          min={0.1}
          max={1}
          step={0.1}
          hint={t('Lower values are more predictable; higher values are more varied.')}
          {...field('temperature')}
        />
        <Field
          className="md:col-span-3"
          label={t('Max tokens')}
          type="number"
          min={100}
          max={32_000}
          step={100}
          hint={t('The maximum length of an answer, in tokens.')}
          {...field('max_tokens')}
        />
        <Checkbox className="md:col-span-6" {...form.box('share_data_with_llm')}>
          <span>
            {t('Share data with the LLM')}
            <span className="text-meta text-faint block">
              {t('When off, the model sees only table and column names, never result rows.')}
            </span>
          </span>
        </Checkbox>
      </Fields>
      <SectionNote message={section.message} />
      <FormActions>
        <Button type="submit" kind="primary" disabled={section.work !== null}>
          {section.work === null ? t('Save preferences') : t('Saving...')}
        </Button>
      </FormActions>
      {fields.llm_provider !== '' && fields.llm_provider !== keyless && (
        <ModelCheckPanel storedAs="sql_model" request={requestOf(fields)} />
      )}
    </SettingsForm>
  )
}

/** The model to check; null without one. */
function requestOf({ llm_provider, llm_model, api_key }: z.input<typeof llmSchema>): CheckModelRequest | null {
  const parsed = checkModelRequestSchema.safeParse({
    provider: llm_provider,
    model: llm_model,
    api_key: api_key || null,
    role: 'sql_model',
  })
  return parsed.success && llm_model !== '' ? parsed.data : null
}

/** Saves; half a second later, the server and this page reload the preferences. */
function useSavePreferences() {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const reload = async () => {
    // The preferences are saved either way; the server must renew a stale cache itself.
    await clearPreferencesCache().catch(() => undefined)
    await queryClient.invalidateQueries({ queryKey: preferencesQuery.queryKey, exact: true })
    await queryClient.invalidateQueries({ queryKey: environmentStatusQuery.queryKey })
  }
  return async (change: PreferencesChange): Promise<string> => {
    const saved = await savePreferences(change)
    queryClient.setQueryData(preferencesQuery.queryKey, saved)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => void reload(), reloadAfter)
    return t('Preferences saved.')
  }
}

function fieldsOf({ has_api_key: _has, ...stored }: PreferencesResponse): z.input<typeof llmSchema> {
  return { ...stored, llm_provider: stored.llm_provider ?? '', llm_model: stored.llm_model ?? '', api_key: '' }
}
