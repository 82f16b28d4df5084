import { FormatError, readBenchmark } from '@parlance/evaluation'
import { createParserPool } from '../door/parser-pool.ts'
import { StartError } from '../lib/errors.ts'
import { loadBuiltinEngine } from './ask-question.ts'
import type { EvalArguments } from './eval-arguments.ts'
import type { EvalContext, EvalReport } from './eval-command.ts'
import { openPipeline } from './eval-pipeline.ts'
import { evaluate, type EvaluatedQuestion } from './eval-questions.ts'
import { reportRuns } from './eval-report.ts'
import { chooseQuestions } from './eval-sample.ts'

/** Asks the questions of Spider or BIRD through the real pipeline. */
export async function run(
  options: EvalArguments,
  { config, signal, progress, parsers }: EvalContext,
): Promise<EvalReport> {
  const benchmark = readOrStop(options)
  const questions = chooseQuestions(benchmark.questions, options)
  const { provider, model, baseUrl } = options
  if (provider === null || provider === 'builtin') await loadBuiltinEngine()
  const pool = parsers ?? createParserPool()
  const open = (path: string) => openPipeline(path, { config, parsers: pool, model: { provider, model, baseUrl } })
  const results: EvaluatedQuestion[] = []
  try {
    for await (const result of evaluate(questions, { config, signal, fileOf: benchmark.fileOf, open })) {
      results.push(result)
      progress(results.length, questions.length)
    }
  } finally {
    if (!parsers) await pool.close()
  }
  const report = reportRuns([{ name: options.command, results }], options)
  return { ...report, json: { ...report.json, provider: provider ?? 'builtin', model } }
}

function readOrStop({ command, folder }: EvalArguments) {
  try {
    return readBenchmark(command === 'bird' ? 'bird' : 'spider', folder ?? '')
  } catch (error) {
    if (error instanceof FormatError) throw new StartError(error.message, { cause: error })
    throw error
  }
}
