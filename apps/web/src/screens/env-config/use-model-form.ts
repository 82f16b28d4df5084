import { modelSettingsSchema, type ModelSettings, type ProviderId, type TestResult } from '@parlance/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { modelsQuery, providersQuery, testOrchestration } from '../../api/env-config.ts'
import { ApiError } from '../../lib/api-error.ts'
import { toTiles, type ProviderTile } from './providers.ts'

export interface ModelFields {
  provider: ProviderId | null
  model: string
  apiKey: string
  baseUrl: string
}

const empty: ModelFields = { provider: null, model: '', apiKey: '', baseUrl: '' }

export interface ModelForm {
  fields: ModelFields
  providers: ProviderTile[]
  chosen: ProviderTile | null
  /** What would be sent; null while the form is invalid. */
  settings: ModelSettings | null
  testing: boolean
  /** The last test's result; null after any edit. */
  result: TestResult | null
  tested: boolean
  chooseProvider: (provider: ProviderId) => void
  edit: (change: Partial<Pick<ModelFields, 'model' | 'apiKey' | 'baseUrl'>>) => void
  test: () => Promise<boolean>
  /** Selects and tests the built-in engine; resolves to its settings if it works. */
  chooseBuiltin: () => Promise<ModelSettings | null>
}

/** The state of the AI form; any edit discards the test. */
export function useModelForm(): ModelForm {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const [fields, setFields] = useState<ModelFields>(empty)
  const [result, setResult] = useState<TestResult | null>(null)
  const [testing, setTesting] = useState(false)
  const edition = useRef(0)
  const isBusy = useRef(false)
  const providers = toTiles(useQuery(providersQuery).data?.providers)
  const find = (id: ProviderId | null) => providers.find((provider) => provider.id === id) ?? null
  const settings = settingsOf(fields, find(fields.provider))

  const change = (next: ModelFields) => {
    edition.current += 1
    setFields(next)
    setResult(null)
  }

  const runTest = async (asked: ModelSettings): Promise<boolean> => {
    const current = edition.current
    isBusy.current = true
    setTesting(true)
    setResult(null)
    const answer = await testOrchestration(asked).catch((error: unknown) => ({
      success: false,
      message:
        error instanceof ApiError
          ? t('Failed to test connection: {reason}', { reason: error.message })
          : t('Failed to test connection: the server did not respond. Try again.'),
    }))
    isBusy.current = false
    setTesting(false)
    // The form was edited while the test ran, so its result is outdated.
    if (current !== edition.current) return false
    setResult(answer)
    return answer.success
  }

  return {
    fields,
    providers,
    chosen: find(fields.provider),
    settings,
    testing,
    result,
    tested: result?.success === true,
    chooseProvider: (provider) => change({ ...empty, provider }),
    edit: (part) => change({ ...fields, ...part }),
    test: () => (settings === null || isBusy.current ? Promise.resolve(false) : runTest(settings)),
    chooseBuiltin: async () => {
      if (isBusy.current) return null
      isBusy.current = true
      const models = await queryClient.fetchQuery(modelsQuery('builtin')).catch(() => [])
      const chosen: ModelFields = { ...empty, provider: 'builtin', model: models[0]?.id ?? 'builtin' }
      change(chosen)
      const asked = settingsOf(chosen, find('builtin'))
      isBusy.current = false
      return asked !== null && (await runTest(asked)) ? asked : null
    },
  }
}

/** Whether the server can call this address. */
export function isWebAddress(text: string): boolean {
  return /^https?:\/\//i.test(text) && URL.canParse(text)
}

function settingsOf(fields: ModelFields, provider: ProviderTile | null): ModelSettings | null {
  const baseUrl = fields.baseUrl.trim()
  if (provider === null || fields.model.trim() === '') return null
  if (provider.needsKey && fields.apiKey.trim() === '') return null
  if (provider.needsBaseUrl && !isWebAddress(baseUrl)) return null
  const parsed = modelSettingsSchema.safeParse({
    provider: provider.id,
    model: fields.model.trim(),
    api_key: fields.apiKey.trim() === '' ? null : fields.apiKey.trim(),
    ...(provider.needsBaseUrl && { base_url: baseUrl }),
  })
  return parsed.success ? parsed.data : null
}
