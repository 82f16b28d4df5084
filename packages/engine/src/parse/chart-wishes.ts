import type { ResultDisplay, ResultLook } from '@parlance/contract'
import { isAggregate, type Query } from '../query.ts'
import { lookAfter, unasked, type AskedLook } from './chart-looks.ts'
import type { Schema } from '../schema/model.ts'
import { displayOf, isNameIn, withoutAsking } from './displays.ts'

/** A question without the words about its chart, which are read apart. */
export interface ChartWish {
  question: string
  display: ResultDisplay | null
  look: AskedLook | null
}

type IsName = (word: string) => boolean

/** Words as they are written, and in lower case without punctuation. */
interface Words {
  written: string[]
  said: string[]
}

const listOf = (words: string): ReadonlySet<string> => new Set(words.split(' '))

const polite = listOf('please now and also then can could you ok okay')
const articles = listOf('a an the another one any all that those these its')
const lineAdjectives = listOf('horizontal reference target goal threshold limit dashed straight')
const lineNouns = listOf('line lines target goal threshold benchmark')
const removing = listOf('remove delete hide drop without')
const drawing = listOf('add draw put show include insert')
const charts = listOf('chart graph plot diagram')
const mixed = listOf('combined combination combo mixed')
const barWords = listOf('bar bars column columns')
const lineWords = listOf('line lines')
const placing = listOf('at of for on')
const joining = listOf('and with plus')
const nothingElse = listOf(
  'please now and also then make show draw put it them that this the bar bars as in a an chart',
)

