import { partsOfSpeech, type PartOfSpeech, type Sense, type Synset } from './read-wordnet.ts'

/**
 * Subjects with names of species, substances, dishes, and parts of the body: a word of these that WordNet's tagged texts
 * never use is hardly ever the name of a table.
 */
const rareSubjects = new Set(['05', '08', '13', '20', '27'])

/** Meanings after the sixth are hardly ever meant in a question about data. */
const mostMeanings = 6

/** Things, texts, groups, places, people, and possessions: a pair of words of these may name a table although rare. */
const pairSubjects = new Set(['06', '10', '14', '15', '18', '21'])

function isKept(synset: Synset, sense: Sense, used: ReadonlyMap<string, number>): boolean {
  if (sense.rank >= mostMeanings || !/^[a-z]{2,}(?:[ -][a-z]+)?$/.test(sense.word)) return false
  if (used.get(`${sense.word} ${synset.partOfSpeech}`) !== 0) return true
  if (synset.partOfSpeech !== 'n') return false
  return /[ -]/.test(sense.word) ? pairSubjects.has(synset.subject) : !rareSubjects.has(synset.subject)
}

/** A synset of the subset; the numbers are positions in it. */
export interface Meaning {
  partOfSpeech: PartOfSpeech
  words: Pick<Sense, 'word' | 'rank'>[]
  general: number[]
  derived: number[]
  similar: number[]
}

/** The common words: single words and pairs, without names, and without rare words for plants and the like. */
export function subsetOf(synsets: readonly Synset[]): Meaning[] {
  const byId = new Map(synsets.map((one) => [one.id, one]))
  const used = new Map<string, number>()
  for (const { senses, partOfSpeech } of synsets)
    for (const { word, uses } of senses) {
      const key = `${word} ${partOfSpeech}`
      used.set(key, (used.get(key) ?? 0) + uses)
    }
  const kept = new Map(
    synsets.flatMap((one) => {
      const senses = one.senses.filter((sense) => isKept(one, sense, used))
      return senses.length > 0 ? [[one.id, senses] as const] : []
    }),
  )
  const order = inTreeOrder(synsets).filter(({ id }) => kept.has(id))
  const at = new Map(order.map(({ id }, position) => [id, position]))
  const positions = (ids: readonly string[]) => [...new Set(ids.flatMap((id) => at.get(id) ?? []))]
  const general = (one: Synset): string[] =>
    one.general.flatMap((id) => (kept.has(id) ? [id] : general(byId.get(id) ?? { ...one, general: [] })))
  return order.map((one) => ({
    partOfSpeech: one.partOfSpeech,
    words: (kept.get(one.id) ?? []).map(({ word, rank }) => ({ word: word.replace('-', ' '), rank })),
    general: positions(general(one)),
    derived: positions(one.derived),
    similar: positions(one.similar),
  }))
}

/** Each meaning right after its more general one, so that the differences of positions are small and pack well. */
function inTreeOrder(synsets: readonly Synset[]): Synset[] {
  const special = Map.groupBy(synsets, (one) => one.general[0] ?? '')
  const done = new Set<Synset>()
  const pending = synsets.filter((one) => one.general.length === 0).toReversed()
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (done.has(next)) continue
    done.add(next)
    pending.push(...(special.get(next.id) ?? []).toReversed())
  }
  const order = [...done, ...synsets.filter((one) => !done.has(one))]
  return partsOfSpeech.flatMap((part) => order.filter((one) => one.partOfSpeech === part))
}

const base = 36

/**
 * First the numbers of nouns, of verbs, and of adjectives, which follow in this order. Then a line for each with its words and their ranks (none for 0), then a line for each with the more general, derived, and similar meanings as differences of positions. A derived or similar meaning is written at the first of the
 * two.
 */
export function writeSubset(meanings: readonly Meaning[]): string {
  const words = meanings.map((one) => one.words.map(({ word, rank }) => `${word}${rank === 0 ? '' : rank}`).join(','))
  const links = meanings.map((one, at) => {
    const differences = (positions: readonly number[]) =>
      positions.map((position) => (position - at).toString(base)).join(' ')
    const later = (positions: readonly number[]) => differences(positions.filter((position) => position > at))
    return [differences(one.general), later(one.derived), later(one.similar)].join(',').replace(/,+$/, '')
  })
  const counts = partsOfSpeech.map((part) => meanings.filter((one) => one.partOfSpeech === part).length)
  return [counts.join(' '), ...words, ...links].join('\n')
}
