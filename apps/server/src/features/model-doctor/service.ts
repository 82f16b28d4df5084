import { message } from '@parlance/contract'
import type { CheckEvent, CheckModelRequest, ModelReports, ModelRole, ModelSettings } from '@parlance/contract'
import type { AppContext } from '../../context/context.ts'
import type { Principal } from '../../http/principal.ts'
import { AppError } from '../../lib/errors.ts'
import type { AskSample } from '../../models/doctor/check.ts'
import type { ModelService } from '../../models/service.ts'
import type { ModelChoice } from '../../models/vendor.ts'
import type { AuditService } from '../audit/service.ts'
import type { ConnectionsService } from '../connections/service.ts'
import type { ModelMemory, SettingsService } from '../settings/service.ts'
import { agentEnvironment } from '../chat/service.ts'
import { sampleAsker } from './ask-sample.ts'

/** Checks models for administrators, and remembers the results. */
export interface ModelDoctor {
  /** The last checks of the models in use, and what a check costs. */
  reports(): Promise<ModelReports>
  /**
   * Prepares a check of the settings in a form, or of a stored model.
   * @returns the check, which reports its progress until it ends or the signal aborts
   * @throws AppError bad_request, model_not_configured
   */
  prepare(admin: Principal, request: CheckModelRequest): Promise<RunningCheck>
}

export type RunningCheck = (onEvent: (event: CheckEvent) => Promise<void>, signal: AbortSignal) => Promise<void>

type AgentDependencies = Parameters<typeof agentEnvironment>[1]

export interface ModelDoctorDependencies extends AgentDependencies {
  settings: SettingsService
  models: ModelService
  memory: ModelMemory
  connections: ConnectionsService
  audit: AuditService
}

export function createModelDoctor(context: AppContext, dependencies: ModelDoctorDependencies): ModelDoctor {
  const { settings, models, memory, audit } = dependencies
  const environment = agentEnvironment(context, dependencies)

  async function storedChoice(role: ModelRole): Promise<ModelChoice | null> {
    const chosen = role === 'sql_model' ? await settings.sqlModel() : await settings.orchestration()
    if (chosen === null || chosen.provider === 'builtin') return null
    const { provider, model, baseUrl, apiKey } = chosen
    return { provider, model, baseUrl, apiKey: apiKey?.reveal() ?? null }
  }

  async function reportOf(role: ModelRole) {
    // Without a separate model for SQL, the model that answers writes it, too.
    const choice = (await storedChoice(role)) ?? (await storedChoice('orchestration'))
    return choice && memory.reportOf(choice)
  }

  /** The form's settings, with the stored address and key if the form leaves them empty for the same provider. */
  async function choiceOf(request: CheckModelRequest): Promise<ModelChoice> {
    const role = request.role ?? 'orchestration'
    const stored = (await storedChoice(role)) ?? (await storedChoice('orchestration'))
    if (request.provider === undefined) {
      if (stored === null) throw new AppError('model_not_configured')
      return stored
    }
    if (request.provider === 'builtin')
      throw new AppError('bad_request', { detail: message('The built-in engine needs no check. It always works.') })
    const given: ModelSettings = {
      provider: request.provider,
      model: request.model ?? '',
      api_key: request.api_key,
      base_url: request.base_url ?? (stored?.provider === request.provider ? stored.baseUrl : null),
    }
    const provider = models.list()[given.provider]
    const { complete } = await settings.completeOrchestration(given, provider, undefined, role)
    const { model, api_key: apiKey, base_url: baseUrl } = complete
    return { provider: request.provider, model, apiKey, baseUrl }
  }

  async function askSampleAs(admin: Principal): Promise<AskSample | null> {
    const sample = await dependencies.connections.findByOrigin('sample')
    return sample && sampleAsker(environment, { principal: admin, connectionId: sample.id })
  }

  return {
    reports: async () => ({
      plan: await models.checkPlan(),
      orchestration: await reportOf('orchestration'),
      sql_model: await reportOf('sql_model'),
    }),
    prepare: async (admin, request) => {
      const choice = await choiceOf(request)
      const askSample = await askSampleAs(admin)
      const record = (detail: Record<string, string | number | boolean>) =>
        audit.record({
          action: 'settings.check-model',
          outcome: 'allowed',
          userId: admin.userId,
          detail: { provider: choice.provider, model: choice.model, ...detail },
        })
      return async (onEvent, signal) => {
        await models.check(choice, {
          signal,
          userId: admin.userId,
          now: context.now,
          askSample,
          onEvent: async (event) => {
            if (event.type === 'report') {
              const { report } = event
              await memory.storeReport(choice, report, admin.userId)
              await record({ passed: report.passed, total: report.total })
            }
            await onEvent(event)
          },
        })
        if (signal.aborted) await record({ cancelled: true })
      }
    },
  }
}
