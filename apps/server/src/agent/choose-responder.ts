import { AppError } from '../lib/errors.ts'
import type { ModelService } from '../models/service.ts'
import type { ChosenModel, ModelHandle } from '../models/vendor.ts'
import type { Responder } from './contract.ts'
import type { CallPreferences } from './model-call.ts'

/**
 * What answers questions, as an administrator chose it.
 * @param sqlModel the model that writes the SQL, where it is another one
 * @throws AppError model_not_configured while nothing was chosen, or what was chosen lacks its key or address
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
  const { createModelResponder } = await import('./model-responder.ts')
  return createModelResponder({ lead, sql: sqlModel && (await handleOf(sqlModel, models)) }, preferences)
}

/** Null for the built-in engine, which is no model. */
async function handleOf(
  { provider, model, baseUrl, apiKey }: ChosenModel,
  models: Pick<ModelService, 'create'>,
): Promise<ModelHandle | null> {
  if (provider === 'builtin') return null
  return models.create({ provider, model, baseUrl, apiKey: apiKey?.reveal() ?? null })
}

/** The built-in engine; it is large and loaded when it is first asked, as each model is. */
export async function builtinResponder(): Promise<Responder> {
  return (await import('./builtin-responder.ts')).builtinResponder
}