function wordsOf(question: string): Words {
  const written = question.trim().split(/\s+/)
  return {
    written,
    said: written.map((word) =>
      word
        .toLowerCase()
        .replaceAll(/[,;:?!"“”()]/g, '')
        .replace(/\.$/, ''),
    ),
  }
}

/**
 * Splits off how a question wants its result drawn: 'revenue by month as stacked bars with a line at 10,000'. The rest
 * is empty if it asks for nothing else. Words that name something in the data, by `isName`, stay.
 */
export function wishOf(question: string, isName: IsName = () => false): ChartWish {
  const words = wordsOf(question)
  return (
    withoutReferences(words) ??
    withReference(words, isName) ??
    namedLines(words) ??
    combined(words) ??
    apart(words) ??
    stacked(words, isName) ?? { ...displayOf(question, isName), look: null }
  )
}

/** The wish of the rest of a question, with what one of its parts asks for. */
function joined(rest: readonly string[], look: Partial<AskedLook>, isName: IsName): ChartWish {
  const trimmed = rest.join(' ').replace(/,$/, '')
  const wish = trimmed === '' ? { question: '', display: null, look: null } : wishOf(trimmed, isName)
  return { ...wish, look: { ...unasked, ...wish.look, ...look } }
}

/** 'remove the line'. */
function withoutReferences({ said }: Words): ChartWish | null {
  const [verb, ...rest] = withoutPolite(said).filter((word) => word !== 'again')
  const noun = rest.pop()
  const isRemoval = verb !== undefined && removing.has(verb) && noun !== undefined && lineNouns.has(noun)
  const isBare = rest.every((word) => articles.has(word) || lineAdjectives.has(word) || lineNouns.has(word))
  return isRemoval && isBare ? { question: '', display: null, look: { ...unasked, references: [] } } : null
}

/** 'add a line at 10,000', '… with a target line at 10k'. */
function withReference({ written, said }: Words, isName: IsName): ChartWish | null {
  const found = referenceIn(said)
  if (found === null) return null
  const { start, isLine, value } = found
  const verb = said[start - 1] ?? ''
  const before = said.slice(0, Math.max(0, start - 1))
  const isAsked = isLine ? drawing.has(verb) : verb === 'add' || verb === 'draw'
  if (isAsked && withoutPolite(before).length === 0) return joined([], { references: [value] }, isName)
  if (!isLine || isName('line') || before.length === 0 || !(joining.has(verb) || verb === 'add')) return null
  const rest = written.slice(0, before.at(-1) === 'and' ? start - 2 : start - 1)
  const wish = joined(rest, {}, isName)
  return { ...wish, look: { ...unasked, ...wish.look, references: [...(wish.look?.references ?? []), value] } }
}

/** 'a target line at 10,000' at the end: where it starts, whether it says 'line', and the number. */
function referenceIn(said: readonly string[]): { start: number; isLine: boolean; value: number } | null {
  const isReference = (word: string, at: number) =>
    lineNouns.has(word) && placing.has(said[at + 1] ?? '') && amountAt(said, at + 2) !== null
  const noun = said.findIndex(isReference)
  const amount = noun < 0 ? null : amountAt(said, noun + 2)
  if (amount === null || !isPlaceInChart(said.slice(amount.end))) return null
  const start = said.slice(0, noun).findLastIndex((word) => !articles.has(word) && !lineAdjectives.has(word)) + 1
  return { start, isLine: said[noun] === 'line', value: amount.value }
}

const factors: Record<string, number> = {
  '': 1,
  '%': 1,
  k: 1e3,
  thousand: 1e3,
  m: 1e6,
  mn: 1e6,
  million: 1e6,
  b: 1e9,
  bn: 1e9,
  billion: 1e9,
}

/** A number and the words after it: '$10,000', '1.5 million', '10k'. Commas are gone from what was said. */
function amountAt(said: readonly string[], at: number): { value: number; end: number } | null {
  const match = /^[$€£]?(\d+(?:\.\d+)?)([a-z%]*)$/.exec(said[at] ?? '')
  const [, digits = '', sign = ''] = match ?? []
  const next = sign === '' ? (said[at + 1] ?? '') : ''
  const unit = next.length > 2 && next in factors ? next : sign
  const factor = factors[unit]
  if (match === null || factor === undefined) return null
  return { value: Number((Number(digits) * factor).toPrecision(12)), end: at + (unit === sign ? 1 : 2) }
}

/** Nothing, or 'to the chart'. */
function isPlaceInChart(said: readonly string[]): boolean {
  const last = said.at(-1) ?? ''
  return said.length === 0 || (said.length <= 3 && (charts.has(last) || last === 'it' || last === 'please'))
}

/** 'revenue as bars and orders as a line'. */
function namedLines({ written, said }: Words): ChartWish | null {
  const first = said.findIndex((_, at) => kindAt(said, at) !== null)
  const one = first < 1 ? null : kindAt(said, first)
  if (one === null || !joining.has(said[one.end] ?? '')) return null
  const second = said.findIndex((_, at) => at > one.end + 1 && kindAt(said, at) !== null)
  const other = second < 0 ? null : kindAt(said, second)
  if (other === null || other.isLine === one.isLine) return null
  const names = [written.slice(0, first), written.slice(one.end + 1, second)].map(nameIn)
  const groups = written.slice(other.end)
  if (groups.length > 0 && !['by', 'per', 'for'].includes(said[other.end] ?? '')) return null
  const line = names[one.isLine ? 0 : 1] ?? ''
  return {
    question: groups.length === 0 ? '' : [names.join(' and '), ...groups].join(' '),
    display: 'combined',
    look: { ...unasked, lines: [line] },
  }
}

/** 'as a line', 'as bars': whether it is a line, and where it ends. */
function kindAt(said: readonly string[], at: number): { isLine: boolean; end: number } | null {
  if (said[at] !== 'as') return null
  const noun = said[at + 1] === 'a' ? at + 2 : at + 1
  const word = said[noun] ?? ''
  if (!barWords.has(word) && !lineWords.has(word)) return null
  return { isLine: lineWords.has(word), end: charts.has(said[noun + 1] ?? '') ? noun + 2 : noun + 1 }
}

function nameIn(written: readonly string[]): string {
  const start = written.findIndex((word) => !['show', 'draw', 'the'].includes(word.toLowerCase()))
  return written.slice(Math.max(0, start)).join(' ').replace(/,$/, '')
}

/** '… as a combined chart', '… as bars and a line'. */
function combined({ written, said }: Words): ChartWish | null {
  let end = said.length
  if (mixed.has(said[end - 2] ?? '') && charts.has(said[end - 1] ?? '')) end -= 2
  else {
    if (charts.has(said[end - 1] ?? '')) end -= 1
    if (!lineWords.has(said[end - 1] ?? '')) return null
    end -= said[end - 2] === 'a' ? 2 : 1
    if (!joining.has(said[end - 1] ?? '') || !barWords.has(said[end - 2] ?? '')) return null
    end -= 2
  }
  return {
    question: withoutAsking(withoutIntroduction(written.slice(0, end))),
    display: 'combined',
    look: { ...unasked, lines: [] },
  }
}

const sideBySide = new Set([
  'unstack',
  'unstack it',
  'unstack them',
  'unstack the bars',
  'not stacked',
  'no longer stacked',
  'side by side',
  'show them side by side',
  'as grouped bars',
  'as a grouped bar chart',
  'as clustered bars',
  'as a clustered bar chart',
])

/** 'side by side'. */
function apart({ said }: Words): ChartWish | null {
  if (!sideBySide.has(withoutPolite(said).join(' '))) return null
  return { question: '', display: 'bar', look: { ...unasked, stack: 'none' } }
}

const whole = listOf('100% percent percentage fully normalized')

/** 'as stacked bars', 'stacked by region', '100% stacked'. */
function stacked({ written, said }: Words, isName: IsName): ChartWish | null {
  const at = said.findIndex((word) => /^(?:[\w%]+-)?stack(?:ed)?$/.test(word))
  if (at < 0 || isName('stack')) return null
  const [prefix = '', own] = (said[at] ?? '').split('-')
  const isShare = own === undefined ? whole.has(said[at - 1] ?? '') : whole.has(prefix)
  const before = written.slice(0, own === undefined && isShare ? at - 1 : at)
  const after = said.slice(at + 1)
  const look: Partial<AskedLook> = { stack: isShare ? 'share' : 'stacked' }
  const by = after.findIndex((word) => word === 'by')
  if (by >= 0 && after.slice(0, by).every((word) => nothingElse.has(word) || barWords.has(word))) {
    const groups = written.slice(at + 2 + by)
    const head = withoutAsking(withoutIntroduction(before))
    const isBare = wordsOf(head).said.every((word) => word === '' || nothingElse.has(word))
    return { ...joined(isBare ? ['also', 'by', ...groups] : [head, 'and', ...groups], look, isName), display: 'bar' }
  }
  const rest = [...before, ...written.slice(at + 1)]
  const isOnly = wordsOf(rest.join(' ')).said.every(
    (word) => nothingElse.has(word) || barWords.has(word) || word === '',
  )
  return { ...joined(isOnly ? [] : rest, look, isName), display: 'bar' }
}

/** Leaves out 'as a' at the end. */
function withoutIntroduction(written: readonly string[]): string[] {
  const end = written.findLastIndex((word) => !['as', 'in', 'with', 'a', 'an'].includes(word.toLowerCase()))
  return written.slice(0, end + 1)
}

function withoutPolite(said: readonly string[]): string[] {
  const start = said.findIndex((word) => !polite.has(word))
  return start < 0 ? [] : said.slice(start).filter((word) => word !== 'please')
}

const shares = listOf('share shares percentage percentages proportion proportions')

/** 'show the share' after an answer that is split twice: the bars of each place add up to 100%. Null for others. */
function shareWish(question: string, prior: Query | null): ChartWish | null {
  const [verb = '', ...rest] = withoutPolite(wordsOf(question).said)
  const noun = rest.filter((word) => word !== 'the' && word !== 'me')
  if (prior === null || !['show', 'draw'].includes(verb) || noun.length !== 1 || !shares.has(noun[0] ?? '')) return null
  const groups = prior.select.filter(({ expression }) => !isAggregate(expression))
  const isSplit = groups.length > 1 && prior.select.length - groups.length === 1
  return isSplit ? { question: '', display: 'bar', look: { ...unasked, stack: 'share' } } : null
}

/** The conversation that a wish belongs to. */
interface Place {
  schema: Schema
  /** The query of the earlier answer, and how its rows are shown. */
  prior: Query | null
  shown: ResultDisplay | null
}

/** What a question asks of its chart in a conversation. A wish for a look asks for a chart. */
export function wishIn(question: string, { schema, prior, shown }: Place): ChartWish {
  const wish = shareWish(question, prior) ?? wishOf(question, (word) => isNameIn(schema, word))
  if (wish.display !== null || wish.look === null) return wish
  return { ...wish, display: shown === null || shown === 'table' ? 'chart' : shown }
}

/** How a question in full asks to show its rows. */
export function shownAs(question: string): { display: ResultDisplay | null; look: ResultLook | null } {
  const { display, look } = wishOf(question)
  if (display === null && look === null) return { display: null, look: null }
  return { display: display ?? 'chart', look: lookAfter(null, look, display ?? 'chart') }
}
