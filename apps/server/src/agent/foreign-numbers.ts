import { remember } from '../lib/remember.ts'
import { textBefore } from './plain-text.ts'

/** Languages other than English whose number words are read. */
type Language = 'de' | 'fr' | 'es' | 'it' | 'pt'

const languages: Language[] = ['de', 'fr', 'es', 'it', 'pt']

/** Words that a sentence can hardly do without and that exist in only one of these languages, and not in English. */
const commonWords: Record<Language, string> = {
  de: 'liegen liegt über mehr als nur noch keine kein alle wurden kosten kostet beträgt frei der das und ist sind mit haben hat es gibt wurden wurde von für den dem nicht insgesamt davon im kunden bestellungen wie hatten hatte',
  fr: 'les des et est sont avec ont dans il y du au aux une ne pas sur pour plus moins ont dépassent compte nous clients commandes',
  es: 'los las y es son con hay tiene tienen en el del una por clientes pedidos fueron se tuvo tuvieron más cuatro',
  it: 'gli sono il che di ci della dei con hanno nel clienti ordini ha è',
  pt: 'os são há tem têm da dos das em na uma clientes pedidos foram não',
}
const common = new Map(languages.map((language) => [language, new Set(commonWords[language].split(' '))]))

const small: Record<Language, string> = {
  de: 'null eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn',
  fr: 'zéro un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize dix-sept dix-huit dix-neuf',
  es: 'cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciséis diecisiete dieciocho diecinueve',
  it: 'zero uno due tre quattro cinque sei sette otto nove dieci undici dodici tredici quattordici quindici sedici diciassette diciotto diciannove',
  pt: 'zero um dois três quatro cinco seis sete oito nove dez onze doze treze catorze quinze dezesseis dezessete dezoito dezenove',
}
/** Twenty to ninety; French counts differently from seventy on. */
const tens: Record<Language, string> = {
  de: 'zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig',
  fr: 'vingt trente quarante cinquante soixante soixante quatre-vingt quatre-vingt',
  es: 'veinte treinta cuarenta cincuenta sesenta setenta ochenta noventa',
  it: 'venti trenta quaranta cinquanta sessanta settanta ottanta novanta',
  pt: 'vinte trinta quarenta cinquenta sessenta setenta oitenta noventa',
}
const hundreds: Record<'es' | 'pt', string> = {
  es: 'ciento doscientos trescientos cuatrocientos quinientos seiscientos setecientos ochocientos novecientos',
  pt: 'cento duzentos trezentos quatrocentos quinhentos seiscentos setecentos oitocentos novecentos',
}
const thousand: Record<Language, string> = { de: 'tausend', fr: 'mille', es: 'mil', it: 'mila', pt: 'mil' }
const otherForms: [Language, string, number][] = [
  ['de', 'dutzend', 12],
  ['fr', 'quatre vingts', 80],
  ['fr', 'deux cents', 200],
  ['es', 'cien', 100],
  ['es', 'veintiún', 21],
  ['it', 'mille', 1000],
  ['it', 'tré', 3],
  ['pt', 'duas', 2],
  ['pt', 'cem', 100],
  ['pt', 'dezasseis', 16],
  ['pt', 'dezassete', 17],
  ['pt', 'dezanove', 19],
]

function belowHundred(language: Language, value: number): string {
  const units = small[language].split(' ')
  const unit = units[value % 10] ?? ''
  const ten = tens[language].split(' ')[Math.floor(value / 10) - 2] ?? ''
  if (value < 20) return units[value] ?? ''
  switch (language) {
    case 'de':
      return value % 10 === 0 ? ten : `${unit === 'eins' ? 'ein' : unit}und${ten}`
    case 'fr': {
      const rest = value >= 60 ? value % 20 : value % 10
      const joint = rest % 10 === 1 && value < 80 ? ' et ' : ' '
      return rest === 0 ? ten : `${ten}${joint}${units[rest] ?? ''}`
    }
    case 'es':
      if (value % 10 === 0) return ten
      return value < 30 ? `veinti${unit}` : `${ten} y ${unit}`
    case 'it':
      if (value % 10 === 0) return ten
      return `${/^[uo]/.test(unit) ? ten.slice(0, -1) : ten}${unit === 'tre' ? 'tré' : unit}`
    case 'pt':
      return value % 10 === 0 ? ten : `${ten} e ${unit}`
  }
}

function belowThousand(language: Language, value: number): string {
  if (value < 100) return belowHundred(language, value)
  const rest = value % 100 === 0 ? '' : belowHundred(language, value % 100)
  const count = Math.floor(value / 100)
  const unit = small[language].split(' ')[count] ?? ''
  const before = count === 1 ? '' : unit
  switch (language) {
    case 'de':
      return `${before}hundert${rest}`
    case 'it':
      return `${before}cento${rest}`
    case 'fr':
      return [before, 'cent', rest].join(' ').trim()
    case 'es':
    case 'pt': {
      const word = hundreds[language].split(' ')[count - 1] ?? ''
      if (rest === '') return word
      return language === 'pt' ? `${word} e ${rest}` : `${word} ${rest}`
    }
  }
}

