import type { Budget } from '@parlance/contract'

/* What model calls used, and budgets. Ids are empty where there is none, because they are parts of keys. */

interface TokenColumns {
  calls: number
  /** All prompt tokens; `cached` and `cache_written` are parts of them. */
  prompt: number
  cached: number
  cache_written: number
  /** All completion tokens; `reasoning` is a part of them. */
  completion: number
  reasoning: number
  /** Of all tokens: those that the server counted itself, and those without a known price. */
  estimated: number
  unpriced: number
  /** Of the priced tokens, in `currency`. */
  cost: number
  /** Empty while every price was unknown. */
  currency: string
}

/** The tokens of a question by model. */
export interface TurnUsageTable extends TokenColumns {
  turn_id: string
  provider: string
  model: string
}

/** What a model was given for a question. */
export interface TurnPromptsTable {
  turn_id: string
  /** JSON of the contract's TurnPrompt, which has no values. */
  prompt: string
}

/** The tokens of a day. */
export interface UsageDaysTable extends TokenColumns {
  /** yyyy-mm-dd, UTC. */
  day: string
  user_id: string
  area_id: string
  connection_id: string
  provider: string
  model: string
  purpose: string
}

/** A call in progress while there are budgets: what it may cost at most. */
export interface ModelReservationsTable {
  id: string
  /** After that, its process is dead, and the prompt is counted as used. */
  expires_at: string
  user_id: string
  area_id: string
  connection_id: string
  turn_id: string | null
  provider: string
  model: string
  purpose: string
  expected_prompt: number
  tokens: number
  /** Null: the price is unknown. */
  cost: number | null
  currency: string
}

export interface BudgetsTable {
  id: string
  scope: Budget['scope']
  /** Empty: everyone, or each user or area. */
  target_id: string
  period: Budget['period']
  unit: Budget['unit']
  amount: number
  /** Empty for tokens. */
  currency: string
  updated_at: string
  updated_by: string | null
}

/** What a budget's subject used in a period. Created from the days when it is first needed. */
export interface BudgetCountersTable {
  budget_id: string
  /** The user or area; empty for everyone. */
  subject: string
  /** The first day of the period. */
  starts_on: string
  used: number
}
