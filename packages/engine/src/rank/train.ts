import type { Features } from './features.ts'
import { fit, type Example, type FitOptions } from './fit.ts'
import type { ReadingKind } from '../candidates/generate.ts'
import { probability, thresholdsWith, type Thresholds } from './model.ts'

/** A question with its readings. */
export interface TrainingQuestion {
  database: string
  /** The set that it belongs to: its wording, or why it can't be answered. */
  set: string
  /** Whether the data can answer it; if not, every answer is wrong. */
  isPossible: boolean
  readings: readonly TrainingReading[]
}

export interface TrainingReading extends Example {
  /** Decides which threshold applies. */
  kind: ReadingKind
}

export interface TrainOptions extends FitOptions {
  folds: number
  /** A feature needs examples in this many databases: a word of one database says nothing about others. */
  leastDatabases: number
  /** The wanted share of right answers among the answered ones, in each set of possible questions. */
  precision: number
  /** The highest share of answered questions in each set of impossible ones, even if an answer happens to be right. */
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
  const all = crossValidated(common, options)
  const thresholds = bestThresholds(all, options)
  const weights = fit(
    common.flatMap((one) => one.readings),
    options,
  )
  return { thresholds, score: scoresBySet(all, thresholds), weights: rounded(weights) }
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
    readings: one.readings.map((reading) => ({ ...reading, features: common(reading.features) })),
  }))
}

/** A question with the scores of its readings, best first. */
interface Scored extends Pick<TrainingQuestion, 'set' | 'isPossible'> {
  readings: { score: number; isRight: boolean; kind: ReadingKind }[]
}

function crossValidated(questions: readonly TrainingQuestion[], options: TrainOptions): Scored[] {
  const databases = [...new Set(questions.map((one) => one.database))].toSorted()
  const foldOf = new Map(databases.map((database, at) => [database, at % options.folds]))
  return Array.from({ length: options.folds }, (_, fold) => {
    const isTest = ({ database }: TrainingQuestion) => foldOf.get(database) === fold
    const examples = questions.filter((one) => !isTest(one)).flatMap((one) => one.readings)
    const weights = fit(examples, options)
    return questions.filter(isTest).map((one) => scored(weights, one))
  }).flat()
}

function scored(weights: Record<string, number>, { set, isPossible, readings }: TrainingQuestion): Scored {
  const all = readings.map(({ features, ...one }) => ({ ...one, score: probability(weights, features) }))
  return { set, isPossible, readings: all.toSorted((left, right) => right.score - left.score) }
}

interface Answered extends Pick<Scored, 'set' | 'isPossible'> {
  isRight: boolean
}

/** The questions that are answered with these thresholds, by the best reading that passes. */
function answeredWith(all: readonly Scored[], thresholds: Thresholds): Answered[] {
  return all.flatMap(({ set, isPossible, readings }) => {
    const best = readings.find((one) => one.score >= thresholds[one.kind])
    return best === undefined ? [] : [{ set, isPossible, isRight: best.isRight }]
  })
}

/** The thresholds that are tried. */
const steps = Array.from({ length: 50 }, (_, at) => at / 50)

function bestThresholds(all: readonly Scored[], { precision, answeredImpossible }: TrainOptions): Thresholds {
  const impossible = Map.groupBy(
    all.filter((one) => !one.isPossible),
    (one) => one.set,
  )
  let best: { thresholds: Thresholds; right: number } = { thresholds: thresholdsWith(1), right: 0 }
  for (const changed of steps) {
    const thresholds = thresholdsWith(changed)
    const answered = answeredWith(all, thresholds)
    const right = answered.filter((one) => one.isRight && one.isPossible).length
    const isCareful = [...impossible].every(
      ([set, own]) => answered.filter((one) => one.set === set).length <= answeredImpossible * own.length,
    )
    if (right > best.right && isCareful && isPrecise(answered, precision)) best = { thresholds, right }
  }
  return best.thresholds
}

/** Whether enough of the answers are right, in each set of possible questions. */
function isPrecise(answered: readonly Answered[], precision: number): boolean {
  const sets = Map.groupBy(
    answered.filter((one) => one.isPossible),
    (one) => one.set,
  )
  return [...sets.values()].every((one) => one.filter(({ isRight }) => isRight).length >= precision * one.length)
}

function scoresBySet(all: readonly Scored[], thresholds: Thresholds): Record<string, SetScore> {
  const answers = Map.groupBy(answeredWith(all, thresholds), (one) => one.set)
  const scores = [...Map.groupBy(all, (one) => one.set)].map(([set, questions]): [string, SetScore] => {
    const answered = answers.get(set) ?? []
    const right = answered.filter((one) => one.isRight).length
    const shareOf = (count: number) => round(count / questions.length)
    const precision = round(right / Math.max(answered.length, 1))
    return [set, { questions: questions.length, answered: shareOf(answered.length), right: shareOf(right), precision }]
  })
  return Object.fromEntries(scores)
}

const digits = 1000
const round = (value: number): number => Math.round(value * digits) / digits

function rounded(weights: Record<string, number>): Record<string, number> {
  return Object.fromEntries(
    Object.entries(weights).flatMap(([name, weight]) => (round(weight) === 0 ? [] : [[name, round(weight)]])),
  )
}
