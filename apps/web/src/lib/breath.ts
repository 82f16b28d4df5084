/** How work over many rows lets the page live meanwhile. */
export interface Breath {
  now: () => number
  /** Lets the browser draw and listen. */
  pause: () => Promise<void>
  signal?: AbortSignal | undefined
}

/** How long the work may keep the page from answering, in milliseconds. */
const breathAfter = 8
const itemsBetweenLooks = 256

/** Whether it is time to look at the clock; looking at each item would cost more than the work. */
export function isLook(index: number): boolean {
  return index % itemsBetweenLooks === itemsBetweenLooks - 1
}

/** Pauses when the work has gone on for too long. The function throws the signal's reason when it was aborted. */
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
