import { DriverError } from '../contract.ts'
import { SqliteChild } from './child-process.ts'

const maxSpares = 2
const maxChildren = 32
const spareDelayMs = 100

/** Children that wait for work, and the number that works; shared by all connections of this process. */
const spares: SqliteChild[] = []
let working = 0

/**
 * Takes a child for one job, if possible one that has the file open already, and keeps one spare warm.
 * @throws DriverError limit, when too many queries run at once
 */
export function takeChild(path: string): SqliteChild {
  if (working >= maxChildren)
    throw new DriverError('limit', 'Too many queries run on SQLite databases. Try again shortly.')
  const usable = spares.splice(0).filter((child) => child.isUsable)
  const index = Math.max(
    usable.findIndex((child) => child.path === path),
    0,
  )
  const [child = new SqliteChild()] = usable.splice(index, 1)
  spares.push(...usable)
  working += 1
  keepOneSpare()
  child.busy()
  return child
}

/** Started a little later, so that the first query does not share the processor with the spare's start. */
function keepOneSpare(): void {
  setTimeout(() => {
    if (spares.length === 0) spares.push(new SqliteChild())
  }, spareDelayMs).unref()
}

/** Gives a child back after its job ended; one that was killed is replaced by a fresh spare. */
export function returnChild(child: SqliteChild): void {
  working -= 1
  child.idle()
  if (!child.isUsable) return
  if (spares.length < maxSpares) spares.push(child)
  else child.kill(new DriverError('cancelled', 'The process is no longer needed.'))
}

/** Lets idle children close a file, so that it can be moved or deleted. */
export function releaseFile(path: string): void {
  for (const child of spares) {
    if (child.path !== path) continue
    child.path = null
    child.send({ type: 'close' })
  }
}
