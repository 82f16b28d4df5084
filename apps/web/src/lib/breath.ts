/** Lets work over many rows keep the page responsive. */
export interface Breath {
  now: () => number
  /** Lets the browser render and handle events. */
  pause: () => Promise<void>
  signal?: AbortSignal | undefined
}

/** How long the work may block the page, in milliseconds. */
const breathAfter = 8
const itemsBetweenLooks = 256

/** Whether to check the clock now; checking it for each item would cost more than the work. */
export function isLook(index: number): boolean {
  return index % itemsBetweenLooks === itemsBetweenLooks - 1
}

/** Pauses when the work has run for too long. The function throws the signal's reason if it was aborted. */
export function breathing(breath: Breath): () => Promise<void> {
  let since = breath.now()
  return async () => {
    if (breath.now() - since <= breathAfter) return
    await breath.pause()
    breath.signal?.throwIfAborted()
    since = breath.now()
  }
}

/** The browser's own clock and queue. */
export function browserBreath(signal?: AbortSignal): Breath {
  return {
    now: () => performance.now(),
    pause: () =>
      new Promise((resolve) => {
        setTimeout(resolve)
      }),
    signal,
  }
}
