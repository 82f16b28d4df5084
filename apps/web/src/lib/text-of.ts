/** A search parameter as text; undefined if it is neither text nor a number. */
export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined
}
