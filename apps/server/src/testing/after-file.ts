const endings = new Set<() => Promise<void>>()

/** Calls `end` after the test file. Helpers that are also loaded outside of tests can't use `afterAll`. */
export function afterEachFile(end: () => Promise<void>): void {
  endings.add(end)
}

/** Ends everything that helpers started for the finished file. */
export async function endFile(): Promise<void> {
  for (const end of endings) await end()
}
