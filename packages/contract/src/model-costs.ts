import { z } from 'zod'
import { usageGroups } from './choices.ts'

const vendors = z.enum(['google', 'openai', 'anthropic', 'openai-compatible'])
const price = z.number().min(0).max(1_000_000)
const rates = {
  /** Per million tokens, in the currency of the list. */
  input: price,
  /** Prompt tokens read from the provider's cache; defaults to `input`. */
  cached_input: price.optional(),
  /** Prompt tokens added to the provider's cache; defaults to `input`. */
  cache_write: price.optional(),
  output: price,
}

/** The price of a model from a day on. */
const modelPriceSchema = z.strictObject({
  provider: vendors,
  /** The model's ID. An asterisk stands for any characters. */
  model: z.string().min(1).max(200),
  ...rates,
  /** Prices of a whole call whose prompt is longer. */
  long_prompt: z.strictObject({ more_than: z.number().int().min(1).max(1_000_000_000), ...rates }).optional(),
  /** The first day of the price. */
  date: z.iso.date(),
  /** Where the price was read. */
  source: z.string().min(1).max(500),
})
export type ModelPrice = z.infer<typeof modelPriceSchema>

/** A list of prices: the product's own, or one that an administrator provides. */
export const priceListSchema = z.strictObject({
  /** ISO 4217. One for the whole list, so that costs can be added. */
  currency: z.string().regex(/^[A-Z]{3}$/, { error: 'Enter a currency code of three capital letters, such as USD.' }),
  /** The day on which the list was last compared with its sources. */
  compared_on: z.iso.date(),
  prices: z.array(modelPriceSchema).max(2000),
})
export type PriceList = z.infer<typeof priceListSchema>

export const priceOrigins = ['product', 'file', 'upload'] as const
export const priceSettingsSchema = z.object({
  list: priceListSchema,
  /** Whether the list is the product's, the operator's file, or uploaded. */
  origin: z.enum(priceOrigins),
  /** Models that are chosen now and have no price. */
  unpriced_models: z.array(z.string()),
})
export type PriceSettings = z.infer<typeof priceSettingsSchema>

export const uploadPricesRequestSchema = z.strictObject({ text: z.string().max(1_000_000) })

export const budgetScopes = ['everyone', 'user', 'area'] as const
export const budgetPeriods = ['day', 'month'] as const
export const budgetUnits = ['tokens', 'money'] as const

const budgetFields = {
  scope: z.enum(budgetScopes),
  /** The user or business area. Null with these scopes: each of them separately. */
  target_id: z.string().min(1).max(200).nullable().default(null),
  period: z.enum(budgetPeriods),
  unit: z.enum(budgetUnits),
  /** Tokens, or money in the currency of the price list. */
  amount: z.number().positive().max(1e15),
}

export const budgetRequestSchema = z.strictObject(budgetFields)
export type BudgetRequest = z.infer<typeof budgetRequestSchema>

export const budgetSchema = z.object({
  id: z.string(),
  ...budgetFields,
  target_id: z.string().nullable(),
  /** Null: each of them, or the target no longer exists. */
  target_name: z.string().nullable(),
  /** The currency of a budget of money. */
  currency: z.string().nullable(),
  /** Used in this period, with what calls in progress may still use. For each user or area, of the one that used most. */
  used: z.number(),
  /** When the next period begins, UTC. */
  renews_at: z.string(),
})
export type Budget = z.infer<typeof budgetSchema>
export const budgetListSchema = z.object({
  /** The currency of new budgets of money. */
  currency: z.string(),
  budgets: z.array(budgetSchema),
})

export const usagePurposes = ['question', 'evaluation', 'transcription', 'test', 'other'] as const

export const usageFilterSchema = z.strictObject({
  group: z.enum(usageGroups).default('day'),
  /** Days, UTC, both inclusive. The default is the last 30 days. */
  from: z.iso.date().optional(),
  to: z.iso.date().optional(),
  user_id: z.string().min(1).max(200).optional(),
  area_id: z.string().min(1).max(200).optional(),
  model: z.string().min(1).max(200).optional(),
})
export type UsageFilter = z.infer<typeof usageFilterSchema>

const usageSumSchema = z.object({
  calls: z.number(),
  prompt_tokens: z.number(),
  cached_tokens: z.number(),
  cache_write_tokens: z.number(),
  completion_tokens: z.number(),
  reasoning_tokens: z.number(),
  /** Of all tokens: those that the server counted itself. */
  estimated_tokens: z.number(),
  /** Of all tokens: those of models whose price was unknown. */
  unpriced_tokens: z.number(),
  /** What the priced calls cost, by currency. */
  costs: z.array(z.object({ currency: z.string(), amount: z.number() })),
})
export type UsageSum = z.infer<typeof usageSumSchema>

export const usageReportSchema = z.object({
  group: z.enum(usageGroups),
  from: z.string(),
  to: z.string(),
  total: usageSumSchema,
  /** The largest first, days in order. */
  rows: z.array(
    usageSumSchema.extend({
      /** A day, an ID, a purpose, or `provider/model`. Empty: without a user, area, or connection. */
      key: z.string(),
      /** Null if the user, area, or connection no longer exists, or has no name. */
      name: z.string().nullable(),
    }),
  ),
  /** How many more rows the CSV export has. */
  more_rows: z.number(),
  /** Models that were used in the period, as options of a filter. */
  models: z.array(z.string()),
})
export type UsageReport = z.infer<typeof usageReportSchema>
