import '../compile-cache.mjs'
import { loadConfig, type Config } from '../config/config.ts'
import { AppError, StartError } from '../lib/errors.ts'
import { askHelp, parseAskArguments, type AskArguments } from './ask-arguments.ts'
import { renderAnswer, type Asked } from './ask-output.ts'
import type { AskPlace } from './ask-place.ts'
import { meansFile, requireFile } from './means-file.ts'

/** Exit statuses that scripts rely on. */
const answered = 0
const failed = 1
const notUnderstood = 2

process.exitCode = await main(process.argv.slice(2))

async function main(argv: string[]): Promise<number> {
  const stop = new AbortController()
  process.once('SIGINT', () => stop.abort())
  let place: AskPlace | null = null
  try {
    const options = parseAskArguments(argv)
    if (!options) return print(askHelp, answered)
    const config = loadConfig()
    const [opened, askQuestion] = await Promise.all([openPlace(options, config), loadPipeline(options)])
    place = opened
    const asked = await askQuestion(place, options, { config, signal: stop.signal })
    return printAnswer(asked, options)
  } catch (error) {
    process.stderr.write(`${describe(error)}\n`)
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

/** Only what the place needs is loaded: a file needs no server. */
async function openPlace(options: AskArguments, config: Config): Promise<AskPlace> {
  const { database } = options
  if (database === null || !meansFile(database)) {
    return (await import('./store-database.ts')).openInstallation(options, config)
  }
  if (options.as !== null) throw new StartError('--as names a user of an installation: a file has no users.')
  if (options.area !== null) throw new StartError('--area names a business area: a file has none.')
  requireFile(database)
  return (await import('./file-database.ts')).openFile(database, config)
}

/** Whoever asked for SQL alone reads nothing else on standard output. */
function printAnswer(asked: Asked, options: AskArguments): number {
  const text = renderAnswer(asked, options)
  if (asked.answer.understood) return print(text, answered)
  if (!options.sqlOnly) return print(text, notUnderstood)
  process.stderr.write(`${text}\n`)
  return notUnderstood
}

function print(text: string, status: number): number {
  process.stdout.write(`${text}\n`)
  return status
}

/** One line for what a person can correct; a defect shows its stack. */
function describe(error: unknown): string {
  if (error instanceof StartError) return error.message
  if (error instanceof AppError) return error.code === 'internal' ? defect(error.cause) : error.detail
  return defect(error)
}

function defect(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
