import {
  chartReferenceLimit,
  message,
  resultLookSchema,
  type ChartStack,
  type Message,
  type ResultDisplay,
  type ResultLook,
} from '@parlance/contract'
import { displayPhrase, displayWords } from './displays.ts'

/** What a question asks of its chart besides the kind. Null: it doesn't say. */
export interface AskedLook {
  stack: ChartStack | null
  /** Words for the columns that are drawn as lines over bars. */
  lines: string[] | null
  /** More reference lines; an empty list removes those of before. */
  references: number[] | null
}

export const unasked: AskedLook = { stack: null, lines: null, references: null }

const plain: ResultLook = { stack: 'none', lines: [], references: [] }

/** What a chart looks like after a question; null if it asks for nothing besides the kind. */
export function lookAfter(
  prior: ResultLook | null,
  asked: AskedLook | null,
  display: ResultDisplay,
): ResultLook | null {
  const kept = keptBy(display, prior ?? plain)
  const { stack, lines, references } = asked ?? unasked
  const added = references ?? []
  const all = references?.length === 0 ? [] : [...new Set([...kept.references, ...added])]
  const look = { stack: stack ?? kept.stack, lines: lines ?? kept.lines, references: all.slice(-chartReferenceLimit) }
  return look.stack === 'none' && look.lines.length + look.references.length === 0 ? null : look
}

/** What another kind of chart keeps of a look. */
function keptBy(display: ResultDisplay, { stack, lines, references }: ResultLook): ResultLook {
  return { stack: display === 'bar' ? stack : 'none', lines: display === 'combined' ? lines : [], references }
}

/** A look without lines at fixed values, which belong to other numbers. */
export function withoutReferenceLines(look: ResultLook | null, display: ResultDisplay | null): ResultLook | null {
  return look === null ? null : lookAfter(look, { ...unasked, references: [] }, display ?? 'chart')
}

/** The look of an earlier turn's chart, by its `state`. */
export function lookIn(state: unknown): ResultLook | null {
  if (typeof state !== 'object' || state === null || !('look' in state)) return null
  return resultLookSchema.safeParse(state.look).data ?? null
}

/** What changes about the chart of an earlier answer, in words. */
export function wishWords(display: ResultDisplay, look: AskedLook | null): Message {
  const added = look?.references?.at(-1)
  if (added !== undefined) return message('The same rows, with a line at {value, number}.', { value: added })
  if (look?.references?.length === 0) return message('The same rows, without lines at fixed values.')
  if (look?.stack === 'share') return message('The same rows as bars of 100%.')
  if (look?.stack === 'stacked') return message('The same rows as stacked bars.')
  return displayWords(display)
}

/** How a question asks for a chart: 'as stacked bars with a line at 10000'. */
export function wishPhrase(display: ResultDisplay, look: ResultLook | null): string {
  const stack = { none: '', stacked: 'as stacked bars', share: 'as 100% stacked bars' }[look?.stack ?? 'none']
  const references = look?.references.map((one) => ` with a line at ${one}`) ?? []
  return `${stack === '' ? displayPhrase(display) : stack}${references.join('')}`
}
