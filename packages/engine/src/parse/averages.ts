import type { Chunk } from '../match/chunks.ts'
import type { Draft, Item } from './draft.ts'
import { isKind } from './parser.ts'

/** Takes 'on average' out of a question about a number or an amount, where it may be anywhere. */
export function withoutAverage(chunks: readonly Chunk[]): { chunks: readonly Chunk[]; average: string | null } {
  const at = chunks.findIndex((one) => /^on average$/i.test(one.text))
  const isCounted = chunks.some((one) => isKind(one, 'count', 'measure') || /^how(?: (?!many)|$)/i.test(one.text))
  if (at < 0 || !isCounted) return { chunks, average: null }
  const length = at === 0 && isKind(chunks[1] ?? null, 'comma') ? 2 : 1
  return { chunks: chunks.toSpliced(at, length), average: chunks[at]?.text ?? null }
}

/** 'how long does shipping take' asks for an average anyway. */
function isAveraged(item: Item): boolean {
  return item.kind === 'aggregate' && item.of.kind === 'elapsed'
}

/** 'how many albums does each artist have on average': the number per artist; 'how old … on average': the average. */
export function averageOut(draft: Draft, average: string): void {
  const hint = draft.items.find((one) => one.kind === 'hint')
  if (hint !== undefined && draft.items.every((one) => one === hint || one.kind === 'table')) {
    draft.items = [{ kind: 'aggregate', fn: 'avg', of: hint, at: hint.at }]
    return
  }
  if (draft.items.some(isAveraged)) return
  const [of, other] = draft.items
  const per = draft.groups.at(-1)
  const isAmount = of?.kind === 'count' || of?.kind === 'measure' || (of?.kind === 'aggregate' && of.fn === 'sum')
  if (of === undefined || other !== undefined || per === undefined || !isAmount) {
    draft.missed.push(average)
    return
  }
  draft.items = [{ kind: 'ratio', of, per, at: of.at }]
  draft.groups = draft.groups.slice(0, -1)
}
