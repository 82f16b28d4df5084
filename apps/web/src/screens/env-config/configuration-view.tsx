import type { ModelSettings } from '@parlance/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { configurationsQuery } from '../../api/databases.ts'
import { saveAll } from '../../api/env-config.ts'
import { describeError } from '../../lib/api-error.ts'
import { Note } from '../../ui/note.tsx'
import { DatabaseSection } from './database-section.tsx'
import { ModelSection } from './model-section.tsx'
import { StatusPanel } from './status-panel.tsx'
import { useDatabaseForm } from './use-database-form.ts'
import { useModelForm } from './use-model-form.ts'

interface ConfigurationViewProps {
  checkFailed: boolean
  onSaved: (message: string) => void
}

/** The wizard's two sections, its status panel and the save button. */
export function ConfigurationView({ checkFailed, onSaved }: ConfigurationViewProps) {
  const { t } = useTranslation()
  const model = useModelForm()
  const database = useDatabaseForm()
  const databases = useQuery(configurationsQuery)
  const [refused, setRefused] = useState(false)
  const save = useMutation({
    mutationFn: (settings: ModelSettings) => saveAll(settings, database.request),
    onSuccess: (answer) => onSaved(answer.message),
  })

  const handleSave = () => {
    const settings = model.settings
    const isReady = settings !== null && model.tested && !database.blocksSaving
    setRefused(!isReady)
    if (isReady) save.mutate(settings)
  }
  const handleBuiltin = async () => {
    setRefused(false)
    const settings = await model.chooseBuiltin()
    if (settings === null) return
    if (database.blocksSaving) setRefused(true)
    else save.mutate(settings)
  }

  return (
    <>
      <div className="page-h">
        <div>
          <h1>{t('Set up Parlance')}</h1>
          <p>{t('Choose who writes the SQL. It can be changed later.')}</p>
        </div>
      </div>
      {checkFailed && <Note tone="danger">{t('Failed to check configuration status')}</Note>}
      {refused && <Note tone="danger">{t('Please complete all requirements before saving')}</Note>}
      {save.isError && (
        <Note tone="danger">{`${t('Failed to save configuration')}: ${describeError(save.error, t('the server did not answer'))}`}</Note>
      )}
      <div className="lay">
        <div>
          <ModelSection model={model} saving={save.isPending} onBuiltin={() => void handleBuiltin()} />
          <DatabaseSection databases={databases} form={database} />
        </div>
        <StatusPanel
          model={model}
          database={database}
          databases={databases.data ?? []}
          saving={save.isPending}
          onSave={handleSave}
        />
      </div>
    </>
  )
}
