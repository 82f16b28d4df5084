import { message } from '@parlance/contract'
import { DriverError } from '../contract.ts'
import { withDeadline } from '../deadline.ts'
import { SqliteChild } from './child-process.ts'

const maxSpares = 2
const maxChildren = 32
const spareDelayMs = 100

/** Children that wait for work, and the number at work; shared by all connections of this process. */
const spares: SqliteChild[] = []
let working = 0
/** Jobs that wait for a child, in order of arrival. */
const waiting: PromiseWithResolvers<void>[] = []

/**
 * Takes a child for one job, preferably one that already has the file open, and keeps one spare warm. When the maximum
 * number is at work, the job waits its turn.
 * @throws DriverError busy when its time is up before its turn; cancelled by the signal
 */
export async function takeChild(
  path: string,
  limits: { timeoutMs: number; signal: AbortSignal },
): Promise<SqliteChild> {
  if (working < maxChildren) working += 1
  else await waitForTurn(limits)
  const usable = spares.splice(0).filter((child) => child.isUsable)
  const index = Math.max(
    usable.findIndex((child) => child.path === path),
    0,
  )
  const [child = new SqliteChild()] = usable.splice(index, 1)
  spares.push(...usable)
  keepOneSpare()
  child.busy()
  return child
}

async function waitForTurn(limits: { timeoutMs: number; signal: AbortSignal }): Promise<void> {
  const turn = Promise.withResolvers<void>()
  waiting.push(turn)
  const giveUp = (reason: DriverError) => {
    const place = waiting.indexOf(turn)
    if (place < 0) return
    waiting.splice(place, 1)
    const text = message('Too many queries are running on SQLite databases. Try again shortly.')
    turn.reject(reason.kind === 'timeout' ? new DriverError('busy', text) : reason)
  }
  const stopWatching = withDeadline(limits, giveUp)
  try {
    await turn.promise
  } finally {
    stopWatching()
  }
}

/** Delayed a little, so that the first query doesn't share the processor with the start of the spare. */
function keepOneSpare(): void {
  setTimeout(() => {
    if (spares.length === 0) spares.push(new SqliteChild())
  }, spareDelayMs).unref()
}

/** Returns a child after its job ended, and passes its slot to the job that has waited longest. */
export function returnChild(child: SqliteChild): void {
  const next = waiting.shift()
  if (next) next.resolve()
  else working -= 1
  child.idle()
  if (!child.isUsable) return
  if (spares.length < maxSpares) spares.push(child)
  else child.kill(new DriverError('cancelled', message('The process is no longer needed.')))
}

/** Makes idle children close a file, so that it can be moved or deleted. */
export function releaseFile(path: string): void {
  for (const child of spares) {
    if (child.path !== path) continue
    child.path = null
    child.send({ type: 'close' })
  }
}
