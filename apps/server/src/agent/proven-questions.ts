import { dialectFacts } from '@parlance/contract'
import type { StarterQuestions } from '@parlance/contract'
import { suggestQuestions, translate } from '@parlance/engine'
import { descriptionsOf } from './area-hints.ts'
import type { AgentTurn } from './contract.ts'
import { AppError } from '../lib/errors.ts'
import { read } from './look-up.ts'

/** How many milliseconds the questions may take together. */
const usualPatienceMs = 2_000
/** Starter questions to show, those of the area among them, and suggested ones to try until there are enough. */
const mostStarters = 3
const mostOfArea = 6
const mostTried = 8

/** What a question needs to be tried as its asker. */
export type Asker = Pick<
  AgentTurn,
  | 'catalogue'
  | 'definitions'
  | 'hints'
  | 'principal'
  | 'connectionId'
  | 'areaId'
  | 'door'
  | 'valuesOf'
  | 'today'
  | 'signal'
>

/**
 * The questions that the built-in engine understands and that return rows when they run as the asker, in their order.
 * Stops when there are enough or time is up. Where a database bills its queries, they only have to be understood.
 */
export async function provenQuestions(
  asker: Asker,
  questions: readonly string[],
  limits: Partial<Limits> = {},
): Promise<string[]> {
  return (await prove(asker, questions, limits)).questions
}

/** What became of questions that were tried. */
interface Proven {
  questions: string[]
  /** How many were understood and run, or would run if queries weren't billed. */
  run: number
  /** Whether one could not be checked, or time was up before all of them were tried. */
  isUnchecked: boolean
}

/** How many questions to return, and how many milliseconds they may take together. */
interface Limits {
  most: number
  patienceMs: number
}

async function prove(
  asker: Asker,
  questions: readonly string[],
  { most = questions.length, patienceMs = usualPatienceMs }: Partial<Limits>,
): Promise<Proven> {
  const { catalogue, today, hints, valuesOf, signal } = asker
  const until = AbortSignal.timeout(patienceMs)
  const proven: Proven = { questions: [], run: 0, isUnchecked: false }
  for (const question of questions) {
    if (proven.questions.length === most) break
    proven.isUnchecked ||= until.aborted
    if (until.aborted) break
    const descriptions = descriptionsOf(hints)
    const definitions = asker.definitions ?? undefined
    const asked = { question, catalogue, today, history: [], descriptions, definitions, valuesOf, signal }
    const found = await translate(asked)
    if (!found.understood) continue
    const hasRows = await returnsRows(found.sql, asker, until)
    signal.throwIfAborted()
    proven.run++
    proven.isUnchecked ||= hasRows === null
    if (hasRows === true) proven.questions.push(question)
  }
  return proven
}

/** Null if that can't be checked. */
async function returnsRows(sql: string, asker: Asker, until: AbortSignal): Promise<boolean | null> {
  const { catalogue, signal } = asker
  if (dialectFacts[catalogue.dialect].billsQueries) return true
  try {
    const rows = await read({ ...asker, signal: AbortSignal.any([signal, until]) }, sql, {}, 1)
    return rows.some((row) => row.some((cell) => cell !== null && Number(cell) !== 0))
  } catch (error) {
    return error instanceof AppError && error.code === 'query_refused' ? false : null
  }
}

/** The first questions about a place, which return rows for this user now, or why there are none. */
export async function starterQuestions(asker: Asker, patienceMs = usualPatienceMs): Promise<StarterQuestions> {
  const { catalogue, today, hints } = asker
  const definitions = asker.definitions ?? undefined
  const suggested = suggestQuestions({ catalogue, today, descriptions: descriptionsOf(hints), definitions })
  const own = await prove(asker, hints?.sampleQuestions ?? [], { most: mostOfArea, patienceMs })
  const missing = Math.max(0, mostStarters - own.questions.length)
  const others = suggested.filter((one) => !own.questions.includes(one)).slice(0, mostTried)
  const more = await prove(asker, missing === 0 ? [] : others, { most: missing, patienceMs })
  const questions = [...own.questions, ...more.questions]
  const run = own.run + more.run
  const isUnchecked = own.isUnchecked || more.isUnchecked
  if (questions.length > 0) return { questions, empty_reason: null }
  if (isUnchecked) return { questions, empty_reason: 'unchecked' }
  return { questions, empty_reason: run === 0 ? 'no_questions' : 'no_rows' }
}
