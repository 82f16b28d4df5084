import { useState, type FocusEvent, type ReactNode } from 'react'

interface LeftItemProps {
  label: string
  className?: string
  /** Called when the focus leaves the item; missing values are not reported before that. */
  onLeave: () => void
  children: ReactNode
}

/** A list item that the user fills in. */
export function LeftItem({ label, className, onLeave, children }: LeftItemProps) {
  const leave = (event: FocusEvent) => {
    if (!event.currentTarget.contains(event.relatedTarget)) onLeave()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- listens to its fields only
    <li className={className} aria-label={label} onBlur={leave}>
      {children}
    </li>
  )
}

/** Whether the user has left the item, or it was filled in from the start. */
export function useLeft(isFilled: boolean): { isLeft: boolean; leave: () => void } {
  const [isLeft, setLeft] = useState(isFilled)
  return { isLeft, leave: () => setLeft(true) }
}
