import vocabulary from './vocabulary/neutral.json' with { type: 'json' }

const always = new Set(vocabulary.always)
const linking = new Set(vocabulary.linking)

/** Whether a word may be skipped: anywhere, only between two things that it links, or nowhere. */
export function neutralityOf(word: string): 'always' | 'linking' | 'never' {
  if (always.has(word)) return 'always'
  return linking.has(word) ? 'linking' : 'never'
}

const loaded = new Set(vocabulary.loadedPrepositions)

/** Whether a preposition has a meaning of its own: 'near Berlin' isn't 'in Berlin'. */
export function isLoaded(preposition: string): boolean {
  return loaded.has(preposition)
}
