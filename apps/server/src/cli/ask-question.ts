import { message } from '@parlance/contract'
import { builtinResponder, chooseResponder } from '../agent/choose-responder.ts'
import type { Responder } from '../agent/contract.ts'
import { ModelMeter } from '../agent/model-meter.ts'
import { prepareTurn } from '../agent/prepare-turn.ts'
import { runTurn } from '../agent/turn.ts'
import { createValueLookup, type ValueLookup } from '../agent/value-lookup.ts'
import type { Config } from '../config/config.ts'
import { AppError } from '../lib/errors.ts'
import type { ChosenModel } from '../models/vendor.ts'
import { createModelService } from '../models/service.ts'
import type { AskArguments } from './ask-arguments.ts'
import type { Asked } from './ask-output.ts'
import type { AskPlace } from './ask-place.ts'

/** A question, and the model that answers it. */
export type QuestionOptions = Pick<AskArguments, 'question' | 'provider' | 'model' | 'baseUrl'>

export interface AskContext {
  config: Config
  signal: AbortSignal
  /** Shared by several questions; defaults to one of its own. */
  lookUpValues?: ValueLookup
  /** Defaults to the clock. */
  now?: () => Date
  /** Counts the model calls. */
  meter?: ModelMeter
}

/**
 * Asks one question through the server's own pipeline.
 * @throws AppError with one line for the user
 */
export async function askQuestion(
  place: AskPlace,
  options: QuestionOptions,
  { config, signal, lookUpValues = createValueLookup(), now = () => new Date(), meter = new ModelMeter() }: AskContext,
): Promise<Asked> {
  const started = performance.now()
  const preferences = await place.preferences()
  let responder: Responder | null = null
  const environment = {
    door: place.door,
    ...place.environment,
    lookUpValues,
    warmParsers: place.warmParsers,
    ...place.knowledge,
    databaseName: () => place.databaseName(),
    sharesData: async () => preferences.shareData,
    responder: async () => {
      const chosen = chooseModel(options, await place.chosen(), config)
      const { schemaCharacters } = config.limits
      return (responder = await chooseResponder(chosen, { ...preferences, schemaCharacters }, place.models))
    },
    now,
  }
  const channel = { emit: () => undefined, signal, meter }
  const { principal, connectionId, areaId } = place
  const asked = { question: options.question, principal, connectionId, areaId, history: [] }
  const end = await runTurn(channel, () => prepareTurn(environment, asked, channel))
  if (end.error) throw end.error
  if (!end.answer) throw new AppError('query_cancelled')
  const provider = nameOf(responder)
  return { question: options.question, answer: end.answer, provider, ms: Math.round(performance.now() - started) }
}

/** Loads the built-in engine before the question needs it. */
export async function loadBuiltinEngine(): Promise<void> {
  await builtinResponder()
}

function nameOf(responder: Responder | null): string {
  if (!responder) return 'none'
  return responder.provider === 'builtin' ? 'builtin' : `${responder.provider}/${responder.name}`
}

/** Uses the options first, then the administrator's choice, then the built-in engine. */
export function chooseModel(
  options: Omit<QuestionOptions, 'question'>,
  chosen: ChosenModel | null,
  config: Config,
): ChosenModel {
  const provider = options.provider ?? chosen?.provider ?? 'builtin'
  if (provider === 'builtin' && options.model !== null) {
    throw new AppError('bad_request', { detail: message('Use --provider to choose the provider of the model.') })
  }
  if (provider === 'builtin') return { provider, model: 'builtin', apiKey: null, baseUrl: null }
  const stored = chosen?.provider === provider ? chosen : null
  const firstOffered = createModelService().list()[provider].models[0]?.id
  const model = options.model ?? stored?.model ?? (provider === 'openai-compatible' ? undefined : firstOffered)
  if (!model)
    throw new AppError('model_not_configured', {
      detail: message('Use --model to choose a model of {provider}.', { provider }),
    })
  const environmentUrl = provider === 'openai-compatible' ? config.models.compatibleBaseUrl : null
  return {
    provider,
    model,
    apiKey: config.models.keys[provider] ?? stored?.apiKey ?? null,
    baseUrl: options.baseUrl ?? stored?.baseUrl ?? environmentUrl,
  }
}
