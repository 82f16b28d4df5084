import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CheckEvent, CheckPlan, ModelCheck, ModelReport } from '@parlance/contract'
import { createValueLookup } from '../agent/value-lookup.ts'
import { loadConfig, type Config } from '../config/config.ts'
import { sampleAsker } from '../features/model-doctor/ask-sample.ts'
import { createSampleDatabase } from '../features/wizard/sample-database/create-sample-database.ts'
import { AppError, StartError } from '../lib/errors.ts'
import type { AskSample } from '../models/doctor/check.ts'
import { createModelService } from '../models/service.ts'
import type { ChosenModel, ModelChoice } from '../models/vendor.ts'
import { chooseModel } from './ask-question.ts'
import type { AskPlace } from './ask-place.ts'
import { doctorHelp, parseDoctorArguments, type DoctorArguments } from './doctor-arguments.ts'
import { openFile } from './file-database.ts'

/** Exit statuses that scripts rely on. */
const statuses = { passed: 0, failed: 1, wrongUse: 2 } as const

export interface DoctorProcess {
  environment?: NodeJS.ProcessEnv
  out: (text: string) => void
  err: (text: string) => void
  /** Cancels the check. */
  signal: AbortSignal
}

/**
 * Runs `npm run doctor`.
 * @returns the exit status
 */
export async function runDoctor(argv: string[], run: DoctorProcess): Promise<number> {
  try {
    const options = parseDoctorArguments(argv)
    if (!options) {
      run.out(`${doctorHelp}\n`)
      return statuses.passed
    }
    const report = await check(options, run)
    if (report === null) return statuses.failed
    if (options.json) run.out(`${JSON.stringify(report)}\n`)
    else run.out(`\n${summaryOf(report)}\n`)
    return report.passed === report.total ? statuses.passed : statuses.failed
  } catch (error) {
    run.err(`${describe(error)}\n`)
    return error instanceof StartError ? statuses.wrongUse : statuses.failed
  }
}

async function check(options: DoctorArguments, run: DoctorProcess): Promise<ModelReport | null> {
  const config = loadConfig(run.environment)
  const choice = await choiceOf(options, config)
  const models = createModelService({ maxAnswerBytes: config.limits.modelMaxBytes })
  const folder = await mkdtemp(join(tmpdir(), 'parlance-doctor-'))
  const path = join(folder, 'sample-shop.sqlite')
  await createSampleDatabase(path, { today: new Date().toISOString().slice(0, 10) })
  const place = await openFile(path, config)
  let report: ModelReport | null = null
  try {
    if (!options.json) run.out(`${planOf(choice, await models.checkPlan())}\n\n`)
    await models.check(choice, {
      signal: run.signal,
      userId: null,
      now: () => new Date(),
      askSample: askerIn(place),
      onEvent: async (event) => {
        if (event.type === 'report') report = event.report
        if (!options.json) run.out(lineOf(event))
      },
    })
    return report
  } finally {
    await place.close()
    await rm(folder, { recursive: true, force: true })
  }
}

function askerIn(place: AskPlace): AskSample {
  const { environment, door, warmParsers, principal, connectionId } = place
  const agent = {
    ...environment,
    door,
    warmParsers,
    lookUpValues: createValueLookup(),
    databaseName: async () => 'Sample Shop',
    sharesData: async () => true,
    now: () => new Date(),
  }
  return sampleAsker(agent, { principal, connectionId })
}

/** @throws AppError, StartError if there is no model to check */
async function choiceOf(options: DoctorArguments, config: Config): Promise<ModelChoice> {
  const isGiven = options.provider !== null && options.model !== null
  const hasKey = options.provider === 'openai-compatible' || Boolean(keyOf(options, config))
  const chosen = chooseModel(options, isGiven && hasKey ? null : await storedModel(config), config)
  const { provider, model, baseUrl, apiKey } = chosen
  if (provider === 'builtin')
    throw new StartError('The built-in engine needs no check. Use --provider and --model to check a model.')
  return { provider, model, baseUrl, apiKey: apiKey?.reveal() ?? null }
}

function keyOf({ provider }: DoctorArguments, config: Config): unknown {
  return provider === null || provider === 'builtin' ? null : config.models.keys[provider]
}

async function storedModel(config: Config): Promise<ChosenModel | null> {
  const { openInstallation } = await import('./store-database.ts')
  const place = await openInstallation({ database: null, area: null, as: null }, config)
  try {
    return await place.chosen()
  } finally {
    await place.close()
  }
}

function planOf({ provider, model, baseUrl }: ModelChoice, { calls, tokens }: CheckPlan): string {
  const host = baseUrl === null ? '' : ` at ${URL.parse(baseUrl)?.host ?? 'its server'}`
  const number = new Intl.NumberFormat('en-US')
  return `Checking ${model} (${provider}${host}): at most ${calls} calls and about ${number.format(tokens)} tokens.`
}

const marks: Record<ModelCheck['state'], string> = { passed: '✓', warning: '!', failed: '✗', skipped: '–' }

function lineOf(event: CheckEvent): string {
  if (event.type !== 'checked') return ''
  const { id, state, ms, found, advice } = event.check
  const head = `${marks[state]} ${id.padEnd(18)} ${`${ms} ms`.padStart(9)}  ${found.message}`
  return advice ? `${head}\n${' '.repeat(32)}${advice.message}\n` : `${head}\n`
}

function summaryOf({ passed, total, sample }: ModelReport): string {
  const lines = [`${passed} of ${total} checks passed.`]
  if (sample) lines.push('', `Question: ${sample.question}`, `SQL: ${sample.sql ?? 'none'}`, `Answer: ${sample.answer}`)
  return lines.join('\n')
}

function describe(error: unknown): string {
  if (error instanceof StartError) return error.message
  if (error instanceof AppError && error.code !== 'internal') return error.detail
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
