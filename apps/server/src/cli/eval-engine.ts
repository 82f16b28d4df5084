import { isHeldOut, type Outcome } from '@parlance/evaluation'
import { readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { StartError } from '../lib/errors.ts'
import { readDevelopmentData, wordings, type DevelopmentQuestion, type Wording } from './development-data.ts'
import type { EvalArguments } from './eval-arguments.ts'
import { openEngine } from './eval-builtin.ts'
import type { EvalContext, EvalReport } from './eval-command.ts'
import { askImpossible, type ImpossibleScore } from './eval-impossible.ts'
import { evaluate, type EvalRun, type EvaluatedQuestion } from './eval-questions.ts'
import { percent, reportRuns } from './eval-report.ts'
import { chooseQuestions } from './eval-sample.ts'

const floorFile = resolve(import.meta.dirname, '../../../../packages/engine/eval/floor.json')

/** The value of today in every question. */
export const today = '2020-06-15'

/** The recorded outcomes: for each wording, the first letter of each question's outcome. */
export interface EngineFloor {
  date: string
  outcomes: Record<Wording, string>
}

/** A question with its outcome. */
type Graded = EvaluatedQuestion<DevelopmentQuestion>

/** Asks the built-in engine the questions of the development data, and compares the outcomes with the recorded ones. */
export async function run(
  options: EvalArguments,
  { config, dataFolder, signal, progress }: EvalContext,
): Promise<EvalReport> {
  const data = readDevelopmentData(dataFolder)
  const chosen = chooseQuestions(data.questions, options)
  const isWhole = chosen.length === data.questions.length
  if (options.record && !isWhole)
    throw new StartError('--record needs all questions. Leave out --limit and --database.')
  const graded: Graded[] = []
  const open: EvalRun['open'] = (_, connection) => openEngine(connection, { config, today })
  for await (const result of evaluate(chosen, { config, signal, fileOf: data.fileOf, open })) {
    graded.push(result)
    progress(graded.length, chosen.length)
  }
  const impossible = await askImpossible(chosen, { config, signal, fileOf: data.fileOf, today })
  const report = withImpossible(reportRuns(groupsOf(graded), options), impossible)
  if (options.record && !signal.aborted) {
    record(graded)
    return report
  }
  return { ...report, failures: [...report.failures, ...problemsOf(graded, readFloor(), isWhole)] }
}

/** Adds the shares of impossible questions that were answered. */
function withImpossible(report: EvalReport, impossible: readonly ImpossibleScore[]): EvalReport {
  const lines = impossible.map(
    ({ kind, heldOut, questions, answered }) =>
      `  ${kind}, ${heldOut ? 'held-out' : 'other'} databases: ${percent(answered / questions)} of ${questions}`,
  )
  const text = ['Answered although the data cannot answer it:', ...lines].join('\n')
  return { ...report, text: `${report.text}\n\n${text}`, json: { ...report.json, impossible } }
}

/** @returns the recorded outcomes of the development data */
export function readFloor(): EngineFloor {
  return JSON.parse(readFileSync(floorFile, 'utf8')) as EngineFloor
}

function groupsOf(graded: readonly Graded[]) {
  return wordings.flatMap((wording) =>
    [false, true].map((heldOut) => ({
      name: heldOut ? `${wording}, held-out databases` : `${wording}, other databases`,
      results: graded.filter(
        ({ question }) => question.wording === wording && isHeldOut(question.database) === heldOut,
      ),
    })),
  )
}

/** In a sample, a better engine may lose this share of the questions and win others. */
const sampleSlack = 0.02

/** One sentence for each wording with fewer right or more wrong answers than were recorded for the same questions. */
export function problemsOf(graded: readonly Graded[], floor: EngineFloor, isWhole: boolean): string[] {
  return wordings.flatMap((wording) => {
    const asked = graded.filter(({ question }) => question.wording === wording)
    const slack = isWhole ? 0 : Math.ceil(asked.length * sampleSlack)
    const recorded = asked.map(({ question }) => floor.outcomes[wording][question.at])
    if (recorded.includes(undefined)) return [`${wording}: the recorded outcomes are of other data. Record them again.`]
    const counts = (outcome: Outcome) => ({
      now: asked.filter((one) => one.outcome === outcome).length,
      before: recorded.filter((letter) => letter === outcome[0]).length,
    })
    const [right, wrong] = [counts('right'), counts('wrong')]
    const share = (part: number) => percent(part / asked.length)
    return [
      ...(right.now < right.before - slack
        ? [`${wording}: ${share(right.now)} are right. The recorded floor is ${share(right.before)}.`]
        : []),
      ...(wrong.now > wrong.before + slack
        ? [`${wording}: ${share(wrong.now)} are wrong. The recorded ceiling is ${share(wrong.before)}.`]
        : []),
    ]
  })
}

function record(graded: readonly Graded[]): void {
  const lettersOf = (wording: Wording) =>
    graded
      .filter(({ question }) => question.wording === wording)
      .toSorted((a, b) => a.question.at - b.question.at)
      .map(({ outcome }) => outcome[0])
      .join('')
  const floor: EngineFloor = {
    date: new Date().toISOString().slice(0, 10),
    outcomes: { questions: lettersOf('questions'), 'other words': lettersOf('other words') },
  }
  writeFileSync(floorFile, `${JSON.stringify(floor, null, 2)}\n`)
}
