import type { SchemaTexts } from './text.ts'

const counts = {
  calls: ['Model calls.', 84],
  prompt_tokens: ['Tokens of the prompts.', 210_400],
  cached_tokens: ['Tokens of the prompts that providers read from their caches.', 151_200],
  cache_write_tokens: ['Tokens of the prompts that providers added to their caches.', 0],
  completion_tokens: ['Tokens of the answers.', 9300],
  reasoning_tokens: ['Tokens of the answers that models used for thinking.', 2100],
  estimated_tokens: ['Tokens that the server counted itself, because a call was interrupted.', 0],
  unpriced_tokens: ['Tokens of models whose price was unknown.', 0],
  costs: 'What the priced calls cost, by currency.',
  'costs.currency': ['Currency.', 'USD'],
  'costs.amount': ['Amount.', 0.42],
} as const

const rates = {
  input: ['Price of a million prompt tokens.', 2],
  cached_input: ['Price of a million prompt tokens from the cache. Defaults to `input`.', 0.1],
  cache_write: ['Price of a million prompt tokens added to the cache. Defaults to `input`.', 2.5],
  output: ['Price of a million completion tokens.', 10],
} as const

const budget = {
  scope: ['Whose calls the budget limits.', 'everyone'],
  target_id: ['ID of the user or business area. Null: each of them separately, or everyone.', null],
  period: ['When the budget renews.', 'month'],
  unit: ['What the budget limits.', 'money'],
  amount: ['Tokens, or money in the currency of the price list.', 200],
} as const

/** Texts of what models use and cost, their prices, and budgets. */
export const modelCostTexts: SchemaTexts = {
  UsageReport: {
    description: 'What model calls used and cost in a period.',
    properties: {
      group: ['What the rows stand for.', 'user'],
      from: ['First day.', '2026-10-28'],
      to: ['Last day.', '2026-11-26'],
      total: 'The sum of all rows, including those that only the export has.',
      ...prefixed('total', counts),
      rows: 'One row for each day, user, business area, connection, model, or purpose.',
      ...prefixed('rows', counts),
      'rows.key': ['Day, ID, purpose, or provider and model. Empty: calls without one.', 'openai/gpt-6-luna'],
      'rows.name': ['Email of the user, or name of the business area or connection. Null if there is none.', null],
      more_rows: ['Number of rows that only the export has.', 0],
      models: ['Models that were used in the period.', ['gpt-6-luna']],
    },
  },
  PriceList: {
    description: 'Prices of models.',
    properties: {
      currency: ['Currency of all prices.', 'USD'],
      compared_on: ['Day on which the list was last compared with its sources.', '2026-11-05'],
      prices: 'Prices. The most specific name applies, then the latest date that has begun.',
      'prices.provider': ['ID of the provider.', 'openai'],
      'prices.model': ['ID of the model. An asterisk stands for any characters.', 'gpt-6-luna'],
      ...prefixed('prices', rates),
      'prices.long_prompt': 'Prices of the whole call if its prompt is longer.',
      'prices.long_prompt.more_than': ['Tokens of the prompt.', 272_000],
      ...prefixed('prices.long_prompt', rates),
      'prices.date': ['First day of the price.', '2026-09-22'],
      'prices.source': ['Where the price was read.', 'https://developers.openai.com/api/docs/pricing'],
    },
  },
  PriceSettings: {
    description: 'The price list in use.',
    properties: {
      list: 'The prices.',
      origin: ["Whether the list is the product's, the operator's file, or uploaded.", 'product'],
      unpriced_models: ['Chosen models whose price is unknown.', []],
    },
  },
  UploadPricesRequest: {
    description: 'A price list as the text of a JSON file.',
    properties: { text: ['The text of the file.', '{"currency":"USD","compared_on":"2026-11-05","prices":[]}'] },
  },
  BudgetRequest: { description: 'A budget for model calls.', properties: budget },
  Budget: {
    description: 'A budget for model calls, and what is used of it.',
    properties: {
      id: ['ID of the budget.', '3f0c9d1e-7b52-4a86-9c1d-5e8f2a6b7c40'],
      ...budget,
      target_name: ['Email of the user, or name of the business area. Null if it names none.', null],
      currency: ['Currency of a budget of money.', 'USD'],
      used: [
        'Used in this period, including what calls in progress may still use. For each user or area, of the one that used most.',
        87.3,
      ],
      renews_at: ['When the next period begins.', '2026-12-01T00:00:00.000Z'],
    },
  },
  BudgetList: {
    description: 'All budgets.',
    properties: { currency: ['Currency of new budgets of money.', 'USD'], budgets: 'The budgets.' },
  },
}

function prefixed<Texts extends Record<string, unknown>>(
  place: string,
  texts: Texts,
): Record<string, Texts[keyof Texts]> {
  return Object.fromEntries(Object.entries(texts).map(([name, text]) => [`${place}.${name}`, text])) as Record<
    string,
    Texts[keyof Texts]
  >
}
