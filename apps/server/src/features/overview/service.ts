import { productVersion } from '@parlance/contract'
import type { Attention, DatabaseConfiguration, Overview } from '@parlance/contract'
import type { AppContext } from '../../context/context.ts'
import type { Principal } from '../../http/principal.ts'
import type { AreasService } from '../areas/service.ts'
import type { ConnectionsService } from '../connections/service.ts'
import type { ExamplesService } from '../examples/service.ts'
import type { SettingsService } from '../settings/service.ts'
import { countQuestions, countQueuedEmails, countRatings, findPendingUsers } from './store.ts'

/** Days that the overview covers, today included. */
const coveredDays = 30
const dayMs = 24 * 60 * 60 * 1000
/** The most failing databases that are listed. */
const mostConnections = 5

/** What an administrator sees first: what waits for them, and how the installation is used. */
export interface OverviewService {
  /** @returns only what this administrator may see; private databases of other users are left out */
  read(admin: Principal): Promise<Overview>
}

export interface OverviewDependencies {
  areas: Pick<AreasService, 'approvals'>
  connections: Pick<ConnectionsService, 'list'>
  examples: Pick<ExamplesService, 'attention'>
  settings: Pick<SettingsService, 'get'>
}

export function createOverviewService(context: AppContext, dependencies: OverviewDependencies): OverviewService {
  const { store, now } = context
  return {
    read: async (admin) => {
      const days = daysUntil(now(), coveredDays)
      const daysBefore = daysUntil(now(), 2 * coveredDays)
      const [first = '', firstBefore = ''] = [days[0], daysBefore[0]]
      const connections = await dependencies.connections.list(admin)
      const failing = findFailing(connections)
      const questions = await countQuestions(store.db, firstBefore)
      const countOn = (day: string, isAnswered: boolean) =>
        questions.find((each) => each.day === day && each.isAnswered === isAnswered)?.count ?? 0
      return {
        attention: [
          ...failing.slice(0, mostConnections).map(presentFailing),
          ...findFailingCopies(connections),
          ...(await findWaiting(admin)),
        ],
        more_connections: Math.max(0, failing.length - mostConnections),
        days: days.map((day) => ({ day, answered: countOn(day, true), failed: countOn(day, false) })),
        questions_before: questions.filter(({ day }) => day < first).reduce((sum, { count }) => sum + count, 0),
        feedback: await countRatings(store.db, first),
        queued_emails: await countQueuedEmails(store.db),
        version: productVersion,
        last_backup: await dependencies.settings.get('last_backup'),
      }
    },
  }

  async function findWaiting(admin: Principal): Promise<Attention[]> {
    const users = await findPendingUsers(store.db)
    const { total_count: areas } = await dependencies.areas.approvals.list(admin)
    const { pending, failing } = await dependencies.examples.attention(admin)
    return [
      ...(users === null ? [] : [{ kind: 'users' as const, ...users }]),
      ...(areas === 0 ? [] : [{ kind: 'areas' as const, count: areas }]),
      ...(pending + failing === 0 ? [] : [{ kind: 'examples' as const, pending, failing }]),
    ]
  }
}

/** The last days in UTC as yyyy-mm-dd, oldest first, today included. */
function daysUntil(today: Date, count: number): string[] {
  return Array.from({ length: count }, (_, index) =>
    new Date(today.getTime() - (count - 1 - index) * dayMs).toISOString().slice(0, 10),
  )
}

/** The databases whose last test failed, the latest failure first. Databases that were never tested are not listed. */
function findFailing(connections: DatabaseConfiguration[]): DatabaseConfiguration[] {
  return connections
    .filter(({ state }) => state === 'failed')
    .toSorted((one, other) => (other.last_tested ?? '').localeCompare(one.last_tested ?? ''))
}

/** The copies whose last scheduled update failed, although their database passed its test. */
function findFailingCopies(connections: DatabaseConfiguration[]): Attention[] {
  return connections
    .filter(({ is_valid: isValid, sync_status: status, auto_sync_interval: interval }) => {
      return isValid && status === 'error' && (interval ?? 0) > 0
    })
    .slice(0, mostConnections)
    .map(({ id, name, last_synced: since }) => ({ kind: 'sync', id, name, since }))
}

function presentFailing(connection: DatabaseConfiguration): Attention {
  const {
    id,
    name,
    state,
    test_stage: stage,
    test_error: problem,
    test_error_pattern: pattern,
    test_error_values: values,
  } = connection
  return {
    kind: 'connection',
    id,
    name,
    state,
    stage,
    problem,
    ...(pattern === undefined ? {} : { pattern, values }),
    since: connection.last_tested,
  }
}
