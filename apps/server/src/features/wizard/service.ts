import { message } from '@parlance/contract'
import type {
  ConnectionTestResult,
  EnvironmentStatus,
  ModelProvider,
  ModelSettings,
  ProviderId,
  SaveAllRequest,
  WizardDatabase,
} from '@parlance/contract'
import type { Transaction } from 'kysely'
import type { AppContext } from '../../context/context.ts'
import { AppError } from '../../lib/errors.ts'
import type { Principal } from '../../http/principal.ts'
import type { Database } from '../../store/schema.ts'
import type { EmailService } from '../email/service.ts'
import type { ModelChoiceService } from '../settings/service.ts'
import { addWizardDatabase, testWizardDatabase } from './database.ts'
import { ensureSample } from './provision.ts'
import type { ProvisionDependencies, SampleDatabase } from './provision.ts'

export interface WizardService {
  status(): Promise<EnvironmentStatus>
  /**
   * Chooses the model that answers questions after it passed a test.
   * @throws AppError bad_request, also if it is the current choice
   */
  chooseModel(principal: Principal, settings: ModelSettings, signal: AbortSignal): Promise<void>
  /** Tests the connection in the form and stores nothing. @throws AppError bad_request, forbidden, not_found */
  testDatabase(form: WizardDatabase): Promise<ConnectionTestResult>
  /**
   * Finishes the setup completely or not at all, with a tested model and the form's database as the caller's own. The
   * database is tested afterwards, and selected if it can be used.
   * @throws AppError bad_request while the model is missing
   */
  saveAll(principal: Principal, request: SaveAllRequest, signal: AbortSignal): Promise<void>
  createSample(): Promise<SampleDatabase>
}

export interface WizardDependencies extends ProvisionDependencies {
  choice: ModelChoiceService
  email: Pick<EmailService, 'backend'>
  providers: () => Record<ProviderId, ModelProvider>
}

export function createWizardService(context: AppContext, dependencies: WizardDependencies): WizardService {
  const { settings, choice, providers, email } = dependencies
  const status = async () => {
    const chosen = await settings.orchestration()
    const provider = chosen === null ? null : providers()[chosen.provider]
    const backend = await email.backend()
    const [databaseType = null] = await dependencies.connections.testedKinds()
    return {
      orchestration_configured: chosen !== null,
      // The built-in engine needs no key, and a compatible server's key may be empty. Both are treated as having one.
      orchestration_has_api_key: chosen !== null && (chosen.apiKey !== null || provider?.needs_key === false),
      orchestration_provider: chosen?.provider ?? null,
      orchestration_model: chosen?.model ?? null,
      database_type: databaseType,
      email_backend: backend,
      email_configured: backend === 'smtp',
    }
  }

  return {
    status,
    chooseModel: async (principal, chosen, signal) => {
      const model = await choice.prepare(principal, chosen, signal, { mustDiffer: true })
      await context.store.transaction((transaction) => model.store(transaction))
      await model.record()
    },
    saveAll: async (principal, { orchestration, database }, signal) => {
      if (!orchestration && !(await status()).orchestration_has_api_key) {
        throw new AppError('bad_request', { detail: message('Please complete all requirements before saving') })
      }
      const model = orchestration ? await choice.prepare(principal, orchestration, signal) : null
      const storeModel = async (transaction: Transaction<Database>) => model?.store(transaction)
      if (database) await addWizardDatabase(dependencies, principal, database, storeModel)
      else await context.store.transaction(storeModel)
      await model?.record()
    },
    testDatabase: (form) => testWizardDatabase(dependencies, form),
    createSample: () => ensureSample(context, dependencies),
  }
}
