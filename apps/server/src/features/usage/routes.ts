import {
  budgetListSchema,
  budgetRequestSchema,
  budgetSchema,
  message,
  messageResponseSchema,
  priceSettingsSchema,
  uploadPricesRequestSchema,
  usageFilterSchema,
  usageReportSchema,
  wireMessage,
} from '@parlance/contract'
import { z } from 'zod'
import { route } from '../../http/route.ts'
import type { RouteDefinition } from '../../http/route.ts'
import type { UsageService } from './service.ts'

const base = '/api/v1/model-usage'
const prices = '/api/v1/model-prices'
const budgetUrl = '/api/v1/model-budgets'
const idParams = z.object({ id: z.string().max(200) })

export function usageRoutes(usage: UsageService, now: () => Date): RouteDefinition[] {
  return [...reportRoutes(usage, now), ...priceRoutes(usage), ...budgetRoutes(usage)]
}

function reportRoutes(usage: UsageService, now: () => Date): RouteDefinition[] {
  return [
    route({
      method: 'GET',
      url: base,
      operationId: 'getModelUsage',
      summary: 'Get what model calls used and cost',
      description:
        'Sums by day, user, area, connection, model, or purpose. Without days, the last 30. Owners of business areas get the sums of their own areas by day, area, model, or purpose.',
      access: 'user',
      query: usageFilterSchema,
      response: usageReportSchema,
      handler: ({ principal, query }) => usage.report(principal, query),
    }),
    route({
      method: 'GET',
      url: `${base}/export`,
      operationId: 'exportModelUsage',
      summary: 'Export what model calls used and cost',
      description:
        'Returns all rows of the report as a CSV file. Owners of business areas get those of their own areas.',
      access: 'user',
      rateLimit: { max: 20, window: 60_000, by: 'user' },
      query: usageFilterSchema,
      handler: async ({ principal, query, reply }) => {
        const csv = await usage.exportCsv(principal, query)
        const name = `model_costs_by_${query.group}_${now().toISOString().slice(0, 10)}.csv`
        reply.type('text/csv; charset=utf-8')
        reply.header('content-disposition', `attachment; filename="${name}"`)
        return reply.send(csv)
      },
    }),
  ]
}

function priceRoutes(usage: UsageService): RouteDefinition[] {
  return [
    route({
      method: 'GET',
      url: prices,
      operationId: 'getModelPrices',
      summary: 'Get the price list',
      access: 'admin',
      response: priceSettingsSchema,
      handler: () => usage.prices(),
    }),
    route({
      method: 'PUT',
      url: prices,
      operationId: 'uploadModelPrices',
      summary: 'Replace the price list',
      description: 'Costs that were recorded before do not change.',
      access: 'admin',
      body: uploadPricesRequestSchema,
      response: priceSettingsSchema,
      handler: ({ principal, body }) => usage.uploadPrices(principal, body.text),
    }),
    route({
      method: 'DELETE',
      url: prices,
      operationId: 'removeModelPrices',
      summary: 'Remove the uploaded price list',
      description: "Returns to the list of the operator's file, or to the product's own.",
      access: 'admin',
      response: priceSettingsSchema,
      handler: ({ principal }) => usage.removePrices(principal),
    }),
  ]
}

function budgetRoutes({ budgets }: UsageService): RouteDefinition[] {
  return [
    route({
      method: 'GET',
      url: budgetUrl,
      operationId: 'listModelBudgets',
      summary: 'List the budgets for models',
      access: 'admin',
      response: budgetListSchema,
      handler: () => budgets.list(),
    }),
    route({
      method: 'POST',
      url: budgetUrl,
      operationId: 'createModelBudget',
      summary: 'Create a budget for models',
      description: 'A question is refused before a model call that could exceed a budget.',
      access: 'admin',
      body: budgetRequestSchema,
      response: budgetSchema,
      handler: ({ principal, body }) => budgets.create(principal, body),
    }),
    route({
      method: 'PUT',
      url: `${budgetUrl}/:id`,
      operationId: 'updateModelBudget',
      summary: 'Update a budget for models',
      access: 'admin',
      params: idParams,
      body: budgetRequestSchema,
      response: budgetSchema,
      handler: ({ principal, params, body }) => budgets.update(principal, params.id, body),
    }),
    route({
      method: 'DELETE',
      url: `${budgetUrl}/:id`,
      operationId: 'deleteModelBudget',
      summary: 'Delete a budget for models',
      access: 'admin',
      params: idParams,
      response: messageResponseSchema,
      handler: async ({ principal, params }) => {
        await budgets.remove(principal, params.id)
        return wireMessage(message('Budget deleted.'))
      },
    }),
  ]
}
