import { normalise, singular } from '@parlance/retrieval'

export interface Token {
  /** The text as written, or the content of a quoted text. */
  text: string
  lower: string
  word: string
  quoted: boolean
  capital: boolean
  number: number | null
  /** The token's range in the question. */
  start: number
  end: number
}

const numberWords = new Map<string, number>(
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty'
    .split(' ')
    .map((word, value) => [word, value]),
)
for (const [word, value] of [
  ['thirty', 30],
  ['forty', 40],
  ['fifty', 50],
  ['sixty', 60],
  ['hundred', 100],
  ['thousand', 1000],
  ['once', 1],
  ['twice', 2],
  ['dozen', 12],
] as const)
  numberWords.set(word, value)

// oxlint-disable-next-line no-restricted-globals -- built from our own patterns
const pattern = new RegExp(
  [
    String.raw`"[^"]*"`,
    String.raw`(?<=^|[\s(,=])'[^']+(?:'[a-z][^']*)*'(?=$|[\s),.?!;])`,
    String.raw`\d{4}-\d{1,2}-\d{1,2}(?:[T ]\d\d:\d\d(?::\d\d)?)?`,
    String.raw`(?<=^|\s)-\d+(?:\.\d+)?(?![\p{L}\p{N}-])`,
    String.raw`[$€£]?\d{1,40}(?:,\d{3})+(?:\.\d+)?`,
    String.raw`[$€£]?\d{1,40}(?:\.\d{1,40})?(?:%|k\b|m\b)?(?![\p{L}\p{N}_@-])`,
    String.raw`[\p{L}\p{N}_]+(?:[-@./&+_']+[\p{L}\p{N}_]+)*`,
    String.raw`<=|>=|!=|<>|==|[<>=]`,
    String.raw`[,;:.?!&()]`,
  ].join('|'),
  'gu',
)

function numberOf(text: string): number | null {
  const plain = text.toLowerCase().replace(/[$€£,]/g, '')
  const known = numberWords.get(plain)
  if (known !== undefined) return known
  const match = /^(-?\d+(?:\.\d+)?)(%|k|m)?$/.exec(plain)
  if (match?.[1] === undefined) return null
  const scale = { '%': 1, k: 1000, m: 1_000_000 }[match[2] ?? '%'] ?? 1
  return Number(match[1]) * scale
}

function makeToken(text: string, start: number, quoted = false, length = text.length): Token {
  const lower = normalise(text)
  return {
    text,
    lower,
    word: singular(lower),
    quoted,
    capital: /^\p{Lu}/u.test(text),
    number: quoted ? null : numberOf(text),
    start,
    end: start + length,
  }
}

function splitWord(text: string, start: number): Token[] {
  const possessive = /^(.+)'s$/i.exec(text)
  if (possessive?.[1] !== undefined && !/^(what|who|it|that|there|let|where|how)$/i.test(possessive[1])) {
    return [...splitWord(possessive[1], start), makeToken("'s", start + possessive[1].length)]
  }
  const parts = text.split('-')
  if (parts.length > 1 && parts.every((part) => /^\p{Ll}+$/u.test(part)) && !['e-mail'].includes(text)) {
    let at = start
    return parts.map((part) => {
      const token = makeToken(part, at)
      at += part.length + 1
      return token
    })
  }
  return [makeToken(text, start)]
}

const multipliers = new Map([
  ['million', 1_000_000],
  ['billion', 1_000_000_000],
  ['thousand', 1000],
  ['hundred', 100],
])

function joinNumbers(tokens: Token[]): Token[] {
  const joined: Token[] = []
  for (const token of tokens) {
    const before = joined.at(-1)
    const scale = multipliers.get(token.lower)
    if (scale !== undefined && before?.number !== null && before !== undefined) {
      joined[joined.length - 1] = {
        ...before,
        text: `${before.text} ${token.text}`,
        lower: `${before.lower} ${token.lower}`,
        number: before.number * scale,
        end: token.end,
      }
    } else joined.push(token)
  }
  return joined
}

/** '7th September, 1987' is one date. */
const commaInDate =
  /(\b\d{1,2}(?:st|nd|rd|th)?(?: of)? (?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)\p{L}*),(?= ?\d{4}\b)/giu

/** The question with plain quotes and with shared words written out ('first and last name'). */
export function plainQuestion(question: string): string {
  return question
    .replace(/[‘’ʼ`´]/g, "'")
    .replace(/[“”]/g, '"')
    .replace(/(\p{L}s)'(?=\s)/gu, '$1 ')
    .replace(commaInDate, '$1 ')
    .replace(
      /\bfirst( names?)? (and|or|,) last names?\b/gi,
      (_text, _name, word: string) => `first name ${word} last name`,
    )
}

/** A full stop inside the last quotes ends the question, unless it ends an abbreviation. */
function unpunctuated(inner: string, isLast: boolean): string {
  return isLast && !/\b(?:\p{L}|inc|co|ltd|corp|jr|sr|st|dr|mr|mrs|ms|no)\.$/iu.test(inner)
    ? inner.replace(/[.?!,]$/, '')
    : inner
}

/** A plain question as tokens: words, numbers, quoted texts, dates as written, signs. */
export function tokensOf(plain: string): Token[] {
  const tokens: Token[] = []
  for (const match of plain.matchAll(pattern)) {
    const text = match[0]
    const quote = text[0] === '"' || text[0] === "'" ? text[0] : null
    if (quote !== null && text.length >= 2 && text.endsWith(quote)) {
      const inner = unpunctuated(text.slice(1, -1).trim(), match.index + text.length >= plain.trimEnd().length)
      if (inner !== '') tokens.push(makeToken(inner, match.index, true, text.length))
    } else if (/^[\p{L}]/u.test(text)) tokens.push(...splitWord(text, match.index))
    else tokens.push(makeToken(text, match.index))
  }
  return joinNumbers(tokens)
}
