import { asRead } from '../plain-text.ts'
import { conceptsOf, rootOf, stemOf } from './concepts.ts'
import { countryNames } from './countries.ts'
import { genderNames } from './genders.ts'
import { beginnings, germanNouns } from './plain-words.ts'
import type { Step } from './step.ts'
import { matchesIn } from '../../lib/matches-in.ts'

/** Limit on the words of the rows that are remembered. A name that only appears later counts as unknown. */
const mostWords = 100_000
const longestCell = 500

const calendar =
  'january february march april may june july august september october november december monday tuesday wednesday thursday friday saturday sunday euro euros dollar dollars pound pounds franken yen januar februar märz mai juni juli oktober dezember montag dienstag mittwoch donnerstag freitag samstag sonntag'

const german =
  /(?<!\p{L})(?:der|die|das|und|ist|sind|hat|haben|hatte|mit|von|im|wurden?|nicht|den|dem|es|gab|erzielte|verdiente|verdient|erzielt|gehört|lag|liegt|liegen|insgesamt|aus|beträgt|steht|stehen|jeweils|entfallen|zweite[rnms]?|dritte[rnms]?|hatten|waren|fast|wie|als|mehr|weniger|nur|alle|keine[nrm]?|beiden?)(?!\p{L})/iu
const english = /\b(?:the|is|are|was|were|has|had|of|with|from|by|there|which)\b/i

/** What is earned without what is spent is a profit. */
const earned = ['revenue', 'sales']
const spent = ['costs', 'spending']

function hasOneOf(concepts: ReadonlySet<string>, wanted: readonly string[]): boolean {
  return wanted.some((one) => concepts.has(one))
}

/** The words of the rows, the question, and the schema, to find names that an answer made up. */
export class KnownWords {
  readonly #words = new Set(calendar.split(' '))
  readonly #stems = new Set<string>()
  readonly #roots = new Set<string>()
  readonly #concepts = new Set<string>()
  /** The question and the earlier conversation. */
  readonly question: string

  constructor(steps: readonly Step[], texts: readonly string[]) {
    this.question = texts.join('\n').slice(0, 4_000)
    for (const text of texts) this.#addWithCountries(text)
    for (const { sql, result } of steps) {
      this.#addWithCountries(sql)
      for (const { name } of result.columns) {
        this.#add(name)
        for (const word of wordsOf(name)) for (const concept of conceptsOf(stemOf(word))) this.#concepts.add(concept)
      }
      if (hasOneOf(this.#concepts, earned) && hasOneOf(this.#concepts, spent)) this.#concepts.add('profit')
      for (const row of result.rows) {
        for (const [at, cell] of row.entries()) {
          if (typeof cell !== 'string') continue
          this.#add(cell)
          for (const name of genderNames(result.columns[at]?.name ?? '', cell)) this.#add(name)
          for (const name of countryNames(cell.toLowerCase().trim())) this.#add(name)
        }
      }
    }
  }

  /** A country may be asked for in one language and named in another. */
  #addWithCountries(text: string): void {
    this.#add(text)
    for (const [word] of matchesIn(text.slice(0, 4_000), /\p{Lu}[\p{L}.]+(?: \p{Lu}\p{L}+)?/gu)) {
      for (const name of countryNames(word.toLowerCase())) this.#add(name)
    }
  }

  #add(text: string): void {
    if (this.#words.size >= mostWords) return
    for (const word of wordsOf(text.slice(0, longestCell))) {
      this.#words.add(word)
      this.#stems.add(stemOf(word))
      if (word.length > 3) this.#roots.add(rootOf(stemOf(word)))
    }
  }

  /** Whether a word, or another form of it, occurs in the question, the schema, or the rows. */
  has(word: string): boolean {
    return this.#knows(word) || this.#stems.has(stemOf(word)) || this.#isDerived(word)
  }

  /** “Callers” from “calls”, “delayed” from “delay”. */
  #isDerived(word: string): boolean {
    return /^\p{L}{5,}$/u.test(word) && this.#roots.has(rootOf(stemOf(word)))
  }

