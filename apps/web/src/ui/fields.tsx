import type { ReactNode } from 'react'
import { cn } from '../lib/cn.ts'

/** Fields in six columns; each says with `md:col-span-3` how many it takes. On narrow screens they are below each other. */
export function Fields({ className, children }: { className?: string; children: ReactNode }) {
  return <div className={cn('grid grid-cols-6 gap-4 max-md:*:col-span-full', className)}>{children}</div>
}
