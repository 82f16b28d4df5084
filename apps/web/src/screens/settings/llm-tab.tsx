import {
  updatePreferencesRequestSchema,
  type ModelProvider,
  type PreferencesResponse,
  type ProviderId,
} from '@parlance/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { environmentStatusQuery } from '../../api/environment-status.ts'
import { clearPreferencesCache, llmOptionsQuery, preferencesQuery, savePreferences } from '../../api/preferences.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { ModelFields } from './model-fields.tsx'
import { LoadState, SectionNote, SettingsForm, SettingsSection } from './settings-section.tsx'
import { useDirty } from './use-dirty.ts'
import { useSection } from './use-section.ts'

/** Documented: half a second after saving, the server's cache is cleared and the preferences are read again. */
const reloadAfter = 500
/** The one provider that has no key. */
const keyless: ProviderId = 'builtin'

/** How the model answers. */
export function LlmTab() {
  const { t } = useTranslation()
  const preferences = useQuery(preferencesQuery)
  const options = useQuery(llmOptionsQuery)
  const fallback = t('Failed to load preferences')
  return (
    <SettingsSection title={t('LLM Settings')} intro={t('Which model answers questions, and how freely.')}>
      <LoadState query={preferences.isError ? preferences : options} fallback={fallback} />
      {preferences.data !== undefined && options.data !== undefined && (
        <LlmForm stored={preferences.data} providers={options.data} />
      )}
    </SettingsSection>
  )
}

interface LlmFields {
  provider: string
  model: string
  apiKey: string
  temperature: string
  maxTokens: string
  sharesData: boolean
}

function LlmForm({ stored, providers }: { stored: PreferencesResponse; providers: Record<string, ModelProvider> }) {
  const { t } = useTranslation()
  // Null while nothing was typed: then the form follows what is stored.
  const [draft, setDraft] = useState<LlmFields | null>(null)
  const fields = draft ?? fieldsOf(stored)
  const { section, save } = useSavePreferences()
  const problems = problemsOf(fields)
  const edit = (change: Partial<LlmFields>) => setDraft({ ...fields, ...change })
  useDirty(draft !== null && JSON.stringify(draft) !== JSON.stringify(fieldsOf(stored)))
  const handleSubmit = async () => {
    const [problem] = Object.values(problems)
    if (problem !== undefined) return section.refuse(t(problem))
    const saved = await save(fields)
    // What was typed while it was being saved stays.
    if (saved) setDraft((current) => (current === draft ? null : current))
    return undefined
  }
  return (
    <SettingsForm onSubmit={handleSubmit}>
      <div className="fields">
        <ModelFields
          providers={providers}
          value={{ provider: fields.provider, model: fields.model }}
          place={{ apiKey: fields.apiKey, baseUrl: '' }}
          // A key that was typed for another provider is not this one's.
          onChange={(choice) => edit({ ...choice, ...(choice.provider !== fields.provider && { apiKey: '' }) })}
        />
        {fields.provider !== keyless && (
          <Field
            className="f6"
            label={t('API key')}
            type="password"
            autoComplete="off"
            spellCheck={false}
            placeholder={stored.has_api_key && fields.provider === stored.llm_provider ? t('A key is stored') : ''}
            hint={t('Leave blank to keep the stored key. It is stored encrypted and not shown again.')}
            value={fields.apiKey}
            onChange={(event) => edit({ apiKey: event.target.value })}
          />
        )}
        <Field
          className="f3"
          label={t('Temperature')}
          type="number"
          min={0.1}
          max={1}
          step={0.1}
          hint={t('0.1 answers most predictably, 1.0 most freely.')}
          error={problems.temperature === undefined ? undefined : t(problems.temperature)}
          value={fields.temperature}
          onChange={(event) => edit({ temperature: event.target.value })}
        />
        <Field
          className="f3"
          label={t('Max tokens')}
          type="number"
          min={100}
          max={32_000}
          step={100}
          hint={t('The longest answer of the model.')}
          error={problems.maxTokens === undefined ? undefined : t(problems.maxTokens)}
          value={fields.maxTokens}
          onChange={(event) => edit({ maxTokens: event.target.value })}
        />
        <label className="check f6">
          <input
            type="checkbox"
            checked={fields.sharesData}
            onChange={(event) => edit({ sharesData: event.target.checked })}
          />
          <span>
            {t('Share data with the LLM')}
            <span className="meta faint block">
              {t('Off: the model sees names of tables and columns, never a row of a result.')}
            </span>
          </span>
        </label>
      </div>
      <SectionNote message={section.message} />
      <div className="set-acts">
        <Button type="submit" kind="primary" disabled={section.work !== null}>
          {section.work === null ? t('Save') : t('Saving...')}
        </Button>
      </div>
    </SettingsForm>
  )
}

/** Saves, and half a second later has the server and this page read the preferences anew. */
function useSavePreferences() {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const section = useSection()
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const reload = async () => {
    // The preferences are saved either way: a cache that stays is the server's to renew.
    await clearPreferencesCache().catch(() => undefined)
    await queryClient.invalidateQueries({ queryKey: preferencesQuery.queryKey, exact: true })
    await queryClient.invalidateQueries({ queryKey: environmentStatusQuery.queryKey })
  }
  const save = (fields: LlmFields) =>
    section.run(
      'save',
      async () => {
        const saved = await savePreferences({
          llm_provider: fields.provider || null,
          llm_model: fields.model.trim() || null,
          api_key: fields.apiKey.trim() || null,
          temperature: fields.temperature,
          max_tokens: fields.maxTokens,
          share_data_with_llm: fields.sharesData,
        })
        queryClient.setQueryData(preferencesQuery.queryKey, saved)
        clearTimeout(timer.current)
        timer.current = setTimeout(() => void reload(), reloadAfter)
        return t('Preferences saved.')
      },
      t('Failed to save preferences'),
    )
  return { section, save }
}

function fieldsOf(stored: PreferencesResponse): LlmFields {
  return {
    provider: stored.llm_provider ?? '',
    model: stored.llm_model ?? '',
    apiKey: '',
    temperature: stored.temperature,
    maxTokens: stored.max_tokens,
    sharesData: stored.share_data_with_llm,
  }
}

/** The sentences are the contract's, so that server and browser say the same. */
function problemsOf({ temperature, maxTokens }: LlmFields): { temperature?: string; maxTokens?: string } {
  const { shape } = updatePreferencesRequestSchema
  const first = shape.temperature.safeParse(temperature).error?.issues[0]?.message
  const second = shape.max_tokens.safeParse(maxTokens).error?.issues[0]?.message
  return {
    ...(first !== undefined && { temperature: first }),
    ...(second !== undefined && { maxTokens: second }),
  }
}
