import { visibleText, type PromptCall, type PromptPart, type ToolName, type TurnPrompt } from '@parlance/contract'
import { countTokens } from '../models/count-tokens.ts'
import type { CountedCall } from '../models/model-use.ts'

/** More than one question needs. They bound what is stored with it. */
const mostCalls = 50
const mostResults = 50
const mostTables = 200
const longestName = 200

/** Collects what the models of a turn are given: sizes, counts, and names of tables, never a text. */
export class PromptRecord {
  readonly #parts: Record<'whole' | 'short', PromptPart[]> = { whole: [], short: [] }
  readonly #calls: PromptCall[] = []

  /** The parts of a prompt. Only the first one of its kind is remembered, because later ones differ by results. */
  gave(prompt: 'whole' | 'short', parts: PromptPart[]): void {
    if (this.#parts[prompt].length === 0) this.#parts[prompt] = parts
  }

  /** Adds a request that a provider charges for. */
  called({ model, tokens, milliseconds }: CountedCall, asked: Pick<PromptCall, 'form' | 'prompt'>): void {
    if (this.#calls.length === mostCalls) return
    this.#calls.push({
      model,
      ...asked,
      prompt_tokens: tokens.prompt,
      cached_tokens: tokens.cached,
      completion_tokens: tokens.completion,
      is_estimated: tokens.isEstimated,
      milliseconds,
      results: [],
    })
  }

  /** Adds what a tool returned to the model that leads the turn. */
  returned(tool: ToolName | null, text: string): void {
    const results = this.#calls.findLast(({ prompt }) => prompt !== 'other')?.results
    if (results && results.length < mostResults) results.push({ tool, ...sizeOf(text) })
  }

  /** Null if no model was called. */
  get prompt(): TurnPrompt | null {
    return this.#calls.length === 0 ? null : { ...this.#parts, calls: this.#calls }
  }
}

/** A part of a prompt; none if it has no text. */
export function partOf(
  kind: PromptPart['kind'],
  text: string,
  { tables, ...counts }: Pick<PromptPart, 'count' | 'total' | 'tables'> = {},
): PromptPart[] {
  if (text === '') return []
  const names = tables?.slice(0, mostTables).map((name) => visibleText(name.slice(0, longestName)))
  return [{ kind, ...sizeOf(text), ...counts, ...(names && { count: tables?.length, tables: names }) }]
}

function sizeOf(text: string): { characters: number; tokens: number } {
  return { characters: text.length, tokens: countTokens(text) }
}
