import type { LucideIcon } from 'lucide-react'
import { cn } from '../lib/cn.ts'

/** One stroke and two sizes for every icon; icons are decoration, and the text next to them is read aloud. */
export function Icon({ of: Shape, small = false, className }: { of: LucideIcon; small?: boolean; className?: string }) {
  // Size and stroke are attributes, so every class that a caller or a part adds wins.
  return <Shape className={cn('flex-none', className)} size={small ? 14 : 16} strokeWidth={1.4} aria-hidden />
}
