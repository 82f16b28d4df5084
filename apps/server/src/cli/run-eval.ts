import { developmentFolder, loadConfig } from '../config/config.ts'
import type { ParserPool } from '../door/parser-pool.ts'
import { StartError } from '../lib/errors.ts'
import { evalHelp, parseEvalArguments, type EvalCommandName } from './eval-arguments.ts'
import type { EvalCommand } from './eval-command.ts'

/** Exit statuses that scripts rely on. */
const statuses = { done: 0, failed: 1, wrongUse: 2, stopped: 130 } as const

/** The inputs and outputs of a run, other than the questions. */
export interface EvalProcess {
  environment?: NodeJS.ProcessEnv
  out: (text: string) => void
  err: (text: string) => void
  /** Ends the run with the results so far. */
  signal: AbortSignal
  /** Not closed with the run; defaults to its own pool. */
  parsers?: ParserPool
}

const commands: Readonly<Record<EvalCommandName, () => Promise<{ run: EvalCommand }>>> = {
  area: () => import('./eval-area.ts'),
  spider: () => import('./eval-benchmark.ts'),
  bird: () => import('./eval-benchmark.ts'),
  engine: () => import('./eval-engine.ts'),
  retrieval: () => import('./eval-retrieval.ts'),
  'silent-errors': () => import('./eval-silent-errors.ts'),
  sentences: () => import('./eval-sentences.ts'),
  meaning: () => import('./eval-meaning.ts'),
}

/** The fewest questions between two lines of progress, and the most lines. */
const progressSteps = { questions: 100, lines: 20 } as const

/**
 * Runs `npm run eval`.
 * @returns the exit status
 */
export async function runEval(
  argv: string[],
  { environment, out, err, signal, parsers }: EvalProcess,
): Promise<number> {
  try {
    const options = parseEvalArguments(argv)
    if (!options) {
      out(`${evalHelp}\n`)
      return statuses.done
    }
    const config = loadConfig(environment)
    const dataFolder = developmentFolder(environment)
    const progress = (done: number, all: number) => {
      const step = Math.max(progressSteps.questions, Math.ceil(all / progressSteps.lines))
      if (done % step === 0 && done < all) err(`${done} of ${all} questions\n`)
    }
    const { run } = await commands[options.command]()
    const { text, json, failures } = await run(options, { config, dataFolder, signal, progress, parsers })
    out(options.json ? `${JSON.stringify({ ...json, isComplete: !signal.aborted })}\n` : `${text}\n`)
    if (signal.aborted) err('Stopped. These are the results so far.\n')
    for (const failure of failures) err(`${failure}\n`)
    if (signal.aborted) return statuses.stopped
    return failures.length > 0 ? statuses.failed : statuses.done
  } catch (error) {
    if (error instanceof StartError) {
      err(`${error.message}\n`)
      return statuses.wrongUse
    }
    err(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`)
    return statuses.failed
  }
}
