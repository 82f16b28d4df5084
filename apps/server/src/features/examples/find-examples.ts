import { setImmediate as othersTurn } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import type { Database } from '../../store/schema.ts'
import { rankByLikeness, rankedQuestions, wordsOf, type RankedQuestions, type Words } from './rank.ts'
import { draftedFor, type ExampleText } from './draft-store.ts'
import { approvedState, findApproved, listApproved, type ExamplePlace } from './store.ts'

/** An approved question with its SQL, used as an example for another question. */
export interface UsableExample {
  id: string
  question: string
  sql: string
  reading: string | null
  /** The day on which the question was asked, yyyy-mm-dd. */
  askedOn: string
}

/** Below this, two questions share little more than chance. */
const leastLikeness = 0.12
/** Places whose examples are kept in memory. */
const keptPlaces = 20
/** Examples that are read at once. */
const batchSize = 500

interface Wanted extends ExamplePlace {
  question: string
  limit: number
  /** Whether the examples are those of the area's draft. */
  inDraft?: boolean
}

interface KnownPlace {
  state: string
  questions: RankedQuestions<string>
}

/**
 * Finds approved examples by their likeness. The words of a place's examples stay in memory until one changes, so that a
 * question doesn't read them all.
 */
export function createExampleSearch(db: Kysely<Database>) {
  const known = new Map<string, KnownPlace>()

  async function questionsOf(place: ExamplePlace): Promise<RankedQuestions<string>> {
    const key = JSON.stringify([place.areaId, place.connectionId])
    const state = await approvedState(db, place)
    const found = known.get(key)
    if (found?.state === state) return found.questions
    const questions = rankedQuestions(await readWords(place))
    known.delete(key)
    known.set(key, { state, questions })
    if (known.size > keptPlaces) known.delete(known.keys().next().value ?? '')
    return questions
  }

  async function readWords(place: ExamplePlace): Promise<{ document: string; words: Words }[]> {
    const rows = await listApproved(db, place)
    const documents: { document: string; words: Words }[] = []
    for (const [at, { id, question, reading, sql_query: sql }] of rows.entries()) {
      if (at % batchSize === batchSize - 1) await othersTurn()
      documents.push({ document: id, words: wordsOf({ question, reading, sql }) })
    }
    return documents
  }

  return async ({ question, limit, inDraft = false, ...place }: Wanted): Promise<UsableExample[]> => {
    const drafted = inDraft ? await draftedFor(db, place) : { changed: new Set<string>(), written: [] }
    const published = likeOf(question, await questionsOf(place)).filter(
      ({ document }) => !drafted.changed.has(document),
    )
    const own = likeOf(question, rankedQuestions(drafted.written.map(wordsOfDrafted)))
    const ranked = [...own, ...published].toSorted((left, right) => right.likeness - left.likeness).slice(0, limit)
    const texts = new Map(drafted.written.map((one) => [one.id, one]))
    const rows = new Map(
      (
        await findApproved(
          db,
          ranked.map(({ document }) => document),
        )
      ).map((row) => [row.id, row]),
    )
    return ranked.flatMap(({ document }) => {
      const text = texts.get(document)
      if (text !== undefined) return [usableDrafted(text)]
      const row = rows.get(document)
      if (row === undefined) return []
      const { id, question: asked, sql_query: sql, reading, asked_at: askedAt } = row
      return [{ id, question: asked, sql, reading, askedOn: askedAt.slice(0, 10) }]
    })
  }
}

function likeOf(question: string, questions: RankedQuestions<string>) {
  return rankByLikeness(question, questions).filter(
    ({ likeness, isContained }) => likeness >= leastLikeness || (isContained && likeness > 0),
  )
}

type Drafted = ExampleText & { id: string; written_at: string }

function wordsOfDrafted({ id, question, sql_query: sql }: Drafted) {
  return { document: id, words: wordsOf({ question, reading: null, sql }) }
}

function usableDrafted({ id, question, sql_query: sql, written_at: at }: Drafted): UsableExample {
  return { id, question, sql, reading: null, askedOn: at.slice(0, 10) }
}
