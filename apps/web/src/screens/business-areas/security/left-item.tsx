import { useState, type FocusEvent, type ReactNode } from 'react'

interface LeftItemProps {
  label: string
  className?: string
  /** Told once the focus leaves the item: what is missing in it is said no earlier. */
  onLeave: () => void
  children: ReactNode
}

/** An item of a list that is filled in. */
export function LeftItem({ label, className, onLeave, children }: LeftItemProps) {
  const leave = (event: FocusEvent) => {
    if (!event.currentTarget.contains(event.relatedTarget)) onLeave()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- listens to its fields, takes no input itself
    <li className={className} aria-label={label} onBlur={leave}>
      {children}
    </li>
  )
}

/** Whether an item was left, or has been filled in before. */
export function useLeft(isFilled: boolean): { isLeft: boolean; leave: () => void } {
  const [isLeft, setLeft] = useState(isFilled)
  return { isLeft, leave: () => setLeft(true) }
}
