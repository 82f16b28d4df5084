const endings = new Set<() => Promise<void>>()

/**
 * Calls `end` when the test file is over. Helpers that programs outside of tests load, too, cannot use `afterAll`.
 */
export function afterEachFile(end: () => Promise<void>): void {
  endings.add(end)
}

/** Ends what helpers have started for the file that is over. */
export async function endFile(): Promise<void> {
  for (const end of endings) await end()
}
