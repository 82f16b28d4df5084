import { evaluationModelSchema, message } from '@parlance/contract'
import type { EvaluationModel } from '@parlance/contract'
import { chooseResponder } from '../../agent/choose-responder.ts'
import type { Responder } from '../../agent/contract.ts'
import type { AgentEnvironment } from '../../agent/prepare-turn.ts'
import { createValueLookup } from '../../agent/value-lookup.ts'
import type { QueryDoor } from '../../door/contract.ts'
import type { Principal } from '../../http/principal.ts'
import { AppError } from '../../lib/errors.ts'
import { Secret } from '../../secrets/secret.ts'
import type { EvaluationRunRow } from '../../store/schema.ts'
import { agentEnvironment, draftEnvironment } from '../chat/service.ts'
import type { EvaluationCore } from './core.ts'
import { keyOf } from './question-rows.ts'

/** Where and as whom the questions of a run are asked. All access was checked when it was made. */
export interface RunPlace {
  principal: Principal
  connectionId: string
  areaId: string
  door: QueryDoor
  environment: AgentEnvironment
  /** The date that 'today' and `:today` refer to. */
  today: string
}

export type RunTarget = Pick<
  EvaluationRunRow,
  'started_by' | 'run_as' | 'connection_id' | 'model' | 'has_own_model' | 'today' | 'draft_revision'
>

/**
 * Finds the place of a run's next question, with everyone's current rights.
 * @throws AppError with the reason why the run can't continue
 */
export async function findRunPlace(core: EvaluationCore, areaId: string, run: RunTarget): Promise<RunPlace> {
  const starter = await activeUser(core, run.started_by)
  const acting = await core.areaPreviews.actAs(starter, areaId, {
    userId: run.run_as,
    connectionId: run.connection_id,
  })
  if (!acting.mayUse) {
    throw new AppError('area_unavailable', {
      detail: message('The user of this run can no longer ask questions in this business area. Choose another user.'),
    })
  }
  const { person: principal, connectionId, door, scope } = acting
  if (run.draft_revision !== null) await requireDraft(core, starter, { areaId, revision: run.draft_revision })
  const { config } = core.context
  const published = agentEnvironment({ now: () => new Date(`${run.today}T12:00:00.000Z`), config }, core)
  // The user who started the run may edit the area. The user that it asks as may not.
  const agents = run.draft_revision === null ? published : draftEnvironment(published, core, starter)
  const responder = () => responderOf(core, run)
  const environment: AgentEnvironment = {
    ...agents,
    door,
    scopeOf: async () => scope,
    lookUpValues: createValueLookup(() => core.context.now().getTime(), core.stored),
    // The example of a question would give its answer away.
    examplesOf: async (place, question) => {
      const examples = (await agents.examplesOf?.(place, question)) ?? []
      return examples.filter((example) => keyOf(example.question, null) !== keyOf(question, null))
    },
    responder,
  }
  return { principal, connectionId, areaId, door, environment, today: run.today }
}

/** A run asks all of its questions in the same draft. */
async function requireDraft(
  { areas }: EvaluationCore,
  starter: Principal,
  { areaId, revision }: { areaId: string; revision: string },
): Promise<void> {
  const draft = await areas.drafts.read(starter, areaId)
  if (draft.revision === revision) return
  throw new AppError('area_unavailable', {
    detail: message('The draft was changed while this run was in progress. Start a new run.'),
  })
}

async function activeUser({ users }: EvaluationCore, id: string | null): Promise<Principal> {
  const user = id === null ? null : await users.find(id)
  if (user === null) {
    throw new AppError('not_authenticated', { detail: message('The user who started this run no longer exists.') })
  }
  if (user.status === 'A' && user.is_active === 1) return users.principalOf(user)
  throw new AppError('account_inactive', {
    detail: message('The account of the user who started this run is deactivated.'),
  })
}

async function responderOf(core: EvaluationCore, run: RunTarget): Promise<Responder> {
  const { settings, models } = core
  const wanted = evaluationModelSchema.parse(JSON.parse(run.model))
  const { temperature, max_tokens } = await settings.preferences()
  const preferences = {
    temperature,
    maxTokens: max_tokens,
    schemaCharacters: core.context.config.limits.schemaCharacters,
  }
  if (run.has_own_model === 1) {
    const complete = await completeModel(core, wanted)
    return chooseResponder(complete, preferences, models)
  }
  const chosen = await settings.orchestration()
  if (chosen === null) throw new AppError('model_not_configured')
  if (chosen.provider !== wanted.provider || chosen.model !== wanted.model) {
    throw new AppError('model_not_configured', {
      detail: message('Another model was chosen while this run was in progress. Start a new run.'),
    })
  }
  return chooseResponder(chosen, preferences, models, await settings.sqlModel())
}

/**
 * Adds the stored API key to the model of a run.
 * @throws AppError model_not_configured if none is stored for it
 */
export async function completeModel(
  { settings, models }: EvaluationCore,
  { provider, model, base_url }: EvaluationModel,
) {
  const wanted = { provider, model, base_url: base_url ?? null }
  const entry = models.list()[provider]
  const { complete } = await settings
    .completeOrchestration(wanted, entry, undefined, 'sql_model')
    .catch((error: unknown) => {
      if (!(error instanceof AppError)) throw error
      throw new AppError('model_not_configured', {
        detail: message(
          'No API key is stored for this model. Runs use the keys of the models that an administrator chose.',
        ),
        cause: error,
      })
    })
  return {
    provider: complete.provider,
    model: complete.model,
    apiKey: complete.api_key === null ? null : new Secret(complete.api_key),
    baseUrl: complete.base_url,
  }
}
