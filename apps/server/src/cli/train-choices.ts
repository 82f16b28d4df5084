import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { choices, contextOf, Decline, learnWeights, strictReader } from '@parlance/engine/training'
import type { ComparedResult } from '@parlance/evaluation'
import type { DevelopmentQuestion } from './development-data.ts'
import { today } from './eval-engine.ts'
import { isRight, openDatabase, type OpenDatabase, type TrainContext } from './train-database.ts'

/** How the weights of the choices are learned. */
export const options = {
  folds: 5,
  factors: [0.6, 1.6],
  passes: 2,
  /** Five wrong answers less: a smaller difference may be chance. */
  leastGain: 50,
  /** A wrong answer is this many times worse than none, so that precision does not fall. */
  wrongCosts: 10,
} as const

/** One of this many of the questions that are trained with. */
const everyNth = 8

/** The file with the weights that are not part of the model. */
export const weightsFile = resolve(import.meta.dirname, '../../../../packages/engine/src/weights.json')

/** Business questions that no change may harm; the development data has hardly any. */
const businessFile = resolve(import.meta.dirname, '../../../../packages/engine/eval/business.json')

/** What the training changes in that file. */
export interface ChoicesFile {
  date: string
  data: string
  /** Right answers minus ten times the wrong ones, and which weights made a difference. */
  score: { questions: number; before: number; after: number; matter: string[]; changed: string[] }
  choices: typeof choices
}

/** A question, the file of its database, and the fold that it is scored in. */
interface Folded {
  question: Pick<DevelopmentQuestion, 'question' | 'expectedSql'>
  file: string
  fold: number
}

/** A question with what its queries are graded by. */
interface Prepared extends Folded {
  read: NonNullable<ReturnType<typeof strictReader>>
  expected: ComparedResult
  /** Whether a query is right; a query is run once. */
  graded: Map<string, boolean>
}

/** Learns which table or column wins, in place, from the strict readings of some of the questions. */
export async function learnChoices(
  questions: readonly DevelopmentQuestion[],
  { data, fileOf }: { data: string; fileOf: (database: string) => string },
  context: TrainContext,
): Promise<ChoicesFile> {
  const chosen = questions.filter((one) => context.limit !== null || one.at % everyNth === 0)
  const databases = [...new Set(chosen.map((one) => one.database))].toSorted()
  const foldOf = new Map(databases.map((database, at) => [database, at % options.folds]))
  const folded = chosen.map((question) => ({
    question,
    file: fileOf(question.database),
    fold: foldOf.get(question.database) ?? 0,
  }))
  const prepared: Prepared[] = []
  for (const [file, own] of Map.groupBy([...folded, ...businessQuestions(data, context)], (one) => one.file))
    await withDatabase(file, context, async (place) => {
      const known = { catalogue: place.catalogue, today, history: [], valuesOf: place.valuesOf }
      for (const one of own) {
        const expected = await place.rowsOf(one.question.expectedSql).catch(() => null)
        const read = strictReader(await contextOf({ ...known, question: one.question.question }))
        if (expected !== null && read !== null) prepared.push({ ...one, read, expected, graded: new Map() })
      }
    })
  const most = context.limit ?? Infinity
  const score = await learnWeights(choicesAsGroups(), () => scoreFolds(prepared, context), { ...options, most })
  return {
    date: new Date().toISOString().slice(0, 10),
    data: `spider-train, ${databases.length} databases that aren't held out, and business questions`,
    score: { questions: prepared.length, ...score },
    choices: structuredClone(choices),
  }
}

/** The business questions whose databases are there, as a separate fold. */
function businessQuestions(data: string, { limit }: TrainContext): Folded[] {
  const all = JSON.parse(readFileSync(businessFile, 'utf8')) as { database: string; question: string; sql: string }[]
  return all.slice(0, limit ?? all.length).flatMap(({ database, question, sql }) => {
    const file = join(data, database, `${database}.sqlite`)
    return existsSync(file) ? [{ question: { question, expectedSql: sql }, file, fold: options.folds }] : []
  })
}

async function withDatabase(
  file: string,
  context: TrainContext,
  use: (place: OpenDatabase) => Promise<void>,
): Promise<void> {
  const place = await openDatabase(file, context)
  try {
    await use(place)
  } finally {
    await place.connection.close()
  }
}

/** Remembers the weights as they are now. @returns a function that sets them again */
export function rememberChoices(): () => void {
  const before = structuredClone(choices)
  return () => {
    for (const [name, group] of Object.entries(choices)) Object.assign(group, Reflect.get(before, name))
  }
}

/** The weights as names and numbers; the same objects, so that the engine sees the changes. */
function choicesAsGroups(): Record<string, Record<string, number> | number> {
  return Object.fromEntries(Object.entries(choices))
}

/** Right answers minus the costs of wrong ones, for each fold. */
async function scoreFolds(prepared: readonly Prepared[], context: TrainContext): Promise<number[]> {
  context.signal.throwIfAborted()
  const read = prepared.flatMap((one) => {
    const found = one.read()
    return found instanceof Decline ? [] : [{ ...one, sql: found.sql }]
  })
  const unknown = read.filter(({ graded, sql }) => !graded.has(sql))
  for (const [file, own] of Map.groupBy(unknown, (one) => one.file))
    await withDatabase(file, context, async (place) => {
      for (const { question, expected, graded, sql } of own)
        graded.set(sql, await isRight(question, expected, place, sql))
    })
  const scores = Array.from({ length: options.folds + 1 }, () => 0)
  for (const { fold, graded, sql } of read)
    scores[fold] = (scores[fold] ?? 0) + (graded.get(sql) === true ? 1 : -options.wrongCosts)
  return scores
}

/** The file with the learned weights; what is set by hand stays. */
export function withChoices(learned: ChoicesFile): string {
  const before: unknown = JSON.parse(readFileSync(weightsFile, 'utf8'))
  return `${JSON.stringify({ ...(before as object), ...learned }, null, 2)}\n`
}
