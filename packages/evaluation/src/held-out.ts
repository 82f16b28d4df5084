/**
 * Whether a database is held out: about a quarter of them, chosen by a hash of the name (FNV-1a), so that the choice
 * never changes. Results on them show whether a change also helps with databases that it was not made for.
 */
export function isHeldOut(database: string): boolean {
  let hash = 0x811c9dc5
  for (const byte of new TextEncoder().encode(database)) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0
  return hash % 4 === 0
}