  /**
   * Names that occur nowhere: capitalized words inside of a sentence, quoted texts, words of another script, and what
   * begins a sentence right before its verb. In German, whose nouns are capitalized, only those after a preposition. A
   * word's plural and possessive forms count as the word.
   */
  unknownIn(sentence: string, { isClaim = true }: { isClaim?: boolean } = {}): string[] {
    const text = sentence
    if (/^\s*(?:#|\|)/.test(text)) return []
    const isGerman = german.test(text) && !english.test(text)
    const inside = isGerman ? germanNames(text) : capitalsIn(text)
    return [...inside, ...(isClaim ? subjectsOf(text) : []), ...quotedIn(text), ...foreignIn(text)].filter(
      (word) => !this.#isKnownName(word),
    )
  }

  #isKnownName(name: string): boolean {
    return (name.match(/[\p{L}\p{N}]+/gu) ?? []).every((word) => this.has(word) || this.#isSpoken(word))
  }

  /** Whether it says what a column holds, in another word than the column's name. */
  #isSpoken(word: string): boolean {
    return [...conceptsOf(stemOf(word))].some((one) => this.#concepts.has(one))
  }

  /** What looks like a number but isn't one, because letters stand for digits: “2ЗО”, “CDXX”. */
  disguisedIn(text: string): string[] {
    const mixed = [
      ...matchesIn(text, /(?<![\p{L}\p{N}])(?=[\p{L}]{0,12}\d)(?=\d{0,12}\p{L})[\p{L}\d]{2,24}(?![\p{L}\p{N}])/gu),
    ].map(([word]) => word)
    const strange = mixed.filter(
      (word) =>
        !/^\d+(?:k|m|mn|bn|b|st|nd|rd|th|x|s|er|h|min|kg|km|cm|mm|gb|mb|pp|mio|mrd|a|e|o)$/i.test(word) &&
        !/^[qhw]\d{1,2}$/i.test(word),
    )
    const roman = [
      ...matchesIn(
        text,
        /(?<![\p{L}\p{N}])(?=[MDCLXVI]{2})M{0,3}(?:CM|CD|D?C{0,3})(?:XC|XL|L?X{0,3})(?:IX|IV|V?I{0,3})(?![\p{L}\p{N}])/gu,
      ),
    ]
      .map(([word]) => word)
      .filter((word) => word.length > 2 || /^[VXI]+$/.test(word))
    return [...strange, ...roman].filter((word) => !this.#words.has(word.toLowerCase()))
  }

  #knows(word: string): boolean {
    return wordsOf(word).every((part) =>
      [part, `${part}s`, part.replace(/e?s$/, ''), part.replace(/s$/, ''), part.replace(/n$/, '')].some((form) =>
        this.#words.has(form),
      ),
    )
  }
}

function capitalsIn(text: string): string[] {
  return matchesIn(text, /(?<![\p{L}\p{N}'’_&])\p{Lu}\p{Ll}{2,}(?:-\p{L}+)*/gu)
    .filter(({ 0: word, index }) => !isStart(text, index) && !beginnings.has(word.toLowerCase()))
    .map(([word]) => word)
}

function germanNames(text: string): string[] {
  return [
    ...matchesIn(text, /(?<!\p{L})(?:aus|von|in|nach|bei|mit|als|vor|an|hinter|für)\s(\p{Lu}\p{Ll}{2,})(?!\p{L})/gu),
  ]
    .map(([, word = '']) => word)
    .filter(
      (word) =>
        !germanNouns.has(stemOf(word)) &&
        conceptsOf(stemOf(word)).size === 0 &&
        !/(?:ung|heit|keit|schaft|ion|tät|nis|tum|ent|eil|ert|zahl|wert|preis)(?:en|s|e)?$/.test(word),
    )
}

const verb =
  '(?:has|had|have|is|are|was|were|earned|earns|made|makes|brought|leads?|led|ranks?|comes?|came|sold|sells|placed|costs?|opened|joined|delivered|seats|accounts|holds|tops|follows|generated|recorded|saw|reached|hat|hatte|haben|ist|war|liegt|lag|erzielte|verdiente|kostet|führt|brachte|tuvo|tiene|fue|es|obtuvo|ingresó|lidera|cuesta|est|était|compte|avait|ha|è|tem|foi|teve|a réalisé|ha incassato)'
const subjectStart = String.raw`^[\s*_>-]{0,10}(?:(?:[Ll]['’]|\d{1,2}[.)]\s))?((?:\p{Lu}[\p{L}\p{M}'’&.-]{1,30}\s){1,4})(?:(?:from|in|of|at|de|aus) \S{1,30} )?`
// oxlint-disable-next-line no-restricted-globals -- made of our own words
const subject = new RegExp(`${subjectStart}${verb}(?!\\p{L})`, 'u')
/** In English, most verbs can be told by their endings. */
// oxlint-disable-next-line no-restricted-globals -- made of our own words
const englishSubject = new RegExp(`${subjectStart}\\p{Ll}{2,20}(?:s|ed)(?!\\p{L})`, 'u')
const romance = /(?<!\p{L})(?:el|la|los|las|em|e|dos|os|um|uma|il|gli|le|les|des|un|una|de|di|da|do|en|y)(?!\p{L})/iu

/** What begins a sentence right before its verb, without an article: a name, or a word for what is counted. */
function subjectsOf(text: string): string[] {
  const isEnglish = !german.test(text) && !romance.test(text)
  const found = subject.exec(text) ?? (isEnglish ? englishSubject.exec(text) : null)
  const words = (found?.[1] ?? '').trim().split(/\s/)
  return words
    .map((word) => word.replace(/['’]s?$/, ''))
    .filter((word) => word.length > 1 && !beginnings.has(word.toLowerCase()))
}

function quotedIn(text: string): string[] {
  return matchesIn(text, /["“„«]([^"“”„«»\n]{2,80})["”“»]/gu)
    .map(([, inside = '']) => inside)
    .filter((inside) => /\p{Lu}/u.test(inside))
}

/** Words in another script than the rest of the sentence. */
function foreignIn(text: string): string[] {
  const latin = text.match(/\p{Script=Latin}{2,}/gu)?.length ?? 0
  if (latin < 2) return []
  return (text.match(/[\p{L}\p{M}]{2,}/gu) ?? []).filter((word) => !/\p{Script=Latin}/u.test(word))
}

function isStart(text: string, index: number): boolean {
  return /(?:^|[:.!?"“(*_\n])[\s*_"“(]{0,20}(?:[-•\d.)]{1,10}\s{0,10})?$/u.test(
    text.slice(Math.max(0, index - 20), index),
  )
}

function wordsOf(text: string): string[] {
  return (
    asRead(text)
      .replaceAll(/(\p{Ll})(?=\p{Lu})/gu, '$1 ')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  )
}
