import { message } from '@parlance/contract'
import type { AuditChange, ModelProvider, ModelSettings, ProviderId } from '@parlance/contract'
import type { Kysely, Transaction } from 'kysely'
import { AppError } from '../../lib/errors.ts'
import type { Principal } from '../../http/principal.ts'
import type { ModelService } from '../../models/service.ts'
import type { ChosenModel } from '../../models/vendor.ts'
import type { ModelTestResult } from '../../models/test-model.ts'
import type { Database } from '../../store/schema.ts'
import { changesBetween, hiddenChange, type AuditService } from '../audit/service.ts'
import type { PassedTests } from './passed-tests.ts'
import type { CompleteModelSettings, ModelRole, SettingsService } from './stored-settings.ts'

/** A tested model that its caller can store in any transaction. */
export interface TestedModel {
  store(db: Kysely<Database> | Transaction<Database>): Promise<void>
  /** Call it after storing the model. */
  record(): Promise<void>
}

/** Chooses the model that answers questions. Only a model that passed a test is stored. */
export interface ModelChoiceService {
  /** Tests the settings in the form. An empty key means the stored one. Never throws. */
  test(admin: Principal, settings: ModelSettings, signal: AbortSignal): Promise<ModelTestResult>
  /**
   * Makes sure that the settings passed a test: the caller's last one, or one that runs now.
   * @param options.mustDiffer refuse the current choice
   * @param options.role defaults to the model that answers
   * @throws AppError bad_request with what is missing, or why the test failed
   */
  prepare(
    admin: Principal,
    settings: ModelSettings,
    signal: AbortSignal,
    options?: { mustDiffer?: boolean; role?: ModelRole },
  ): Promise<TestedModel>
}

export interface ModelChoiceDependencies {
  settings: SettingsService
  models: Pick<ModelService, 'list' | 'test'>
  tests: PassedTests
  audit: AuditService
}

export function createModelChoice({ settings, models, tests, audit }: ModelChoiceDependencies): ModelChoiceService {
  async function runTest(admin: Principal, complete: CompleteModelSettings, signal: AbortSignal) {
    const result = await models.test(complete, signal, admin.userId)
    if (result.success) await tests.remember('model', admin.userId, { ...complete })
    return result
  }

  return {
    test: async (admin, given, signal) => {
      try {
        const { complete } = await settings.completeOrchestration(given, providerOf(models.list(), given))
        return await runTest(admin, complete, signal)
      } catch (error) {
        if (!(error instanceof AppError)) throw error
        return { success: false, message: error.text, fault: null }
      }
    },
    prepare: async (admin, given, signal, { mustDiffer = false, role = 'orchestration' } = {}) => {
      const provider = providerOf(models.list(), given)
      const { complete, isUnchanged } = await settings.completeOrchestration(given, provider, undefined, role)
      if (mustDiffer && isUnchanged) {
        throw new AppError('bad_request', {
          detail: message('No changes to save. Either change the model or provide a new API key.'),
        })
      }
      if (!isUnchanged && !(await tests.hasPassed('model', admin.userId, { ...complete }))) {
        const tested = await runTest(admin, complete, signal)
        if (!tested.success) throw new AppError('bad_request', { detail: tested.message })
      }
      const [before, beforeSql] = [await settings.orchestration(), await settings.sqlModel()]
      const old = role === 'sql_model' ? (beforeSql ?? before) : before
      return {
        store: (db) =>
          role === 'sql_model'
            ? settings.chooseSqlModel(complete, admin.userId, db)
            : settings.chooseOrchestration(complete, provider, admin.userId, db),
        record: () =>
          audit.record({
            action: role === 'sql_model' ? 'settings.choose-sql-model' : 'settings.choose-model',
            outcome: 'allowed',
            userId: admin.userId,
            detail: { provider: complete.provider, model: complete.model, new_key: Boolean(given.api_key) },
            changes: modelChanges(old, complete, Boolean(given.api_key)),
          }),
      }
    },
  }
}

function modelChanges(before: ChosenModel | null, after: CompleteModelSettings, hasNewKey: boolean): AuditChange[] {
  const changes = changesBetween(
    { provider: before?.provider ?? null, model: before?.model ?? null, base_url: before?.baseUrl ?? null },
    { provider: after.provider, model: after.model, base_url: after.base_url },
  )
  return hasNewKey ? [...changes, hiddenChange('new_key')] : changes
}

function providerOf(all: Record<ProviderId, ModelProvider>, { provider }: ModelSettings): ModelProvider {
  return all[provider]
}
