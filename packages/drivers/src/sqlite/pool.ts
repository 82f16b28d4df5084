import { message } from '@parlance/contract'
import { availableParallelism } from 'node:os'
import { DriverError } from '../contract.ts'
import { withDeadline } from '../deadline.ts'
import { SqliteChild } from './child-process.ts'

const maxChildren = 32
/** Up to as many children as processors start at once. More start one after the other, and only while a job waits. */
const startedAtOnce = Math.min(maxChildren, availableParallelism())
/** Starting a child takes about as many milliseconds, and most statements end sooner. */
const patienceMs = 100
/** How long an idle child stays. One stays for longer. */
const idleMs = 30_000

interface Job {
  path: string
  /** Null: the job gets a new child. */
  turn: PromiseWithResolvers<SqliteChild | null>
}

interface IdleChild {
  child: SqliteChild
  timer: NodeJS.Timeout
}

/** Children that wait for work, the latest last, and the number at work; shared by all connections of this process. */
const idle: IdleChild[] = []
let working = 0
/** Jobs that wait for a child, in order of arrival. */
const waiting: Job[] = []
let growing: NodeJS.Timeout | null = null

/**
 * Takes a child for one job, preferably one that already has the file open. If none is idle, the job waits for one, and
 * more children start while jobs wait, up to a maximum.
 * @throws DriverError busy when its time is up before its turn; cancelled by the signal
 */
export async function takeChild(
  path: string,
  limits: { timeoutMs: number; signal: AbortSignal },
): Promise<SqliteChild> {
  const child = takeIdle(path) ?? (working < startedAtOnce ? startChild() : await waitForTurn(path, limits))
  child.busy()
  return child
}

function takeIdle(path: string): SqliteChild | null {
  for (const { child } of idle.filter((each) => !each.child.isUsable)) removeIdle(child)
  const found = idle.findLast(({ child }) => child.path === path) ?? idle.at(-1)
  if (found === undefined) return null
  removeIdle(found.child)
  working += 1
  return found.child
}

function startChild(): SqliteChild {
  working += 1
  return new SqliteChild()
}

async function waitForTurn(path: string, limits: { timeoutMs: number; signal: AbortSignal }): Promise<SqliteChild> {
  const job: Job = { path, turn: Promise.withResolvers() }
  waiting.push(job)
  growLater()
  const giveUp = (reason: DriverError) => {
    const place = waiting.indexOf(job)
    if (place < 0) return
    waiting.splice(place, 1)
    const text = message('Too many queries are running on SQLite databases. Try again shortly.')
    job.turn.reject(reason.kind === 'timeout' ? new DriverError('busy', text) : reason)
  }
  const stopWatching = withDeadline(limits, giveUp)
  try {
    return (await job.turn.promise) ?? new SqliteChild()
  } finally {
    stopWatching()
  }
}

/** Starts one more child if a job still waits after a moment, and the next one when that child is ready. */
function growLater(): void {
  if (growing !== null || waiting.length === 0 || working >= maxChildren) return
  growing = setTimeout(() => {
    const job = working < maxChildren ? waiting.shift() : undefined
    if (job === undefined) return void (growing = null)
    const child = startChild()
    job.turn.resolve(child)
    void child.started.then(() => {
      growing = null
      growLater()
    })
  }, patienceMs)
}

/** Returns a child after its job ended. The job that has waited longest gets it, or a new one if it was killed. */
export function returnChild(child: SqliteChild): void {
  const next = waiting.shift()
  if (next !== undefined) return next.turn.resolve(child.isUsable ? child : null)
  working -= 1
  child.idle()
  if (!child.isUsable) return
  const timer = setTimeout(() => expire(child), idleMs).unref()
  idle.push({ child, timer })
}

/** The last child stays, so that the next question doesn't wait for a start. */
function expire(child: SqliteChild): void {
  if (idle.length === 1) return
  removeIdle(child)
  child.kill(new DriverError('cancelled', message('The process is no longer needed.')))
}

function removeIdle(child: SqliteChild): void {
  const place = idle.findIndex((each) => each.child === child)
  const [removed] = idle.splice(place, 1)
  clearTimeout(removed?.timer)
}

/** Makes idle children close a file, so that it can be moved or deleted. */
export function releaseFile(path: string): void {
  for (const { child } of idle) {
    if (child.path !== path) continue
    child.path = null
    child.send({ type: 'close' })
  }
}
