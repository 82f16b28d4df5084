import { createHash } from 'node:crypto'
import type { CatalogueChanges } from '@parlance/contract'
import { AppError } from '../../lib/errors.ts'
import { startPeriodicJob } from '../../lib/periodic-job.ts'
import type { PeriodicJob } from '../../lib/periodic-job.ts'
import type { EvaluationSetRow } from '../../store/schema.ts'
import type { EvaluationCore } from './core.ts'
import type { RunService } from './runs.ts'
import { lastStartOf } from './store/run-store.ts'
import { listWatchedSets, updateSet } from './store/set-store.ts'

/** How often to look for changes. */
const everyMs = 60_000
/** Someone who changes an area often changes it again soon. */
const quietMs = 2 * 60_000
/** The shortest time between two runs after changes of one set. */
const betweenMs = 60 * 60_000

const parts = ['model', 'area', 'schema'] as const
/** What a run depends on, as fingerprints. */
type WatchedState = Record<(typeof parts)[number], string>

export interface EvaluationTriggers {
  /** Looks for changes from time to time. */
  start(): void
  /**
   * Compares what the watched sets depend on with what was seen last, so that it finds changes of any origin.
   * Starts a run some minutes after the last change, and at most one per set and hour.
   */
  check(): Promise<void>
  close(): Promise<void>
}

export function createTriggers(core: EvaluationCore, runs: Pick<RunService, 'start'>): EvaluationTriggers {
  const { context, settings, users } = core
  const { store, now, log } = context
  let job: PeriodicJob | null = null

  async function stateOf(set: EvaluationSetRow, model: string): Promise<WatchedState> {
    const area = await store.db
      .selectFrom('areas')
      .select('version')
      .where('id', '=', set.area_id)
      .executeTakeFirstOrThrow()
    const catalogue = await store.db
      .selectFrom('catalogues')
      .select('changes')
      .where('connection_id', '=', set.connection_id ?? '')
      .executeTakeFirst()
    const changes = JSON.parse(catalogue?.changes ?? 'null') as CatalogueChanges | null
    return { model: set.model ?? model, area: String(area.version), schema: changes?.found_at ?? '' }
  }

  async function configuredModel(): Promise<string> {
    const [chosen, sql] = [await settings.orchestration(), await settings.sqlModel()]
    const { temperature, max_tokens } = await settings.preferences()
    const named = [chosen, sql].map((each) => each && [each.provider, each.model, each.baseUrl])
    return createHash('sha256')
      .update(JSON.stringify([...named, temperature, max_tokens]))
      .digest('hex')
  }

  async function startRun(set: EvaluationSetRow): Promise<void> {
    const user = set.updated_by === null ? null : await users.find(set.updated_by)
    if (user === null || set.changed_by === null) return
    const place = { areaId: set.area_id, setId: set.id }
    try {
      await runs.start(await users.principalOf(user), place, { only_approved: false }, set.changed_by)
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      log.warn({ err: error, set: set.id }, 'could not start an evaluation after a change')
      // A run in progress may not know the change yet, so the next one waits for its end.
      if (error.code !== 'conflict') await updateSet(store.db, set.id, { changed_by: null, changed_at: null })
    }
  }

  async function checkSet(set: EvaluationSetRow, model: string): Promise<void> {
    const moment = now()
    const state = await stateOf(set, model)
    const seen = set.seen_state === null ? null : (JSON.parse(set.seen_state) as WatchedState)
    const changed = seen === null ? undefined : parts.find((part) => seen[part] !== state[part])
    if (seen === null || changed !== undefined) {
      const change = changed === undefined ? {} : { changed_by: changed, changed_at: moment.toISOString() }
      return updateSet(store.db, set.id, { seen_state: JSON.stringify(state), ...change })
    }
    if (set.changed_at === null || moment.getTime() - Date.parse(set.changed_at) < quietMs) return
    const last = await lastStartOf(store.db, set.id)
    if (last !== null && moment.getTime() - Date.parse(last) < betweenMs) return
    await startRun(set)
  }

  async function check(): Promise<void> {
    const sets = await listWatchedSets(store.db)
    if (sets.length === 0) return
    const model = await configuredModel()
    for (const set of sets) await checkSet(set, model)
  }

  return {
    check,
    start: () => {
      job ??= startPeriodicJob(log, { failure: 'could not look for changes to evaluate', everyMs }, check)
    },
    close: async () => {
      await job?.close()
    },
  }
}
