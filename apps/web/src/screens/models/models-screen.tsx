import type { EnvironmentStatus, PreferencesResponse } from '@parlance/contract'
import { useQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { environmentStatusQuery } from '../../api/environment-status.ts'
import { preferencesQuery } from '../../api/preferences.ts'
import { BudgetBanner } from '../../components/budget-banner.tsx'
import { LlmTab } from '../settings/llm-tab.tsx'
import { OrchestrationSection } from '../settings/orchestration-section.tsx'
import { SettingsPage } from '../settings/settings-page.tsx'
import { modelPages } from './model-pages.ts'

/** Which model answers, which one writes SQL, and what both may see. */
export function ModelsScreen() {
  const { t } = useTranslation()
  return (
    <SettingsPage title={t('Models')} pages={modelPages(t)}>
      <BudgetBanner isAdmin />
      <CurrentModels />
      <OrchestrationSection />
      <LlmTab />
    </SettingsPage>
  )
}

/** What applies to the next question. */
function CurrentModels() {
  const { t } = useTranslation()
  const status = useQuery(environmentStatusQuery).data
  const preferences = useQuery(preferencesQuery).data
  if (status === undefined || preferences === undefined) return null
  return (
    <section aria-label={t('Models in use')} className="max-w-[720px]">
      <dl className="grid gap-x-6 gap-y-2 rounded-(--r-panel) border border-line p-4 md:grid-cols-[160px_minmax(0,1fr)]">
        {factsOf(status, preferences, t).map(([name, value]) => (
          <div key={name} className="contents max-md:block">
            <dt className="text-muted">{name}</dt>
            <dd className="wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function factsOf(status: EnvironmentStatus, preferences: PreferencesResponse, t: TFunction): [string, string][] {
  const { orchestration_provider: provider, orchestration_model: model } = status
  if (provider === null) return [[t('Answers questions'), t('No model is selected.')]]
  if (provider === 'builtin') {
    return [[t('Answers questions'), t('The built-in engine. It also writes the SQL, and nothing leaves this server.')]]
  }
  const isSame = preferences.llm_provider === provider && preferences.llm_model === model
  return [
    [t('Answers questions'), model ?? provider],
    [t('Writes the SQL'), isSame ? t('The same model') : (preferences.llm_model ?? '')],
    [
      t('Result rows'),
      preferences.share_data_with_llm
        ? t('Shared with the models, so that they can write the answer.')
        : t('Not shared. The models see only names and types, and the server writes the answer.'),
    ],
  ]
}
