/** A word in one of its meanings. */
export interface Sense {
  word: string
  /** 0 for the word's most frequent meaning within its part of speech. */
  rank: number
  /** How often the word has this meaning in WordNet's tagged texts. */
  uses: number
}

/** A set of synonyms: one meaning. */
export interface Synset {
  /** The part of speech and the position in its data file, such as 'n00001740'. */
  id: string
  partOfSpeech: PartOfSpeech
  /** The number of the lexicographer's file, which is a rough subject: 05 is animals, 18 is people. */
  subject: string
  senses: Sense[]
  /** More general meanings. */
  general: string[]
  /** Meanings in another part of speech: 'perform' and 'performance', 'heavy' and 'weight'. */
  derived: string[]
  /** Adjectives and verbs with nearly the same meaning. */
  similar: string[]
}

export const partsOfSpeech = ['n', 'v', 'a'] as const
export type PartOfSpeech = (typeof partsOfSpeech)[number]

/** WordNet's part of speech in sense keys: an adjective may be a satellite of another. */
const partOfSense: Readonly<Record<string, PartOfSpeech>> = { '1': 'n', '2': 'v', '3': 'a', '5': 'a' }
const partOfPointer: Readonly<Record<string, PartOfSpeech>> = { n: 'n', v: 'v', a: 'a', s: 'a' }

const listOfPointer: Readonly<Record<string, 'general' | 'derived' | 'similar'>> = {
  '@': 'general',
  '+': 'derived',
  '=': 'derived',
  '\\': 'derived',
  '&': 'similar',
  $: 'similar',
}

const hexadecimal = 16

/** The texts of WordNet's files. */
export interface WordnetFiles {
  /** `index.sense`. */
  senses: string
  /** `data.noun`, `data.verb`, and `data.adj`. */
  data: Readonly<Record<PartOfSpeech, string>>
}

/** The rank and the uses of each word in each synset, by `<word> <synset id>`. */
function readSenses(text: string): Map<string, { rank: number; uses: number }> {
  const found = new Map<string, { rank: number; uses: number }>()
  for (const line of text.split('\n')) {
    const [key = '', offset = '', number = '', uses = ''] = line.split(' ')
    const [word = '', rest = ''] = key.split('%')
    const part = partOfSense[rest[0] ?? '']
    if (part !== undefined) found.set(`${word} ${part}${offset}`, { rank: Number(number) - 1, uses: Number(uses) })
  }
  return found
}

function readSynset(line: string, part: PartOfSpeech, senses: ReturnType<typeof readSenses>): Synset {
  const fields = (line.split(' | ', 1)[0] ?? '').trim().split(' ')
  const [offset = '', subject = '', , count = ''] = fields
  const pointersAt = 4 + 2 * Number.parseInt(count, hexadecimal)
  const synset: Synset = {
    id: `${part}${offset}`,
    partOfSpeech: part,
    subject,
    senses: [],
    general: [],
    derived: [],
    similar: [],
  }
  for (let at = 4; at < pointersAt; at += 2) {
    // An adjective may end in its position, such as 'galore(ip)'.
    const word = (fields[at] ?? '').replace(/\(\w+\)$/, '')
    const sense = senses.get(`${word.toLowerCase()} ${synset.id}`)
    if (sense !== undefined) synset.senses.push({ word: word.replaceAll('_', ' '), ...sense })
  }
  for (let at = pointersAt + 1; at + 3 < fields.length; at += 4) {
    const [symbol = '', target = '', targetPart = ''] = fields.slice(at)
    const list = listOfPointer[symbol]
    const partOfTarget = partOfPointer[targetPart]
    // Verb frames follow the pointers and have no such symbol.
    if (list !== undefined && partOfTarget !== undefined) synset[list].push(`${partOfTarget}${target}`)
  }
  return synset
}

/** Reads all nouns, verbs, and adjectives. */
export function readWordnet({ senses, data }: WordnetFiles): Synset[] {
  const known = readSenses(senses)
  return partsOfSpeech.flatMap((part) =>
    data[part]
      .split('\n')
      // The license comes first, with two spaces before each line.
      .filter((line) => /^\d/.test(line))
      .map((line) => readSynset(line, part, known)),
  )
}
