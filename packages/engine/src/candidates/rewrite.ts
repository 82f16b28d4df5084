import { plainQuestion } from '../match/tokens.ts'
import type { Edit } from './variant.ts'

/** The question as it would have to be asked to be read with these edits; null if no words say one of them. */
export function rewritten(question: string, edits: readonly Edit[]): string | null {
  let text = plainQuestion(question)
  const inOrder = edits.toSorted((left, right) => startOf(right) - startOf(left))
  for (const { chunk, words } of inOrder) {
    const end = chunk.tokens.at(-1)?.end
    if (words === null || end === undefined) return null
    text = text.slice(0, startOf({ chunk })) + words + text.slice(end)
  }
  return text
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ (?=[,.?!])/g, '')
    .trim()
}

const startOf = ({ chunk }: Pick<Edit, 'chunk'>): number => chunk.tokens[0]?.start ?? 0
