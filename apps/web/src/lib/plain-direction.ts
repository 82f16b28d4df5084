/** Embeddings, overrides and isolates; right-to-left text needs none of them. */
const directionSigns = /[\u202A-\u202E\u2066-\u2069]/g

/** A text without the signs that turn the order of all behind them: one in a cell would turn an answer's figures too. */
export function plainDirection(text: string): string {
  return text.replaceAll(directionSigns, '')
}
