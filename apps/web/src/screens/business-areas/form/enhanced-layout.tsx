import { createContext, use, useEffect, useMemo, useState, type ReactNode } from 'react'

const EnhancedLayoutContext = createContext<(change: 1 | -1) => void>(() => undefined)

/** Counts the open advanced builders: while one is open, the dialog is wider and its list of tables lower. */
export function useEnhancedLayout() {
  const [open, setOpen] = useState(0)
  const count = useMemo(() => (change: 1 | -1) => setOpen((now) => now + change), [])
  return { isEnhanced: open > 0, count }
}

export function EnhancedLayoutProvider({ count, children }: { count: (change: 1 | -1) => void; children: ReactNode }) {
  return <EnhancedLayoutContext value={count}>{children}</EnhancedLayoutContext>
}

/** Called by a part of the form that needs more room while `isOpen` is true. */
export function useWideWhile(isOpen: boolean): void {
  const count = use(EnhancedLayoutContext)
  useEffect(() => {
    if (!isOpen) return undefined
    count(1)
    return () => count(-1)
  }, [isOpen, count])
}
