import { z } from 'zod'
import { matchesPattern, specificity } from '../lib/name-patterns.ts'
import own from './context-windows.json' with { type: 'json' }
import type { CalledModel } from './model-use.ts'

const vendors = z.enum(['google', 'openai', 'anthropic', 'openai-compatible'])
const tokens = z.number().int().min(1)
const { windows, default: defaults } = z
  .strictObject({
    /** The window of a model that isn't in the list. */
    default: z.record(vendors, tokens),
    windows: z.array(z.strictObject({ provider: vendors, model: z.string(), tokens, source: z.url() })),
  })
  .parse(own)

/**
 * How many tokens a model can read and write in one call.
 * @param measured what the model's server reported; null if unknown
 */
export function contextWindow({ provider, model }: CalledModel, measured: number | null = null): number {
  if (measured !== null) return measured
  const known = windows.filter((window) => window.provider === provider && matchesPattern(window.model, model))
  const [best] = known.toSorted((one, other) => specificity(other.model) - specificity(one.model))
  return best?.tokens ?? defaults[provider]
}
