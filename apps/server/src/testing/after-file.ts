const endings = new Set<() => Promise<void>>()

/**
 * Calls `end` after each test file from now on. One process runs many files and loads a helper only once, so a helper
 * cannot use `afterAll`, which belongs to one file.
 */
export function afterEachFile(end: () => Promise<void>): void {
  endings.add(end)
}

/** Ends what helpers have started for the file that is over. */
export async function endFile(): Promise<void> {
  for (const end of endings) await end()
}
