import { developmentFolder, loadConfig } from '../config/config.ts'
import { StartError } from '../lib/errors.ts'
import { trainEngine, writeTrained } from './train-engine.ts'

/** Exit statuses that scripts rely on. */
const statuses = { done: 0, failed: 1, wrongUse: 2, stopped: 130 } as const

const help = `Learn the weights of the built-in engine.

  npm run train -- engine   learn from the development data, and write packages/engine/src/weights.json
                            and packages/engine/src/rank/model.json

The same data gives the same weights. It takes some minutes. Ctrl-C stops without writing anything.

Exit status: 0 done, 1 an error, 2 wrong use, 130 stopped.`

/** The inputs and outputs of a training, other than the data. */
export interface TrainProcess {
  environment?: NodeJS.ProcessEnv
  out: (text: string) => void
  err: (text: string) => void
  signal: AbortSignal
}

/**
 * Runs `npm run train`.
 * @returns the exit status
 */
export async function runTrain(argv: string[], { environment, out, err, signal }: TrainProcess): Promise<number> {
  if (argv.includes('--help')) {
    out(`${help}\n`)
    return statuses.done
  }
  if (argv.length !== 1 || argv[0] !== 'engine') {
    err('Write what to train: engine. Use --help to see more.\n')
    return statuses.wrongUse
  }
  try {
    const config = loadConfig(environment)
    const trained = await trainEngine(developmentFolder(environment), { config, signal, limit: null })
    if (signal.aborted) return statuses.stopped
    writeTrained(trained)
    const { model, choices } = trained
    out(`${JSON.stringify({ thresholds: model.thresholds, score: model.score, choices: choices.score }, null, 2)}\n`)
    return statuses.done
  } catch (error) {
    if (signal.aborted) return statuses.stopped
    err(`${error instanceof Error ? error.message : String(error)}\n`)
    return error instanceof StartError ? statuses.wrongUse : statuses.failed
  }
}
