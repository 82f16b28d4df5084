import type { ErrorCode } from '@parlance/contract'
import type { AppContext } from '../../context/context.ts'
import { collect } from '../../door/collect.ts'
import type { QueryDoor } from '../../door/contract.ts'
import { lastingReason } from '../../door/errors.ts'
import { AppError } from '../../lib/errors.ts'
import { leaseOwner } from '../../lib/lease-owner.ts'
import { startPeriodicJob } from '../../lib/periodic-job.ts'
import type { PeriodicJob } from '../../lib/periodic-job.ts'
import type { Principal } from '../../http/principal.ts'
import type { AreasService } from '../areas/service.ts'
import type { UsersService } from '../users/service.ts'
import { changeLease, listPlaces, listUnproven, stateOf, takeLease } from './proof-store.ts'
import type { ExampleToProve, ProofLease, ProofPlace } from './proof-store.ts'
import { updateUnchanged } from './store.ts'

/** How often to look for changes. */
const everyMs = 30_000
const leaseMs = 60_000
/** How long a place waits if its database can't be reached, or no one may ask there. */
const restMs = 10 * 60_000
/** Examples that are read at once. */
const batchSize = 50
/** The most examples of one place in one run, so that other places don't wait long. */
const mostOfPlace = 1_000

/** Failures that pass. */
const passing = new Set<ErrorCode>(['database_unreachable', 'query_cancelled', 'unavailable'])

export interface ExampleProofs {
  /** Begins to look for changes from time to time. */
  start(): void
  /**
   * Proves the examples of each place whose tables, area, or protection changed since their last proof. An example that the
   * gate refuses gets the reason as its problem. One with a problem runs again if the gate allows it, and loses its
   * problem if it runs.
   */
  check(signal?: AbortSignal): Promise<void>
  close(): Promise<void>
}

interface ProofDependencies {
  users: Pick<UsersService, 'find' | 'principalOf'>
  areas: Pick<AreasService, 'ownerOf'>
  door: Pick<QueryDoor, 'run' | 'findRefusal'>
}

/** Creates the background proof of examples. Processes share the work by leases of places. */
export function createExampleProofs(
  { store, now, log }: Pick<AppContext, 'store' | 'now' | 'log'>,
  { users, areas, door }: ProofDependencies,
): ExampleProofs {
  const { db } = store
  const owner = leaseOwner()
  let job: PeriodicJob | null = null
  const momentAfter = (ms: number) => new Date(now().getTime() + ms).toISOString()

  /** The owner of the area, or the user who approved an example without an area; null if neither is active. */
  async function proverOf({ area_id }: ProofPlace, { decided_by }: ExampleToProve): Promise<Principal | null> {
    const id = area_id === null ? decided_by : await areas.ownerOf(area_id)
    const user = id === null ? null : await users.find(id)
    return user !== null && user.status === 'A' && user.is_active === 1 ? users.principalOf(user) : null
  }

  async function problemOf(
    place: ProofPlace,
    example: ExampleToProve,
    { principal, signal }: { principal: Principal; signal: AbortSignal },
  ): Promise<{ problem?: string | null; verified_at?: string }> {
    const { area_id: areaId, connection_id: connectionId } = place
    const asked = { principal, areaId, connectionId, sql: example.sql_query, purpose: 'example', signal } as const
    try {
      const refusal = await door.findRefusal(asked)
      if (refusal !== null) return { problem: JSON.stringify(refusal) }
      if (example.problem === null) return {}
      await collect(await door.run({ ...asked, limits: { maxRows: 1 } }))
      return { problem: null, verified_at: momentAfter(0) }
    } catch (error) {
      const reason = lastingReason(error)
      if (reason !== null) return { problem: JSON.stringify(reason) }
      // The prover may not ask there, or the rows decided. That says nothing about the example.
      if (error instanceof AppError && !passing.has(error.code) && !signal.aborted) return {}
      throw error
    }
  }

  async function proveOne(place: ProofPlace, example: ExampleToProve, state: string, signal: AbortSignal) {
    const principal = await proverOf(place, example)
    const found = principal === null ? {} : await problemOf(place, example, { principal, signal })
    await updateUnchanged(db, example, { ...found, proven_for: state })
  }

  async function provePlace(lease: ProofLease, state: string, signal: AbortSignal): Promise<void> {
    const { place } = lease
    for (let count = 0; count < mostOfPlace; count += batchSize) {
      const batch = await listUnproven(db, place, { state, limit: batchSize })
      for (const example of batch) {
        signal.throwIfAborted()
        await proveOne(place, example, state, signal)
      }
      if (batch.length < batchSize) return
      if (!(await changeLease(db, lease, { lease_until: momentAfter(leaseMs) }))) return
    }
  }

  async function checkPlace(place: ProofPlace, signal: AbortSignal): Promise<void> {
    const state = await stateOf(db, place)
    if ((await listUnproven(db, place, { state, limit: 1 })).length === 0) return
    const lease = { place, owner }
    if (!(await takeLease(db, lease, { now: momentAfter(0), until: momentAfter(leaseMs) }))) return
    let lease_until: string | null = null
    try {
      await provePlace(lease, state, signal)
    } catch (error) {
      if (!(error instanceof AppError) || signal.aborted) throw error
      log.warn({ err: error, area: place.area_id, connection: place.connection_id }, 'could not prove examples')
      lease_until = momentAfter(restMs)
    } finally {
      await changeLease(db, lease, { lease_owner: null, lease_until })
    }
  }

  async function check(signal: AbortSignal = new AbortController().signal): Promise<void> {
    for (const place of await listPlaces(db)) {
      signal.throwIfAborted()
      await checkPlace(place, signal)
    }
  }

  return {
    check,
    start: () => {
      job ??= startPeriodicJob(log, { failure: 'could not prove verified examples', everyMs }, check)
    },
    close: async () => {
      await job?.close()
    },
  }
}
