/** The first of an error and its causes that matches; null if none does. */
export function findCause(error: unknown, matches: (one: Error) => boolean): Error | null {
  for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth++) if (matches(at)) return at
  return null
}
