import type { AgentTurn } from '../contract.ts'
import { numbersIn } from '../numbers.ts'

/**
 * Whether a limit is what the user asked for: the question, or an earlier one that it builds on, names it. The built-in
 * engine limits nothing that wasn't asked for.
 */
export function isAskedNumber(rows: number, turn: AgentTurn): boolean {
  if (turn.understood !== undefined) return true
  const asked = [turn.question, ...turn.history.map((one) => one.question)]
  return asked.some((question) =>
    numbersIn(question).some(({ kind, readings }) => kind === 'value' && readings.some(({ value }) => value === rows)),
  )
}

/** Whether the question has one of these words. */
export function asks(words: ReadonlySet<string>, { question }: Pick<AgentTurn, 'question'>): boolean {
  return wordsOf(question).some((word) => words.has(word))
}

/** Whether the question names the last word of a column's name, also in the plural. */
export function namesColumn(column: string, { question }: Pick<AgentTurn, 'question'>): boolean {
  const name = wordsOf(column.replaceAll(/([\p{Ll}\d])(?=\p{Lu})/gu, '$1 ').replaceAll('_', ' '))
  const asked = new Set(wordsOf(question).map(stem))
  return name.filter((word) => word !== 'id').some((word) => asked.has(stem(word)))
}

function stem(word: string): string {
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`
  return word.endsWith('s') ? word.slice(0, -1) : word
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/\p{N}+|\p{L}+/gu) ?? []
}

/** Words that ask for a sum. */
export const sumWords: ReadonlySet<string> = new Set(
  'total totals sum sums overall combined altogether summe gesamt somme suma soma somma'.split(' '),
)

const groupWords = ['each', 'every', 'per', 'by']
const nameWords = ['name', 'title']

/** Whether the question asks for groups by name, as in “for each race name”. */
export function groupsByName({ question }: Pick<AgentTurn, 'question'>): boolean {
  const words = wordsOf(question)
  return words.some((word, at) => groupWords.includes(word) && words.slice(at + 1, at + 4).some(isNameWord))
}

function isNameWord(word: string): boolean {
  return nameWords.includes(word)
}

/** Words that ask for each value once. */
export const distinctWords: ReadonlySet<string> = new Set('different distinct unique'.split(' '))

/** Words that ask for the first rows of an order. */
export const rankingWords: ReadonlySet<string> = new Set(
  [
    'top bottom most least highest lowest largest smallest biggest greatest fewest best worst first last latest newest',
    'oldest youngest earliest recent longest shortest heaviest lightest cheapest maximum minimum max min popular common',
    'tallest fastest slowest expensive richest busiest frequent rank ranked ranking meisten höchste größte beste neueste',
    'plus grand meilleur dernier mejor mayor último maggiore migliore ultimo maior melhor',
  ]
    .join(' ')
    .split(' '),
)
