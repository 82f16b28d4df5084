import { useEffect, useRef, useState } from 'react'
import { describeError } from '../../lib/api-error.ts'

/** Documented: a success message is shown for three seconds. */
const successShownFor = 3000

export interface SectionMessage {
  tone: 'success' | 'danger'
  text: string
}

/**
 * A section's one message and its one running task; a success disappears automatically, a failure stays until the next
 * try.
 */
export function useSection() {
  const [message, setMessage] = useState<SectionMessage | null>(null)
  const [work, setWork] = useState<string | null>(null)
  const running = useRef(false)
  useEffect(() => {
    if (message?.tone !== 'success') return undefined
    const timer = setTimeout(() => setMessage(null), successShownFor)
    return () => clearTimeout(timer)
  }, [message])

  return {
    message,
    /** The name of the running task; null if there is none. */
    work,
    refuse: (text: string) => setMessage({ tone: 'danger', text }),
    /** Runs one task at a time and shows how it ended; resolves to whether it succeeded. */
    run: async (name: string, task: () => Promise<string>, fallback: string): Promise<boolean> => {
      if (running.current) return false
      running.current = true
      setWork(name)
      setMessage(null)
      try {
        setMessage({ tone: 'success', text: await task() })
        return true
      } catch (error) {
        setMessage({ tone: 'danger', text: describeError(error, fallback) })
        return false
      } finally {
        running.current = false
        setWork(null)
      }
    },
  }
}