/** Normalizes spellings, so that 'fünfzig' equals 'fuenfzig', 'três' 'tres', and 'trente-deux' 'trente deux'. */
function plain(text: string): string {
  return text
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll(/[\s-]+/g, ' ')
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll('fuenf', 'funf')
    .replaceAll('zwoelf', 'zwolf')
}

type Forms = Map<string, number>

const known = new Map<Language, Forms>()
/** The first word of each form, because most words don't start a number. */
const knownStarts = new Map<Language, Set<string>>()

/** Every number from two to 999 as the language writes it. One is left out because it is also an article. */
function formsOf(language: Language): Forms {
  const forms = known.get(language) ?? new Map<string, number>()
  if (forms.size > 0) return forms
  for (let value = 2; value < 1000; value++) forms.set(plain(belowThousand(language, value)), value)
  for (const [of, form, value] of otherForms) if (of === language) forms.set(plain(form), value)
  known.set(language, forms)
  knownStarts.set(language, new Set(['ein', ...forms.keys()].map((form) => form.split(' ', 1)[0] ?? '')))
  return forms
}

function mayBegin(word: string, language: Language): boolean {
  formsOf(language)
  return knownStarts.get(language)?.has(word) === true || word.includes(thousand[language])
}

/** The languages in which a word may begin a number: for most words, none. */
const languagesBegun = remember(
  (word): readonly Language[] => {
    const start = plain(word)
    return languages.filter((language) => mayBegin(start, language))
  },
  { most: 5_000 },
)

const longestForm = 7

export interface ForeignNumber {
  written: string
  index: number
  /** The value; null for a word that is certainly a number but whose value is unknown. */
  value: number | null
}

/** Words in other languages that begin or form numbers above ten, also within compounds. */
const certain =
  /(?:zwanzig|drei(?:ß|ss)ig|vierzig|f(?:ü|u|ue)nfzig|sechzig|siebzig|achtzig|neunzig|hundert|tausend)|^(?:vingt|trente|quarante|cinquante|soixante|centaines?|mille|milliers?|veinte|veinti\p{L}+|treinta|cuarenta|cincuenta|sesenta|setenta|ochenta|noventa|ciento|cientos|trenta|quaranta|cinquanta|sessanta|settanta|ottanta|novanta|duemila|tremila|vinte|trinta|quarenta|cinquenta|sessenta|oitenta|noventa)$/iu

/**
 * Numbers spelled out in German, French, Spanish, Italian, and Portuguese. Small ones are also words in other languages
 * ('six', 'due', 'once'), so they are read only in a text of their language.
 */
export function foreignNumbers(text: string): ForeignNumber[] {
  const words = [...text.matchAll(/\p{L}+/gu)].map((match) => ({ text: match[0], index: match.index }))
  const spoken = languageOf(words.map((word) => word.text.toLowerCase()))
  const found: ForeignNumber[] = []
  for (let at = 0; at < words.length; at++) {
    const first = words[at]
    if (!first || /\d\s?$/.test(textBefore(text, first.index))) continue
    const match = longestMatch(text, words.slice(at, at + longestForm), spoken ? [spoken] : languages)
    const isCertain = certain.test(match?.written ?? first.text)
    if (match && (spoken || isCertain)) {
      found.push({ written: match.written, index: first.index, value: match.value })
      at += match.count - 1
    } else if (isCertain) {
      found.push({ written: first.text, index: first.index, value: null })
    }
  }
  return found
}

/** English words that no text in another language has. */
const english = new Set('the is are was were of has have had with and from than there their which'.split(' '))

/** The language of most of a text's common words; null if no language has at least two, or one in a text without English. */
function languageOf(words: string[]): Language | null {
  const counts = languages.map((language) => words.filter((word) => common.get(language)?.has(word)).length)
  const most = Math.max(...counts)
  const isLikely =
    most > 1 ||
    (most === 1 && counts.filter((count) => count === 1).length === 1 && !words.some((word) => english.has(word)))
  return !isLikely ? null : (languages[counts.indexOf(most)] ?? null)
}

interface Word {
  text: string
  index: number
}

function longestMatch(
  text: string,
  words: Word[],
  among: Language[],
): { written: string; value: number; count: number } | null {
  const [first] = words
  if (!first) return null
  const begun = languagesBegun(first.text)
  const possible = among.filter((language) => begun.includes(language))
  if (possible.length === 0) return null
  for (let count = words.length; count > 0; count--) {
    const last = words[count - 1]
    if (!last) continue
    const written = text.slice(first.index, last.index + last.text.length)
    if (!/^[\p{L}\s-]+$/u.test(written)) continue
    const form = plain(written)
    for (const language of possible) {
      const value = valueOf(form, language)
      if (value !== null) return { written, value, count }
    }
  }
  return null
}

function valueOf(form: string, language: Language): number | null {
  const forms = formsOf(language)
  const own = forms.get(form)
  if (own !== undefined) return own
  const at = form.indexOf(thousand[language])
  if (at < 0) return null
  const before = form.slice(0, at).trim()
  const after = form.slice(at + thousand[language].length).replace(/^ ?(?:e |und )?/, '')
  const isOne = before === '' || before === 'ein'
  const factor = isOne ? 1 : forms.get(before)
  const rest = after === '' ? 0 : forms.get(after)
  return factor === undefined || rest === undefined ? null : factor * 1000 + rest
}
