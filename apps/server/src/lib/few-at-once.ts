/**
 * Runs a task for each item in order, at most `most` at a time.
 * @param signal starts no further task once it is aborted; the running ones end
 * @throws the first error of a task, after the running ones have ended
 */
export async function eachFewAtOnce<Item>(
  items: readonly Item[],
  { most, signal }: { most: number; signal?: AbortSignal },
  task: (item: Item) => Promise<void>,
): Promise<void> {
  const rest = items.values()
  const lanes = Array.from({ length: Math.min(most, items.length) }, async () => {
    for (const item of rest) {
      if (signal?.aborted === true) return
      await task(item)
    }
  })
  const ended = await Promise.allSettled(lanes)
  const failed = ended.find((each) => each.status === 'rejected')
  if (failed !== undefined) throw failed.reason
}
