import type { LucideIcon } from 'lucide-react'
import { cn } from '../lib/cn.ts'

/** One stroke and two sizes for every icon; icons are decoration, and the text next to them is read aloud. */
export function Icon({ of: Shape, small = false, className }: { of: LucideIcon; small?: boolean; className?: string }) {
  return <Shape className={cn('icon', small && 'icon-small', className)} strokeWidth={1.75} aria-hidden />
}
