import { message } from '@parlance/contract'
import type { Message } from '@parlance/contract'
import { adaptExample } from '@parlance/engine'
import type { AdaptedExample } from '@parlance/engine'
import { exampleLine } from './area-texts.ts'
import type { AgentTurn } from './contract.ts'
import { inTime } from './in-time.ts'

/**
 * The verified example that asks the same as the question, apart from values, with the question's values in its SQL.
 * Null if there is none. Values are looked up as the asker, so that neither the SQL nor the text has one that the asker
 * may not see. It reaches a model only through the prompt, and only if data may be shared.
 */
export async function adaptedExample(turn: AgentTurn): Promise<AdaptedExample | null> {
  const { question, today, catalogue, valuesOf, findValues, principal, door } = turn
  const synonyms = turn.definitions?.definitions.value_synonyms ?? []
  const comparisonsOf = async (sql: string) =>
    (await door.examine({ principal, sql, catalogue }).catch(() => null))?.comparisons ?? null
  for (const example of turn.examples) {
    const asked = { example, question, today, catalogue, synonyms, valuesOf, findValues, comparisonsOf }
    const adapted = await adaptExample(asked)
    turn.signal.throwIfAborted()
    if (adapted !== null) return adapted
  }
  return null
}

/** Says which verified example an answer follows, and which values it replaced. */
export function exampleText({ shownQuestion: question, changes }: AdaptedExample): Message {
  if (changes.length === 0) return message('Answered as the verified example “{question}”.', { question })
  return message('Answered as the verified example “{question}”, with {changes}.', {
    question,
    changes: changesText({ changes }),
  })
}

/** The replaced values: 'Germany → France, 2024 → 2025'. */
function changesText({ changes }: Pick<AdaptedExample, 'changes'>): string {
  return changes.map(({ from, to }) => (from === null ? to : `${from} → ${to}`)).join(', ')
}

/** Milliseconds that a prompt waits for the values of an example. */
const patienceMs = 1_000

/**
 * The example with the question's values as a line of a prompt; null if there is none. Without data sharing there is
 * none, because it would reveal which values exist.
 */
export async function adaptedLine(turn: AgentTurn): Promise<string | null> {
  if (!turn.shareData || turn.examples.length === 0) return null
  const lookUp = adaptedExample(turn).catch(() => null)
  const adapted = await inTime(lookUp, patienceMs, null)
  if (adapted === null || adapted.changes.length === 0) return null
  const asked = `${turn.question} (as “${adapted.shownQuestion}”, with ${changesText(adapted)})`
  return exampleLine(asked, adapted.sql)
}
