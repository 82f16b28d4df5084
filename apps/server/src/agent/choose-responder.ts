import { AppError } from '../errors.ts'
import type { Orchestration } from '../features/settings/service.ts'
import type { ModelService } from '../models/service.ts'
import type { Responder } from './contract.ts'
import type { CallPreferences } from './model-call.ts'

/**
 * What answers questions, as an administrator chose it.
 * @throws AppError model_not_configured while nothing was chosen, or what was chosen lacks its key or address
 */
export async function chooseResponder(
  chosen: Orchestration | null,
  preferences: CallPreferences,
  models: Pick<ModelService, 'create'>,
): Promise<Responder> {
  if (!chosen) throw new AppError('model_not_configured')
  const { provider, model, baseUrl } = chosen
  if (provider === 'builtin') return builtinResponder()
  const { createModelResponder } = await import('./model-responder.ts')
  const handle = await models.create({ provider, model, baseUrl, apiKey: chosen.apiKey?.reveal() ?? null })
  return createModelResponder(handle, preferences)
}

/** The built-in engine; it is large and loaded when it is first asked, as each model is. */
export async function builtinResponder(): Promise<Responder> {
  return (await import('./builtin-responder.ts')).builtinResponder
}
