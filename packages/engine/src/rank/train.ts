import type { Features } from './features.ts'
import { fit, type Example, type FitOptions } from './fit.ts'
import { probability, type Thresholds } from './model.ts'

/** A question with its readings. */
export interface TrainingQuestion {
  database: string
  /** The set that it belongs to: its wording, or why it can't be answered. */
  set: string
  /** Whether the data can answer it; if not, every answer is wrong. */
  isPossible: boolean
  /** Whether the strict reading succeeded; then it is the only one. */
  isStrict: boolean
  readings: readonly Example[]
}

export interface TrainOptions extends FitOptions {
  folds: number
  /** A feature needs examples in this many databases: a word of one database says nothing about others. */
  leastDatabases: number
  /** The wanted share of right answers among the answered ones, in each set of possible questions. */
  precision: number
  /** The highest share of answered questions among the impossible ones. */
  answeredImpossible: number
}

/** A set's figures in cross-validation: shares of all its questions, and of the answered ones. */
export interface SetScore {
  questions: number
  answered: number
  right: number
  precision: number
}

export interface Trained {
  thresholds: Thresholds
  score: Record<string, SetScore>
  weights: Record<string, number>
}

/**
 * Learns the weights, and chooses the thresholds by which most answers are right in cross-validation by database: no
 * database is scored with weights that it was learned from.
 */
export function train(questions: readonly TrainingQuestion[], options: TrainOptions): Trained {
  const common = withoutRare(questions, options.leastDatabases)
  const scored = crossValidated(common, options)
  const thresholds = bestThresholds(scored, options)
  const weights = fit(
    common.flatMap((one) => one.readings),
    options,
  )
  return { thresholds, score: scoresBySet(scored, thresholds), weights: rounded(weights) }
}

function withoutRare(questions: readonly TrainingQuestion[], least: number): TrainingQuestion[] {
  const databases = new Map<string, Set<string>>()
  for (const { database, readings } of questions)
    for (const name of readings.flatMap((one) => [...one.features.keys()]))
      databases.set(name, (databases.get(name) ?? new Set()).add(database))
  const isCommon = (name: string) => (databases.get(name)?.size ?? 0) >= least
  const common = (features: Features): Features => new Map([...features].filter(([name]) => isCommon(name)))
  return questions.map((one) => ({
    ...one,
    readings: one.readings.map(({ features, isRight }) => ({ features: common(features), isRight })),
  }))
}

/** A question with the score of its best reading. */
interface Scored extends Pick<TrainingQuestion, 'set' | 'isPossible' | 'isStrict'> {
  score: number
  isRight: boolean
}

function crossValidated(questions: readonly TrainingQuestion[], options: TrainOptions): Scored[] {
  const databases = [...new Set(questions.map((one) => one.database))].toSorted()
  const foldOf = new Map(databases.map((database, at) => [database, at % options.folds]))
  return Array.from({ length: options.folds }, (_, fold) => {
    const isTest = ({ database }: TrainingQuestion) => foldOf.get(database) === fold
    const examples = questions.filter((one) => !isTest(one)).flatMap((one) => one.readings)
    const weights = fit(examples, options)
    return questions.filter(isTest).map((one) => bestOf(weights, one))
  }).flat()
}

function bestOf(weights: Record<string, number>, { set, isPossible, isStrict, readings }: TrainingQuestion): Scored {
  let best = { score: 0, isRight: false }
  for (const { features, isRight } of readings) {
    const score = probability(weights, features)
    if (score > best.score) best = { score, isRight }
  }
  return { set, isPossible, isStrict, ...best }
}

const isAnswered = (one: Scored, thresholds: Thresholds) =>
  one.score > 0 && one.score >= (one.isStrict ? thresholds.strict : thresholds.changed)

/** The thresholds that are tried. */
const steps = Array.from({ length: 20 }, (_, at) => at / 20)

function bestThresholds(scored: readonly Scored[], { precision, answeredImpossible }: TrainOptions): Thresholds {
  let best = { thresholds: { strict: 1, changed: 1 }, right: 0 }
  for (const strict of steps)
    for (const changed of steps.filter((one) => one >= strict)) {
      const thresholds = { strict, changed }
      const answered = scored.filter((one) => isAnswered(one, thresholds))
      const right = answered.filter((one) => one.isRight && one.isPossible).length
      const impossible = share(answered, scored, (one) => !one.isPossible && !one.isRight)
      const sets = Object.values(
        Object.groupBy(
          answered.filter((one) => one.isPossible),
          (one) => one.set,
        ),
      )
      const isPrecise = sets.every((one = []) => one.filter(({ isRight }) => isRight).length >= precision * one.length)
      if (right > best.right && isPrecise && impossible <= answeredImpossible) best = { thresholds, right }
    }
  return best.thresholds
}

function share(part: readonly Scored[], all: readonly Scored[], which: (one: Scored) => boolean): number {
  return part.filter(which).length / Math.max(all.filter((one) => !one.isPossible).length, 1)
}

function scoresBySet(scored: readonly Scored[], thresholds: Thresholds): Record<string, SetScore> {
  const sets = Map.groupBy(scored, (one) => one.set)
  return Object.fromEntries(
    [...sets].map(([set, all]) => {
      const answered = all.filter((one) => isAnswered(one, thresholds))
      const right = answered.filter((one) => one.isRight).length
      return [
        set,
        {
          questions: all.length,
          answered: round(answered.length / all.length),
          right: round(right / all.length),
          precision: round(right / Math.max(answered.length, 1)),
        },
      ]
    }),
  )
}

const digits = 1000
const round = (value: number): number => Math.round(value * digits) / digits

function rounded(weights: Record<string, number>): Record<string, number> {
  return Object.fromEntries(
    Object.entries(weights).flatMap(([name, weight]) => (round(weight) === 0 ? [] : [[name, round(weight)]])),
  )
}
