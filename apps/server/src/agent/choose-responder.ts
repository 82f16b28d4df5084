import { AppError } from '../lib/errors.ts'
import { contextWindow } from '../models/context-window.ts'
import type { ModelService } from '../models/service.ts'
import type { ChosenModel, ModelHandle } from '../models/vendor.ts'
import type { Responder } from './contract.ts'
import type { CallPreferences } from './model-call.ts'

/**
 * Returns whatever the administrator chose to answer questions.
 * @param sqlModel the model that writes the SQL, if it is a different one
 * @throws AppError model_not_configured if nothing was chosen, or the choice lacks its key or address
 */
export async function chooseResponder(
  chosen: ChosenModel | null,
  preferences: CallPreferences,
  models: Pick<ModelService, 'create'>,
  sqlModel: ChosenModel | null = null,
): Promise<Responder> {
  if (!chosen) throw new AppError('model_not_configured')
  const lead = await handleOf(chosen, models)
  if (!lead) return builtinResponder()
  const sql = sqlModel && (await handleOf(sqlModel, models))
  const windows = [lead, ...(sql ? [sql] : [])].map(windowOf)
  const { fitToWindow } = await import('./prompt-budget.ts')
  const { createModelResponder } = await import('./model-responder.ts')
  const window = Math.min(...windows)
  return createModelResponder({ lead, sql }, ({ definitions }) =>
    fitToWindow(preferences, window, { hasDefinitions: definitions !== null }),
  )
}

/** As the model's server reported it, or else as listed. */
function windowOf({ provider, id, traits }: ModelHandle): number {
  return contextWindow({ provider, model: id }, traits.current.contextTokens)
}

/** Null for the built-in engine, which isn't a model. */
async function handleOf(
  { provider, model, baseUrl, apiKey }: ChosenModel,
  models: Pick<ModelService, 'create'>,
): Promise<ModelHandle | null> {
  if (provider === 'builtin') return null
  return models.create({ provider, model, baseUrl, apiKey: apiKey?.reveal() ?? null })
}

/** Loads the built-in engine on first use because it is large; models load the same way. */
export async function builtinResponder(): Promise<Responder> {
  return (await import('./builtin-responder.ts')).builtinResponder
}
