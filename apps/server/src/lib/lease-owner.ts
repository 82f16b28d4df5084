import { randomUUID } from 'node:crypto'
import { readlinkSync } from 'node:fs'
import { hostname } from 'node:os'

/** The owners in this process. */
const own = new Set<string>()

/** Names an owner of leases in this process: the place where it can be looked up, its process ID there, and a random part. */
export function leaseOwner(): string {
  const owner = `${processPlace()}:${process.pid}:${randomUUID()}`
  own.add(owner)
  return owner
}

/** Containers on one machine may share its name, but each numbers its own processes. */
function processPlace(): string {
  try {
    return `${hostname()}/${readlinkSync('/proc/self/ns/pid').replaceAll(/\D/g, '')}`
  } catch {
    // Only Linux reports this. Elsewhere a machine has one process numbering.
    return hostname()
  }
}

/**
 * Whether the process of a lease may still be alive. Processes in the same place can be looked up. For others, only the
 * lease shows it.
 */
export function ownerLives(owner: string | null): boolean {
  if (owner !== null && own.has(owner)) return true
  const [place, pid] = (owner ?? '').split(':')
  if (place !== processPlace()) return true
  // A name with this process's own ID belongs to a dead process whose ID this one reused.
  if (Number(pid) === process.pid) return false
  try {
    process.kill(Number(pid), 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
