import type { Application, EnvironmentStatus, ModelProvider, ModelSettings, ProviderId } from '@parlance/contract'
import type { AppContext } from '../../context.ts'
import { AppError } from '../../errors.ts'
import type { Principal } from '../../http/principal.ts'
import type { AuditService } from '../audit/service.ts'
import { ensureSample } from './provision.ts'
import type { ProvisionDependencies } from './provision.ts'

export interface SampleDatabase {
  connectionId: string
  application: Application
  path: string
  tableCount: number
}

export interface WizardService {
  status(): Promise<EnvironmentStatus>
  /** Chooses the model that answers questions. */
  chooseModel(principal: Principal, settings: ModelSettings): Promise<void>
  createSample(): Promise<SampleDatabase>
}

export interface WizardDependencies extends ProvisionDependencies {
  audit: AuditService
  providers: () => Record<ProviderId, ModelProvider>
}

export function createWizardService(context: AppContext, dependencies: WizardDependencies): WizardService {
  const { settings, audit, providers } = dependencies
  return {
    status: async () => {
      const chosen = await settings.orchestration()
      const provider = chosen === null ? null : providers()[chosen.provider]
      const [databaseType = null] = await dependencies.connections.testedKinds()
      return {
        orchestration_configured: chosen !== null,
        // The built-in engine needs no key, and a compatible server's key may be empty: both count as having one.
        orchestration_has_api_key: chosen !== null && (chosen.apiKey !== null || provider?.needs_key === false),
        orchestration_provider: chosen?.provider ?? null,
        orchestration_model: chosen?.model ?? null,
        database_type: databaseType,
        email_backend: 'console',
        email_configured: false,
      }
    },
    chooseModel: async (principal, chosen) => {
      const provider = providers()[chosen.provider]
      if (provider === undefined) throw new AppError('bad_request', { detail: 'Please select both provider and model' })
      await settings.chooseOrchestration(chosen, provider, principal.userId)
      await audit.record({
        action: 'settings.choose-model',
        outcome: 'allowed',
        userId: principal.userId,
        detail: { provider: chosen.provider, model: chosen.model },
      })
    },
    createSample: () => ensureSample(context, dependencies),
  }
}
