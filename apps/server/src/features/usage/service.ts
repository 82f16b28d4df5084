import { message, type PriceList, type PriceSettings, type UsageFilter, type UsageReport } from '@parlance/contract'
import type { AppContext } from '../../context/context.ts'
import type { Principal } from '../../http/principal.ts'
import { AppError, StartError } from '../../lib/errors.ts'
import type { ModelLedger } from '../../models/model-use.ts'
import type { AuditService } from '../audit/service.ts'
import type { SettingsService } from '../settings/service.ts'
import { createBudgets, type BudgetService } from './budgets.ts'
import { chosenWithoutPrice } from './chosen-prices.ts'
import { usageCsv } from './csv.ts'
import { createLedger } from './ledger.ts'
import { parsePriceList, PriceListError, readPriceFile } from './price-list.ts'
import { createPrices } from './prices.ts'
import { readUsage } from './report.ts'
import { createUsageRetention, type UsageRetention } from './retention.ts'

/** What model calls use and cost, and budgets for them. */
export interface UsageService {
  ledger: ModelLedger
  budgets: BudgetService
  retention: UsageRetention
  /** What the user may see: everything, or the own business areas. @throws AppError forbidden, bad_request */
  report(principal: Principal, filter: UsageFilter): Promise<UsageReport>
  /** The whole report as CSV, by the same rule. */
  exportCsv(principal: Principal, filter: UsageFilter): Promise<string>
  prices(): Promise<PriceSettings>
  /** @throws AppError bad_request with the place of the problem */
  uploadPrices(admin: Principal, text: string): Promise<PriceSettings>
  /** Returns to the operator's file or the product's own list. */
  removePrices(admin: Principal): Promise<PriceSettings>
  close(): Promise<void>
}

export interface UsageDependencies {
  settings: SettingsService
  audit: AuditService
}

/** @throws StartError if the operator's price list can't be used */
export function createUsageService(context: AppContext, { settings, audit }: UsageDependencies): UsageService {
  const { now, config } = context
  const prices = createPrices(context, { settings, file: readOperatorsFile(config.modelPricesPath) })
  const presentPrices = async (): Promise<PriceSettings> => {
    const current = await prices.current()
    return { ...current, unpriced_models: await chosenWithoutPrice(settings, current, now()) }
  }
  const replace = async (admin: Principal, list: PriceList | null): Promise<PriceSettings> => {
    await prices.replace(list, admin.userId)
    await audit.record({
      action: list === null ? 'settings.remove-prices' : 'settings.upload-prices',
      outcome: 'allowed',
      userId: admin.userId,
      detail: list === null ? {} : { prices: list.prices.length, currency: list.currency },
    })
    return presentPrices()
  }
  const retention = createUsageRetention(context)
  return {
    retention,
    ledger: createLedger(context, prices),
    budgets: createBudgets(context, { settings, audit, prices }),
    report: (principal, filter) => readUsage(context, principal, filter),
    exportCsv: async (principal, filter) => {
      const report = await readUsage(context, principal, filter, Infinity)
      const detail = { group: filter.group, filters: Object.keys(filter).join(', ') }
      await audit.record({ action: 'usage.export', outcome: 'allowed', userId: principal.userId, detail })
      return usageCsv(report)
    },
    prices: presentPrices,
    uploadPrices: async (admin, text) => replace(admin, parseUpload(text)),
    removePrices: (admin) => replace(admin, null),
    close: async () => {
      prices.close()
      await retention.close()
    },
  }
}

function parseUpload(text: string): PriceList {
  try {
    return parsePriceList(text)
  } catch (error) {
    if (!(error instanceof PriceListError)) throw error
    throw new AppError('bad_request', {
      detail: message('The price list is not valid. {problem}', { problem: error.text }),
      cause: error,
    })
  }
}

function readOperatorsFile(path: string | null): PriceList | null {
  if (path === null) return null
  try {
    return readPriceFile(path)
  } catch (error) {
    if (!(error instanceof PriceListError)) throw error
    throw new StartError(error.message, { cause: error })
  }
}
