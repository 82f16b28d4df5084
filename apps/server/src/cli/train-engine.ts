import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import {
  contextOf,
  Decline,
  featuresOf,
  kindOf,
  readingsOf,
  train,
  type Model,
  type SetScore,
  type TrainingQuestion,
} from '@parlance/engine/training'
import { isHeldOut, seeded, shuffled } from '@parlance/evaluation'
import { readDevelopmentData, type DevelopmentQuestion } from './development-data.ts'
import { today } from './eval-engine.ts'
import { makeImpossible } from './impossible-questions.ts'
import { learnChoices, rememberChoices, weightsFile, withChoices, type ChoicesFile } from './train-choices.ts'
import { isRight, openDatabase, type OpenDatabase, type TrainContext } from './train-database.ts'

const modelFile = resolve(import.meta.dirname, '../../../../packages/engine/src/rank/model.json')

/** How the weights are learned. */
export const options = {
  folds: 5,
  leastDatabases: 6,
  l2: 16,
  rounds: 150,
  rate: 0.3,
  precision: 0.9,
  answeredImpossible: 0.025,
} as const

/** One of this many questions is learned from: the others would take minutes and add little. */
const everyNth = 2

/** A model with its figures in cross-validation. */
interface ScoredModel extends Model {
  score: Record<string, SetScore>
}

/** Everything that is learned. */
export interface TrainedEngine {
  model: ScoredModel
  choices: ChoicesFile
}

/**
 * Learns which table or column wins, then how likely readings are right: from the questions of the databases that aren't
 * held out, and from the same questions made impossible.
 * @throws StartError if the development data is missing
 */
export async function trainEngine(data: string, context: TrainContext): Promise<TrainedEngine> {
  const { questions, fileOf } = readDevelopmentData(data)
  const others = questions.filter((one) => !isHeldOut(one.database) && one.at % everyNth === 0)
  const chosen = context.limit === null ? others : shuffled(others, seeded(1)).slice(0, context.limit)
  const restore = rememberChoices()
  try {
    const choices = await learnChoices(chosen, { data, fileOf }, context)
    return { model: await trainModel(chosen, fileOf, context), choices }
  } finally {
    restore()
  }
}

async function trainModel(
  chosen: readonly DevelopmentQuestion[],
  fileOf: (database: string) => string,
  context: TrainContext,
): Promise<ScoredModel> {
  const byDatabase = Map.groupBy(chosen, (one) => one.database)
  const databases = [...byDatabase.keys()].toSorted()
  const graded: TrainingQuestion[] = []
  for (const [at, database] of databases.entries()) {
    const next = databases[(at + 1) % databases.length] ?? database
    const [own, other] = await Promise.all([
      openDatabase(fileOf(database), context),
      openDatabase(fileOf(next), context),
    ])
    try {
      for (const question of byDatabase.get(database) ?? []) graded.push(...(await gradeQuestion(question, own, other)))
    } finally {
      await Promise.all([own.connection.close(), other.connection.close()])
    }
  }
  const { thresholds, score, weights } = train(graded, options)
  return {
    date: new Date().toISOString().slice(0, 10),
    data: `spider-train, ${databases.length} databases that aren't held out, ${graded.length} questions`,
    score,
    thresholds,
    weights,
  }
}

/** Writes what comes with the engine. */
export function writeTrained({ model, choices }: TrainedEngine): void {
  writeFileSync(modelFile, `${JSON.stringify(model, null, 2)}\n`)
  writeFileSync(weightsFile, withChoices(choices))
}

/** The question with its graded readings, and the same question made impossible. */
async function gradeQuestion(
  question: DevelopmentQuestion,
  own: OpenDatabase,
  other: OpenDatabase,
): Promise<TrainingQuestion[]> {
  const expected = await own.rowsOf(question.expectedSql).catch(() => null)
  if (expected === null) return []
  const impossible = makeImpossible(question, own.catalogue, other.catalogue)
  const asked = [
    { set: question.wording as string, isPossible: true, catalogue: own.catalogue },
    ...(impossible === null ? [] : [{ set: impossible.kind, isPossible: false, catalogue: impossible.catalogue }]),
  ]
  const graded: TrainingQuestion[] = []
  for (const { set, isPossible, catalogue } of asked) {
    const place = catalogue === other.catalogue ? other : own
    const context = await contextOf({
      question: question.question,
      catalogue,
      today,
      history: [],
      valuesOf: place.valuesOf,
    })
    const { strict, others } = readingsOf(context)
    const all = strict instanceof Decline ? others : [strict]
    const readings = await Promise.all(
      all.map(async (reading, at) => ({
        kind: kindOf(reading),
        features: featuresOf(context, reading, { readings: all.length, place: at }),
        isRight: await isRight(question, expected, place, reading.sql),
      })),
    )
    graded.push({ database: question.database, set, isPossible, readings })
  }
  return graded
}
