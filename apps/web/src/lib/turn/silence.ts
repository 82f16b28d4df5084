/** The server sends a sign of life every 15 seconds: whoever has missed three of them is cut off. */
const silenceLimit = 45_000
/** After a sleep, or with a new network, one that was missed is enough. */
const wakeLimit = 20_000

interface SilenceWatch {
  /** Rejects with what `makeError` made once nothing was heard for too long. */
  broken: Promise<never>
  /** Something was heard. */
  heard: () => void
  end: () => void
}

/** Watches a connection that may have died without a word: a lost network, a laptop that slept, a proxy that holds. */
export function watchSilence(makeError: () => Error): SilenceWatch {
  const { promise, reject } = Promise.withResolvers<never>()
  // Nobody may be waiting at the moment when it breaks.
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
