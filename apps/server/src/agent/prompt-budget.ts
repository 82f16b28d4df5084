import { defaultSchemaBudget } from './context.ts'
import type { CallPreferences } from './model-call.ts'

/** Tokens of the instructions and of all tools, as `prompt-budget.test.ts` counts them. */
export const fixedTokens = 2_100
/** The part of a window for the answer, and the part that stays free because tokens are only estimated. */
const answerShare = 0.25
const spareShare = 0.05
/** How the rest of the window is divided; what remains is for the results of tools. */
const schemaShare = 0.5
const textShare = 0.25
const charactersPerToken = 4
/** Characters of all other parts of a prompt at full length: guidance, joins, examples, facts, and history. */
const fullTextCharacters = 11_200
const smallestSchema = 1_000
const smallestShare = 0.1
const defaultMaxTokens = 4_096

/** The preferences with lengths that fit into a context window together. A large window changes nothing. */
export function fitToWindow(preferences: CallPreferences, window: number): CallPreferences {
  const { maxTokens, schemaCharacters = defaultSchemaBudget } = preferences
  const answer = Math.min(maxTokens ?? defaultMaxTokens, Math.floor(window * answerShare))
  const left = Math.max(0, Math.floor(window * (1 - spareShare)) - answer - fixedTokens) * charactersPerToken
  return {
    ...preferences,
    maxTokens: answer,
    schemaCharacters: Math.min(schemaCharacters, Math.max(smallestSchema, Math.floor(left * schemaShare))),
    textShare: Math.min(1, Math.max(smallestShare, (left * textShare) / fullTextCharacters)),
  }
}
