import { useRef, type FormEvent } from 'react'

/**
 * A form's submit handler that runs once at a time: a second click or Enter before the first one has ended does nothing.
 * A button that disables itself is too late for that, because checking the fields takes a moment.
 */
export function useSingleSubmit(work: (event: FormEvent) => Promise<unknown>): (event: FormEvent) => void {
  const isRunning = useRef(false)
  return (event) => {
    event.preventDefault()
    if (isRunning.current) return
    isRunning.current = true
    void work(event).finally(() => {
      isRunning.current = false
    })
  }
}

/** Waits for work whose failure is shown elsewhere. */
export async function settled(work: Promise<unknown>): Promise<void> {
  await work.catch(() => undefined)
}
