import { defaultSchemaBudget } from './context.ts'
import type { CallPreferences } from './model-call.ts'

/** Tokens of the instructions and of all tools, as `prompt-budget.test.ts` counts them. */
export const fixedTokens = 2_100
/** Tokens of the instructions and the tool for definitions, and characters of the definitions at full length. */
export const definitionTokens = 300
const definitionCharacters = 4_000
/** The part of a window for the answer, and the part that stays free because tokens are only estimated. */
const answerShare = 0.25
/** Definitions take room that a small window only has if the answer is shorter. */
const answerShareWithDefinitions = 0.2
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
export function fitToWindow(
  preferences: CallPreferences,
  window: number,
  { hasDefinitions = false }: { hasDefinitions?: boolean } = {},
): CallPreferences {
  const { maxTokens, schemaCharacters = defaultSchemaBudget } = preferences
  const answer = Math.min(
    maxTokens ?? defaultMaxTokens,
    Math.floor(window * (hasDefinitions ? answerShareWithDefinitions : answerShare)),
  )
  const fixed = fixedTokens + (hasDefinitions ? definitionTokens : 0)
  const texts = fullTextCharacters + (hasDefinitions ? definitionCharacters : 0)
  const left = Math.max(0, Math.floor(window * (1 - spareShare)) - answer - fixed) * charactersPerToken
  return {
    ...preferences,
    maxTokens: answer,
    schemaCharacters: Math.min(schemaCharacters, Math.max(smallestSchema, Math.floor(left * schemaShare))),
    textShare: Math.min(1, Math.max(smallestShare, (left * textShare) / texts)),
  }
}
