import { loadConfig, type Config } from '../config/config.ts'
import type { ParserPool } from '../door/parser-pool.ts'
import { AppError, StartError } from '../lib/errors.ts'
import { askHelp, parseAskArguments, type AskArguments } from './ask-arguments.ts'
import { printedAnswer, renderAnswer, type PrintedAnswer } from './ask-output.ts'
import type { AskPlace } from './ask-place.ts'
import type { AskProcess } from './ask-process.ts'
import { isFilePath, requireFile } from './database-file.ts'

/** Exit statuses that scripts rely on. */
const answered = 0
const failed = 1
const notUnderstood = 2

/**
 * Answers one question from the command line.
 * @returns the exit status
 */
export async function runAsk(argv: string[], run: AskProcess): Promise<number> {
  let place: AskPlace | null = null
  try {
    const options = parseAskArguments(argv)
    if (!options) return print(run, askHelp, answered)
    const { environment, signal } = run
    const { server } = options
    if (server !== null) {
      const { askServer } = await import('./ask-server.ts')
      return printAnswer(run, await askServer({ ...options, server }, { environment, signal }), options)
    }
    const config = loadConfig(environment)
    const [opened, askQuestion] = await Promise.all([openPlace(options, config, run.parsers), loadPipeline(options)])
    place = opened
    const asked = await askQuestion(place, options, { config, signal })
    return printAnswer(run, printedAnswer(asked), options)
  } catch (error) {
    run.err(`${describe(error)}\n`)
    return failed
  } finally {
    await place?.close()
  }
}

/** Loaded while the database is being opened. */
async function loadPipeline({ provider }: AskArguments) {
  const { askQuestion, loadBuiltinEngine } = await import('./ask-question.ts')
  if (provider === null || provider === 'builtin') await loadBuiltinEngine()
  return askQuestion
}

/** Loads only what the place needs: a file needs no server. */
async function openPlace(options: AskArguments, config: Config, parsers?: ParserPool): Promise<AskPlace> {
  const { database } = options
  if (database === null || !isFilePath(database)) {
    return (await import('./store-database.ts')).openInstallation(options, config, parsers)
  }
  if (options.as !== null) throw new StartError('--as works only with a connection, because a file has no users.')
  if (options.area !== null)
    throw new StartError('--area works only with a connection, because a file has no business areas.')
  requireFile(database)
  return (await import('./file-database.ts')).openFile(database, config, parsers)
}

/** With `--sql-only`, standard output contains only the SQL. */
function printAnswer(run: AskProcess, answer: PrintedAnswer, options: AskArguments): number {
  const text = renderAnswer(answer, options)
  if (answer.isUnderstood) return print(run, text, answered)
  if (!options.sqlOnly) return print(run, text, notUnderstood)
  run.err(`${text}\n`)
  return notUnderstood
}

function print({ out }: AskProcess, text: string, status: number): number {
  out(`${text}\n`)
  return status
}

/** One line for a problem that the user can correct; a defect shows its stack. */
function describe(error: unknown): string {
  if (error instanceof StartError) return error.message
  if (error instanceof AppError) return error.code === 'internal' ? defect(error.cause) : error.detail
  return defect(error)
}

function defect(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
