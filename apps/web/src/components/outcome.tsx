import { useEffect, useRef, type ReactNode } from 'react'

/** Replaces a finished form and takes the focus, which would be lost with the form. */
export function Outcome({ children }: { children: ReactNode }) {
  const element = useRef<HTMLDivElement>(null)
  useEffect(() => element.current?.focus(), [])
  return (
    <div ref={element} tabIndex={-1} className="focus:outline-none">
      {children}
    </div>
  )
}
