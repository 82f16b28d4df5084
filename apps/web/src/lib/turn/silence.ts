/** The server sends a heartbeat every 15 seconds; after three missed ones the connection is lost. */
const silenceLimit = 45_000
/** After sleep, or on a new network, one missed heartbeat is enough. */
const wakeLimit = 20_000

interface SilenceWatch {
  /** Rejects with the error from `makeError` after a silence that is too long. */
  broken: Promise<never>
  /** Call this when something was received. */
  heard: () => void
  end: () => void
}

/** Watches a connection that may have died silently: a lost network, a laptop that slept, a proxy that buffers. */
export function watchSilence(makeError: () => Error): SilenceWatch {
  const { promise, reject } = Promise.withResolvers<never>()
  // There may be no waiter at the moment it breaks.
  promise.catch(() => undefined)
  let last = Date.now()
  const breakOff = () => reject(makeError())
  let timer = setTimeout(breakOff, silenceLimit)
  const wake = () => {
    if (document.visibilityState !== 'hidden' && Date.now() - last > wakeLimit) breakOff()
  }
  window.addEventListener('online', wake)
  document.addEventListener('visibilitychange', wake)
  return {
    broken: promise,
    heard: () => {
      last = Date.now()
      clearTimeout(timer)
      timer = setTimeout(breakOff, silenceLimit)
    },
    end: () => {
      clearTimeout(timer)
      window.removeEventListener('online', wake)
      document.removeEventListener('visibilitychange', wake)
    },
  }
}
