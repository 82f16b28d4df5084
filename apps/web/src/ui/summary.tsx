import type { ReactNode } from 'react'
import { cn } from '../lib/cn.ts'

/** The line that opens a `<details>`, with a triangle that shows whether it is open. */
export function Summary({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <summary
      className={cn(
        'list-item w-max max-w-full cursor-pointer [list-style:inside_disclosure-closed] in-open:[list-style-type:disclosure-open] max-md:py-3.5',
        className,
      )}
    >
      {children}
    </summary>
  )
}
