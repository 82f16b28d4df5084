import { setTimeout as wait } from 'node:timers/promises'
import { formatMessage, message } from '@parlance/contract'
import type { EvaluationModel, EvaluationResult, EvaluationRun } from '@parlance/contract'
import { pino } from 'pino'
import { createServices } from '../app.ts'
import type { Services } from '../app.ts'
import { openContext } from '../context/open-context.ts'
import type { Principal } from '../http/principal.ts'
import { AppError, StartError } from '../lib/errors.ts'
import { prepareDataFolder } from '../store/open-store.ts'
import type { EvalArguments } from './eval-arguments.ts'
import type { EvalContext, EvalReport } from './eval-command.ts'

type EvalAreaArguments = Pick<
  EvalArguments,
  'area' | 'set' | 'as' | 'provider' | 'model' | 'baseUrl' | 'floor' | 'wrong' | 'declined'
>

/** How often to read the progress. A server that is running may do the work. */
const pollMs = 500
const pageSize = 100

/**
 * Runs a question set of a business area as an administrator, and reports its outcomes. The run is stored like any
 * other.
 * @throws StartError on one line
 */
export async function run(
  options: EvalAreaArguments,
  { config, signal, progress, parsers }: Omit<EvalContext, 'dataFolder'>,
): Promise<EvalReport> {
  prepareDataFolder(config.dataDir)
  const context = await openContext(config, pino({ level: 'silent' }))
  const services = await createServices(context, parsers && { ...parsers, close: async () => undefined })
  try {
    const admin = await services.users.firstAdmin()
    if (admin === null) throw new StartError('There is no administrator yet. Start the server and register first.')
    const place = await findSet(services, admin, options)
    const runAs = options.as === null ? null : await services.users.principalByEmail(options.as)
    if (options.as !== null && runAs === null) throw new StartError(`There is no active account ${options.as}.`)
    const request = {
      only_approved: false,
      ...(runAs === null ? {} : { run_as_user_id: runAs.userId }),
      ...modelOf(options),
    }
    const started = await services.evaluation.runs.start(admin, place, request, 'command')
    const ended = await follow(services, admin, { areaId: place.areaId, runId: started.id }, { signal, progress })
    const results = await listAll(services, admin, { areaId: place.areaId, runId: ended.id })
    return report(ended, results, options)
  } catch (error) {
    throw error instanceof AppError ? new StartError(error.detail, { cause: error }) : error
  } finally {
    await services.close()
    await context.store.close()
  }
}

async function findSet({ areas, evaluation }: Services, admin: Principal, { area, set }: EvalAreaArguments) {
  const wantedArea = area ?? ''
  const all = await areas.list(admin, null)
  const found = oneNamed(
    all.map(({ area_id: id, area_name: name }) => ({ id, name })),
    wantedArea,
    (names) => `There is no business area ${wantedArea}. Business areas: ${names}.`,
  )
  const sets = await evaluation.sets.list(admin, found.id)
  const [only, ...others] = sets
  if (only === undefined) throw new StartError(`The business area ${found.name} has no question set. Create one first.`)
  if (set === null && others.length > 0) {
    throw new StartError(`Choose a question set with --set: ${sets.map(({ name }) => name).join(', ')}.`)
  }
  const wanted = set ?? only.name
  const { id: setId } = oneNamed(
    sets,
    wanted,
    (names) => `There is no question set ${wanted}. Question sets: ${names}.`,
  )
  return { areaId: found.id, setId }
}

/** @throws StartError that lists the available ones, or asks for the id if several have the name */
function oneNamed<T extends { id: string; name: string }>(
  all: T[],
  name: string,
  describeMissing: (names: string) => string,
): T {
  const found = all.filter((each) => each.id === name || each.name.toLowerCase() === name.toLowerCase())
  const [first, ...others] = found
  if (first === undefined) throw new StartError(describeMissing(all.map((each) => each.name).join(', ') || 'none'))
  if (others.length === 0) return first
  throw new StartError(`Several have the name ${name}. Name one by its ID: ${found.map(({ id }) => id).join(', ')}.`)
}

function modelOf({ provider, model, baseUrl }: EvalAreaArguments): { model?: EvaluationModel } {
  if (provider === null && model === null) return {}
  if (provider === null) throw new StartError('Name the provider of the model with --provider.')
  if (model === null && provider !== 'builtin') throw new StartError('Name the model with --model.')
  return { model: { provider, model: model ?? 'builtin', base_url: baseUrl } }
}

async function follow(
  { evaluation }: Services,
  admin: Principal,
  place: { areaId: string; runId: string },
  { signal, progress }: Pick<EvalContext, 'signal' | 'progress'>,
): Promise<EvaluationRun> {
  let isCancelled = false
  let seen = 0
  for (;;) {
    const current = await evaluation.runs.get(admin, place)
    if (current.done > seen) progress(current.done, current.total)
    seen = current.done
    if (current.ended_at !== null) return current
    if (signal.aborted && !isCancelled) {
      isCancelled = true
      await evaluation.runs.cancel(admin, place)
      await evaluation.settled()
    } else {
      await wait(pollMs, undefined, isCancelled ? {} : { signal }).catch(() => undefined)
    }
  }
}

async function listAll(
  { evaluation }: Services,
  admin: Principal,
  place: { areaId: string; runId: string },
): Promise<EvaluationResult[]> {
  const results: EvaluationResult[] = []
  for (;;) {
    const query = { offset: results.length, limit: pageSize }
    const page = await evaluation.results.list(admin, place, query)
    results.push(...page.results)
    if (page.results.length === 0 || results.length >= page.total) return results
  }
}

function report(
  ended: EvaluationRun,
  results: EvaluationResult[],
  { wrong, declined, floor }: EvalAreaArguments,
): EvalReport {
  const listed = results.filter(({ outcome }) =>
    outcome === 'declined' ? declined : wrong && (outcome === 'wrong' || outcome === 'failed'),
  )
  const share = ended.total === 0 ? 0 : (100 * ended.right) / ended.total
  const isBelow = floor !== null && share < floor
  return {
    text: [...listed.map(describeResult), describeRun(ended)].join('\n\n'),
    json: { run: ended, ...(listed.length > 0 ? { results: listed } : {}) },
    failures: [
      ...(ended.status === 'stopped' ? [formatMessage(ended.reason ?? message('The run ended early.'))] : []),
      ...(isBelow ? [`${share.toFixed(1)} % are right, which is below ${floor} %.`] : []),
    ],
  }
}

function describeRun(ended: EvaluationRun): string {
  return [
    `${ended.right} of ${ended.total} right, ${ended.wrong} wrong, ${ended.declined} declined, ${ended.failed} failed. With a warning: ${ended.warned}.`,
    ...(ended.median_ms === null ? [] : [`The median time is ${ended.median_ms} ms.`]),
    ...(ended.tokens === 0 ? [] : [`Model calls: ${ended.model_calls}. Tokens: ${ended.tokens}.`]),
    ...(ended.cost === null ? [] : [`Cost: ${ended.cost.toFixed(4)}.`]),
    ...(ended.done < ended.total ? [`Not asked: ${ended.total - ended.done}.`] : []),
  ].join('\n')
}

function describeResult({ outcome, question, reason }: EvaluationResult): string {
  const line = question.replaceAll(/\s+/g, ' ')
  return `${outcome}: ${line}${reason === null ? '' : `\n  reason: ${formatMessage(reason)}`}`
}
