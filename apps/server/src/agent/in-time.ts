/** Returns the result of `work`, or `otherwise` after `patienceMs` milliseconds. Rejects if `work` does. */
export async function inTime<T>(work: Promise<T>, patienceMs: number, otherwise: T): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<T>((resolve) => {
    timer = setTimeout(() => resolve(otherwise), patienceMs)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
