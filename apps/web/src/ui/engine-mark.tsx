import type { ReactNode } from 'react'
import { cn } from '../lib/cn.ts'

/** Two letters in place of a vendor's mark. Screen readers skip them, because the vendor's name is next to them. */
export function EngineMark({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <span
      className={cn(
        'inline-grid size-7 flex-none place-items-center rounded-control bg-hover text-[12px]/none font-semibold tracking-[-0.02em] text-muted',
        className,
      )}
      aria-hidden
    >
      {children}
    </span>
  )
}
