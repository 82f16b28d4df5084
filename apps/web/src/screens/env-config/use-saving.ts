import type { ModelSettings } from '@parlance/contract'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { saveAll } from '../../api/env-config.ts'
import { ApiError } from '../../lib/api-error.ts'
import type { DatabaseForm } from './use-database-form.ts'
import type { ModelForm } from './use-model-form.ts'

interface SavingOptions {
  model: ModelForm
  database: DatabaseForm
  /** A model is configured with its key, so its form may stay empty. */
  isConfigured: boolean
  onSaved: (message: string) => void
  onFailed: () => void
}

/** Saves both forms at once, or moves to what is missing. */
export function useSaving({ model, database, isConfigured, onSaved, onFailed }: SavingOptions) {
  const { t } = useTranslation()
  const [isRefused, setRefused] = useState(false)
  const [revealModel, setRevealModel] = useState(0)
  const save = useMutation({
    mutationFn: ({ settings }: { settings: ModelSettings | null; isFirst: boolean }) =>
      saveAll(settings, database.request),
    onSuccess: (answer) => onSaved(answer.message),
    onError: onFailed,
  })
  const isSkipped = isConfigured && model.fields.provider === null
  const isModelReady = isSkipped || model.tested
  const isReady = isModelReady && !database.blocksSaving

  const submit = (settings: ModelSettings | null) => {
    setRefused(false)
    if (!save.isPending) save.mutate({ settings, isFirst: !isConfigured })
  }
  const refuse = () => {
    setRefused(true)
    if (!isModelReady) setRevealModel(revealModel + 1)
    else void database.test()
  }
  const messageOf = (error: Error) =>
    error instanceof ApiError
      ? t('Failed to save configuration: {reason}', { reason: error.message })
      : t('Failed to save configuration: the server did not respond. Try again.')
  return {
    /** The configured model stays unchanged. */
    isSkipped,
    /** Something was missing at the last click, and still is. */
    isRefused: isRefused && !isReady,
    /** Increases with each click that found the model missing. */
    revealModel,
    isPending: save.isPending,
    failure: save.isError ? messageOf(save.error) : null,
    /** The failed request still saved the first model. */
    hasSavedModel: save.isError && save.variables.isFirst && isConfigured,
    save: () => (isReady ? submit(isSkipped ? null : model.settings) : refuse()),
    saveBuiltin: async () => {
      setRefused(false)
      const settings = await model.chooseBuiltin()
      if (settings === null) return
      if (!database.blocksSaving) submit(settings)
      else {
        setRefused(true)
        void database.test()
      }
    },
  }
}
