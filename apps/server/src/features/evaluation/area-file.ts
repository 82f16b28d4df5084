import type { EvaluationSetOfFile } from '@parlance/contract'
import type { Principal } from '../../http/principal.ts'
import { AppError } from '../../lib/errors.ts'
import type { EvaluationCore } from './core.ts'
import { listOf } from './stored-list.ts'
import { addQuestions, keyOf, rowOf } from './question-rows.ts'
import type { ReadableSqlRules } from './readable-sql.ts'
import { newSet } from './sets.ts'
import { listHeads, readQuestions } from './store/question-store.ts'
import { insertSet, listSets } from './store/set-store.ts'

/** Questions that are read at once. */
const readAtOnce = 200

export interface AreaFileSets {
  /** The sets of an area for its file. SQL that contains a value which its question doesn't name is left out. */
  exportSets: (principal: Principal, areaId: string) => Promise<EvaluationSetOfFile[]>
  /** Adds the sets of a file to a new area. Their questions wait for approval. */
  importSets: (principal: Principal, areaId: string, sets: EvaluationSetOfFile[]) => Promise<void>
}

export function createAreaFileSets(core: EvaluationCore, readable: ReadableSqlRules): AreaFileSets {
  const { areas, context } = core
  const { store, now } = context

  async function questionsOf(set: { id: string; connection_id: string | null }) {
    const ids = (await listHeads(store.db, set.id)).map(({ id }) => id)
    const questions: EvaluationSetOfFile['questions'] = []
    for (let at = 0; at < ids.length; at += readAtOnce) {
      for (const row of await readQuestions(store.db, set.id, ids.slice(at, at + readAtOnce))) {
        const { sql, isShortened } = await readable.read(row.expected_sql, {
          question: `${row.question} ${row.context ?? ''}`,
          connectionId: set.connection_id,
          isEntitled: false,
        })
        questions.push({
          question: row.question,
          ...(row.context === null ? {} : { context: row.context }),
          tags: listOf(row.tags),
          ...(sql === null || isShortened ? {} : { expected_sql: sql }),
        })
      }
    }
    return questions
  }

  /** The file may be for another database, so SQL is proven only when a run asks its question. */
  async function importSet(
    principal: Principal,
    { areaId, connectionId }: { areaId: string; connectionId: string | null },
    file: EvaluationSetOfFile,
  ): Promise<void> {
    const by = principal.userId
    const row = newSet({ areaId, connectionId, name: file.name, by, now: now() })
    await insertSet(store.db, { ...row, description: file.description ?? null })
    const seen = new Set<string>()
    const rows = file.questions.flatMap(({ question, context: more, tags = [], expected_sql: sql }) => {
      const key = keyOf(question, more ?? null)
      if (seen.has(key)) return []
      seen.add(key)
      const made = { question, context: more ?? null, tags, expectedSql: sql ?? null, expectedRows: null }
      return [rowOf(core, { setId: row.id, by, question: { ...made, source: 'area_file' } })]
    })
    if (rows.length > 0) await addQuestions(core, row.id, rows)
  }

  return {
    exportSets: async (principal, areaId) => {
      await areas.getEditable(principal, areaId)
      const sets: EvaluationSetOfFile[] = []
      for (const set of await listSets(store.db, areaId)) {
        const description = set.description === null ? {} : { description: set.description }
        sets.push({ name: set.name, ...description, questions: await questionsOf(set) })
      }
      return sets
    },
    importSets: async (principal, areaId, sets) => {
      if (sets.length === 0) return
      const connectionId = await core.ownPlace(principal, areaId, null).then(
        (place) => place.connectionId,
        (error: unknown) => {
          if (error instanceof AppError) return null
          throw error
        },
      )
      const names = new Set<string>()
      for (const set of sets) {
        if (names.has(set.name)) continue
        names.add(set.name)
        await importSet(principal, { areaId, connectionId }, set)
      }
    },
  }
}
