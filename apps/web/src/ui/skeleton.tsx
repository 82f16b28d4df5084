import type { CSSProperties } from 'react'
import { cn } from '../lib/cn.ts'

/** Takes the place of a line of text that is loading. */
export function Skeleton({ className, style }: { className?: string; style?: CSSProperties }) {
  return <span className={cn('block h-3.5 rounded-badge bg-hover', className)} style={style} aria-hidden />
}
