import type { Message, Row } from '@parlance/contract'
import { composeAnswer, type AnswerRequest } from '../answer/compose.ts'
import { answerFacts } from '../answer/facts.ts'
import type { Query } from '../query.ts'
import type { Schema } from '../schema/model.ts'

/** The text of an answer about rows of a query; null for a query of which nothing is known. */
export function answerTo(
  schema: Schema,
  { asked, rows, today }: { asked: Query | null; rows: Row[]; today: string },
  rest: Partial<AnswerRequest> = {},
): Message {
  const understood = {
    understood: true,
    sql: '',
    reading: { text: '' },
    assumptions: [],
    choices: [],
    confidence: 1,
    state: asked === null ? null : { told: answerFacts(schema, asked) },
    display: null,
    look: null,
    used: [],
    formats: [],
  } as const satisfies Record<keyof AnswerRequest['understood'], unknown>
  const columns = (asked?.select ?? []).map(({ alias }) => ({ name: alias, dataType: '', kind: 'other' as const }))
  return composeAnswer({
    question: '',
    understood: { ...understood, assumptions: [], choices: [], used: [], formats: [] },
    columns,
    rows,
    truncated: false,
    today,
    ...rest,
  }).text
}
