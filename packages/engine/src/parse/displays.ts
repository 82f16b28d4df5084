import { message, resultDisplays, type Message, type ResultDisplay } from '@parlance/contract'
import type { Schema } from '../schema/model.ts'

const charts = new Set(['chart', 'graph', 'plot', 'diagram', 'visualization', 'visualisation'])
const chartKinds: Record<string, ResultDisplay> = {
  line: 'line',
  trend: 'line',
  bar: 'bar',
  column: 'bar',
  pie: 'pie',
  donut: 'pie',
  doughnut: 'pie',
  scatter: 'scatter',
  table: 'table',
}
const asking = new Set(
  'please can could you now and then ok okay so show display draw make give see view want would like have i me it that this them these those the result results rows answer data put turn switch convert change render present back again instead too as in into to with on using by a an one of visualize visualise'.split(
    ' ',
  ),
)
const drawing = new Set(['plot', 'graph', 'chart', 'draw', 'visualize', 'visualise'])
const introducing = new Set(['as', 'in', 'on', 'with', 'using', 'into'])
const continuing = new Set(['of', 'for', 'showing', 'with'])

const wordOf = (text: string): string => text.toLowerCase().replace(/[^\p{L}]/gu, '')
const singularOf = (text: string): string => wordOf(text).replace(/s$/, '')

/** The display that words ask for; null if one of them says something else. */
function displayFrom(words: readonly string[], needsNoun: boolean): ResultDisplay | null {
  const said = words.map(singularOf)
  const kind = said.map((one) => chartKinds[one]).find((one) => one !== undefined)
  const isChart = said.some((one) => charts.has(one))
  const isOther = words.some((one, at) => {
    const word = said[at] ?? ''
    return !asking.has(wordOf(one)) && !charts.has(word) && chartKinds[word] === undefined && word !== 'plot'
  })
  if (isOther || (kind === undefined && !isChart) || (needsNoun && !isChart && kind !== 'table')) return null
  return kind ?? 'chart'
}

/**
 * Splits off how a question wants its result shown: 'revenue by month as a line chart'. The rest is empty if it asks
 * for nothing else. Words that name something in the data, by `isName`, stay.
 */
export function displayOf(
  question: string,
  isName: (word: string) => boolean = () => false,
): { question: string; display: ResultDisplay | null } {
  const words = question.trim().split(/\s+/)
  const whole = displayFrom(words, false)
  const isBare = !words.some((one) => introducing.has(wordOf(one)) || drawing.has(wordOf(one)))
  if (whole !== null && !(isBare && words.some((one) => isName(singularOf(one)))))
    return { question: '', display: whole }
  for (let at = words.length - 2; at > 0; at--) {
    const preposition = wordOf(words[at] ?? '')
    if (!introducing.has(preposition)) continue
    const end = words.slice(at + 1)
    const display = displayFrom(end, preposition !== 'as')
    if (display === null || (preposition !== 'as' && end.some((one) => isName(singularOf(one))))) continue
    return { question: withoutAsking(words.slice(0, at)), display }
  }
  return leadingDisplay(words, isName) ?? { question, display: null }
}

/** '…, and show it' before the display. */
export function withoutAsking(words: readonly string[]): string {
  const asked = words.findLastIndex((one) =>
    ['show', 'display', 'draw', 'present', 'plot', 'graph'].includes(wordOf(one)),
  )
  const isTail = asked > 0 && words.slice(asked + 1).every((one) => asking.has(wordOf(one)))
  const rest = isTail ? words.slice(0, asked) : [...words]
  if (drawing.has(wordOf(rest[0] ?? ''))) rest.shift()
  while (rest.length > 0 && ['and', 'then', 'please'].includes(wordOf(rest.at(-1) ?? ''))) rest.pop()
  return rest.join(' ').replace(/[,;:]$/, '')
}

/** 'a bar chart of revenue by month', 'plot revenue by month'. */
function leadingDisplay(
  words: readonly string[],
  isName: (word: string) => boolean,
): { question: string; display: ResultDisplay } | null {
  const at = words.findIndex((one) => continuing.has(wordOf(one)))
  const start = words.slice(0, Math.max(at, 0))
  const display = start.length === 0 ? null : displayFrom(start, true)
  if (display !== null && !start.some((one) => isName(singularOf(one))) && at + 1 < words.length)
    return { question: words.slice(at + 1).join(' '), display }
  const [first, ...rest] = words
  const verb = wordOf(first ?? '')
  return drawing.has(verb) && !isName(verb) && rest.length > 0 ? { question: rest.join(' '), display: 'chart' } : null
}

/** How the rows of an earlier turn are shown, by its `state`; null if no one asked for a way. */
export function displayIn(state: unknown): ResultDisplay | null {
  if (typeof state !== 'object' || state === null || !('display' in state)) return null
  const { display } = state
  return resultDisplays.find((one) => one === display) ?? null
}

/** Whether a word is part of the name of a table or column. */
export function isNameIn(schema: Schema, word: string): boolean {
  return schema.tables.some(
    (table) => table.words.includes(word) || table.columns.some((column) => column.words.includes(word)),
  )
}

/** The display of an earlier answer in words. */
export function displayWords(display: ResultDisplay): Message {
  return message(
    '{display, select, line {The same rows as a line chart.} bar {The same rows as a bar chart.} combined {The same rows as bars with lines.} pie {The same rows as a pie chart.} scatter {The same rows as a scatter chart.} table {The same rows as a table.} other {The same rows as a chart.}}',
    { display },
  )
}

/** How a question asks for a display: 'as a bar chart'. */
export function displayPhrase(display: ResultDisplay): string {
  if (display === 'table' || display === 'chart') return `as a ${display}`
  if (display === 'combined') return 'as a combined chart'
  return display === 'scatter' ? 'as a scatter plot' : `as a ${display} chart`
}
