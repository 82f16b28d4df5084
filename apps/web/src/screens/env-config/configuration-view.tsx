import type { EnvironmentStatus } from '@parlance/contract'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { configurationsQuery } from '../../api/databases.ts'
import { ApiError } from '../../lib/api-error.ts'
import { Button } from '../../ui/button.tsx'
import { Note } from '../../ui/note.tsx'
import { DatabaseSection } from './database-section.tsx'
import { ModelSection } from './model-section.tsx'
import { providerName, type ProviderTile } from './providers.ts'
import { StatusPanel } from './status-panel.tsx'
import { useDatabaseForm } from './use-database-form.ts'
import { useModelForm } from './use-model-form.ts'
import { useSaving } from './use-saving.ts'
import { PageHead } from '../../components/page.tsx'

interface ConfigurationViewProps {
  status: UseQueryResult<EnvironmentStatus>
  /** A model is selected and has its key. */
  isConfigured: boolean
  onSaved: (message: string) => void
  onSaveFailed: () => void
}

/** The wizard's two sections, its status panel and the save button. */
export function ConfigurationView({ status, isConfigured, onSaved, onSaveFailed }: ConfigurationViewProps) {
  const { t } = useTranslation()
  const model = useModelForm()
  const database = useDatabaseForm()
  const databases = useQuery(configurationsQuery)
  const saving = useSaving({ model, database, isConfigured, onSaved, onFailed: onSaveFailed })
  const configured = isConfigured ? nameOf(status.data, model.providers, t) : null

  return (
    <>
      <PageHead className="pt-10! max-[901px]:pt-6!">
        <div>
          <h1>{t('Set up Parlance')}</h1>
          <p>{t('Choose an AI model and connect a database. You can change both later.')}</p>
        </div>
      </PageHead>
      {status.isError && <CheckFailure status={status} />}
      <div className="grid grid-cols-[minmax(0,1fr)_272px] items-start gap-14 max-[901px]:grid-cols-[minmax(0,1fr)] max-[901px]:gap-6">
        <div>
          <ModelSection
            model={model}
            saving={saving.isPending}
            configured={configured}
            reveal={saving.revealModel}
            onBuiltin={() => void saving.saveBuiltin()}
          />
          <DatabaseSection databases={databases} form={database} />
        </div>
        <StatusPanel
          model={model}
          configured={saving.isSkipped ? configured : null}
          database={database}
          databases={databases.data ?? []}
          saving={saving.isPending}
          onSave={saving.save}
        >
          {saving.isRefused && <Note tone="danger">{t('Please complete all requirements before saving')}</Note>}
          {saving.failure !== null && (
            <Note tone="danger">
              <p>{saving.failure}</p>
              {saving.hasSavedModel && <p>{t('The AI model was saved.')}</p>}
            </Note>
          )}
        </StatusPanel>
      </div>
    </>
  )
}

function CheckFailure({ status }: { status: UseQueryResult<EnvironmentStatus> }) {
  const { t } = useTranslation()
  const detail = status.error instanceof ApiError ? status.error.serverText : null
  return (
    <Note tone="danger">
      <p>{t('Failed to check configuration status')}</p>
      {detail !== null && <p>{detail}</p>}
      <Button size="small" className="mt-2" disabled={status.isFetching} onClick={() => void status.refetch()}>
        {t('Check again')}
      </Button>
    </Note>
  )
}

/** The name of the current model. */
function nameOf(status: EnvironmentStatus | undefined, providers: ProviderTile[], t: TFunction): string {
  const id = status?.orchestration_provider ?? ''
  const provider = providers.find((known) => known.id === id)
  const name = provider === undefined ? id : providerName(provider, t)
  return [name, id === 'builtin' ? '' : (status?.orchestration_model ?? '')].filter((part) => part !== '').join(' · ')
}
