import { useInsertionEffect, useRef } from 'react'

/**
 * Notes what had the focus before a dialog opened. The library looks only after a field of the dialog has taken the focus
 * with `autoFocus`, and that field is gone when the dialog closes.
 * @returns for the dialog's `finalFocus`
 */
export function useFocusReturn(open: boolean): () => HTMLElement | boolean {
  const before = useRef<Element | null>(null)
  useInsertionEffect(() => {
    if (open) before.current = document.activeElement
  }, [open])
  return () => {
    const { activeElement } = document
    const isElsewhere =
      activeElement !== document.body && activeElement?.closest('[role=dialog], [role=alertdialog]') === null
    // A closed dialog must not take the focus from what got it on purpose.
    if (isElsewhere) return false
    const { current } = before
    return current instanceof HTMLElement && current.isConnected && current !== document.body ? current : true
  }
}
