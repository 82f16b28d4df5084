import type { CheckedText } from './answer-text.ts'

/** How many sentences a model gets back. */
const mostSentences = 12

/**
 * What a model is asked if sentences of its answer were left out.
 * @param sharesData whether the model may see rows; otherwise it learns only which references fail, because the refusal
 * of a claim would tell it about the rows
 * @returns null if there is nothing to correct
 */
export function requestCorrection({ unresolved, unproven }: CheckedText, sharesData: boolean): string | null {
  const claims = sharesData ? unproven : []
  const left = [...unresolved, ...claims].slice(0, mostSentences)
  if (left.length === 0) return null
  const request =
    claims.length > 0
      ? 'Write the whole answer again. State each figure and name by a reference, and leave out what the rows do not prove.'
      : 'Correct the references and write the whole answer again.'
  return ['These sentences were left out:', ...left, request].join('\n')
}

/** @returns the version of an answer that says more that is certain; if both do, the corrected one */
export function betterOf(first: CheckedText | null, second: CheckedText): CheckedText {
  const isFirst = first !== null && first.text !== '' && (second.text === '' || second.omitted > first.omitted)
  return isFirst ? first : second
}
