import { z } from 'zod'
import { toolNames } from './events.ts'

/** The parts of a prompt, in the order in which a model reads them. */
export const promptPartKinds = [
  'product_instructions',
  'tools',
  'schema',
  'joins',
  'definitions',
  'area_instructions',
  'history',
  'found_values',
  'column_facts',
  'examples',
  'question',
  'files',
] as const
export type PromptPartKind = (typeof promptPartKinds)[number]

const size = { characters: z.number(), tokens: z.number() }

export const promptPartSchema = z.object({
  kind: z.enum(promptPartKinds),
  ...size,
  /** How many tables, columns, definitions, values, examples, questions, files, or tools it has. */
  count: z.number().optional(),
  /** How many tables or definitions there are for the asker. For instructions that were cut: characters, as in `count`. */
  total: z.number().optional(),
  /** Names of its tables. A long list is cut. */
  tables: z.array(z.string()).optional(),
})
export type PromptPart = z.infer<typeof promptPartSchema>

/** How a model is asked for a tool call: by its protocol, as JSON by a schema, or as text with SQL. */
export const promptForms = ['tools', 'schema', 'text'] as const

export const promptCallSchema = z.object({
  model: z.string(),
  form: z.enum(promptForms),
  /** The prompt that it was given: the whole one, the short one, or one of its own, which isn't described. */
  prompt: z.enum(['whole', 'short', 'other']),
  prompt_tokens: z.number(),
  cached_tokens: z.number(),
  completion_tokens: z.number(),
  /** Whether the server counted the tokens itself. */
  is_estimated: z.boolean(),
  milliseconds: z.number(),
  /** What the tools returned to the model after this call. Null: it called an unknown tool. */
  results: z.array(z.object({ tool: z.enum(toolNames).nullable(), ...size })),
})
export type PromptCall = z.infer<typeof promptCallSchema>

/** What a model was given for one question: sizes, counts, and names of tables, but no values. */
export const turnPromptSchema = z.object({
  whole: z.array(promptPartSchema),
  /** The prompt for describing the rows. Empty if the model never got it. */
  short: z.array(promptPartSchema),
  calls: z.array(promptCallSchema),
})
export type TurnPrompt = z.infer<typeof turnPromptSchema>
