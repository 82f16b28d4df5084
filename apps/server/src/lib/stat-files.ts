import { readdirSync, statSync } from 'node:fs'
import type { Stats } from 'node:fs'
import { join } from 'node:path'

/**
 * Visits a file, or a folder and everything in it. Skips what doesn't exist.
 * @param isWanted false for names to leave out
 */
export function statFiles(path: string, visit: (stats: Stats) => void, isWanted = (_name: string) => true): void {
  const stats = statSync(path, { throwIfNoEntry: false })
  if (stats === undefined) return
  visit(stats)
  if (!stats.isDirectory()) return
  for (const name of readdirSync(path)) if (isWanted(name)) statFiles(join(path, name), visit, isWanted)
}
