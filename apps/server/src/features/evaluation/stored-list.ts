/** Reads a stored list of texts. */
export function listOf(text: string): string[] {
  return JSON.parse(text) as string[]
}
