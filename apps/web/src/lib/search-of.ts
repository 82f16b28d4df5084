/** @returns the values that are given, as the search of an address */
export function searchOf(values: Record<string, string | undefined>): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(values)) if (value !== undefined) search.set(name, value)
  return search.toString()
}
