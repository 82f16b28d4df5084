import { dialectFacts } from '@parlance/contract'
import { suggestQuestions, translate } from '@parlance/engine'
import { descriptionsOf } from './area-hints.ts'
import type { AgentTurn } from './contract.ts'
import { read } from './look-up.ts'

/** How many milliseconds the questions may take together. */
const patienceMs = 2_000
/** Starter questions to show, and to try until there are enough. */
const mostStarters = 3
const mostTried = 8

/** What a question needs to be tried as its asker. */
export type Asker = Pick<
  AgentTurn,
  'catalogue' | 'hints' | 'principal' | 'connectionId' | 'areaId' | 'door' | 'valuesOf' | 'today' | 'signal'
>

/**
 * The questions that the built-in engine understands and that return rows when they run as the asker, in their order.
 * Stops when there are enough or time is up. Where a database bills its queries, they only have to be understood.
 */
export async function provenQuestions(
  asker: Asker,
  questions: readonly string[],
  most = questions.length,
): Promise<string[]> {
  const { catalogue, today, hints, valuesOf, signal } = asker
  const until = AbortSignal.timeout(patienceMs)
  const proven: string[] = []
  for (const question of questions) {
    if (proven.length === most || until.aborted) break
    const descriptions = descriptionsOf(hints)
    const found = await translate({ question, catalogue, today, history: [], descriptions, valuesOf, signal })
    if (found.understood && (await returnsRows(found.sql, asker, until))) proven.push(question)
    signal.throwIfAborted()
  }
  return proven
}

async function returnsRows(sql: string, asker: Asker, until: AbortSignal): Promise<boolean> {
  const { catalogue, signal } = asker
  if (dialectFacts[catalogue.dialect].billsQueries) return true
  const rows = await read({ ...asker, signal: AbortSignal.any([signal, until]) }, sql, {}, 1).catch(() => [])
  return rows.some((row) => row.some((cell) => cell !== null && Number(cell) !== 0))
}

/** The first questions about a place, which return rows for this user now. */
export async function starterQuestions(asker: Asker): Promise<string[]> {
  const { catalogue, today, hints } = asker
  const questions = suggestQuestions({ catalogue, today, descriptions: descriptionsOf(hints) })
  return await provenQuestions(asker, questions.slice(0, mostTried), mostStarters)
}
