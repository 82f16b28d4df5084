import { formatMessage, type Catalogue, type ProposedQuestion } from '@parlance/contract'
import { composeAnswer, suggestQuestions, translate } from '@parlance/engine'
import { descriptionsOf } from '../../../agent/area-hints.ts'
import type { AreaHints } from '../../../agent/area-hints.ts'
import type { CollectedResult } from '../../../door/contract.ts'
import { isOfOneQuery } from '../scoping/query-failures.ts'

const mostQuestions = 3
/** Questions to try until three have an answer. */
const mostTries = 8

export interface QuestionMeans {
  /** Only the area's tables, with its relationships. */
  catalogue: Catalogue
  hints: AreaHints
  /** yyyy-mm-dd */
  today: string
  run: (sql: string) => Promise<CollectedResult>
  isOver: () => boolean
  signal: AbortSignal
}

/** Finds questions that the built-in engine understands and whose queries return rows now. */
export async function tryQuestions({ run, hints, isOver, ...place }: QuestionMeans): Promise<ProposedQuestion[]> {
  const descriptions = descriptionsOf(hints)
  const answered: ProposedQuestion[] = []
  for (const question of suggestQuestions({ ...place, descriptions }).slice(0, mostTries)) {
    if (answered.length === mostQuestions || isOver()) break
    const read = await translate({
      ...place,
      question,
      history: [],
      descriptions,
      valuesOf: async () => ({ values: null }),
    })
    if (!read.understood) continue
    const result = await run(read.sql).catch((error: unknown) => {
      if (isOfOneQuery(error)) return null
      throw error
    })
    if (result === null || isEmpty(result)) continue
    const { text } = composeAnswer({ ...result, question, understood: read, today: place.today })
    answered.push({ question, sql_query: read.sql, answer: formatMessage(text) })
  }
  return answered
}

/** Whether a result has no rows, or only zeros and missing values. */
function isEmpty({ rows }: CollectedResult): boolean {
  return rows.every((row) => row.every((cell) => cell === null || Number(cell) === 0))
}
