import { CircleAlert, CircleCheck, Info, TriangleAlert, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { cn } from '../lib/cn.ts'
import { Icon } from './icon.tsx'

type Tone = 'danger' | 'success' | 'info' | 'warning'

const icons: Record<Tone, LucideIcon> = {
  danger: CircleAlert,
  success: CircleCheck,
  info: Info,
  warning: TriangleAlert,
}

/** A message next to its cause. Errors are announced at once, the rest politely. */
export function Note({ tone, children, className }: { tone: Tone; children: ReactNode; className?: string }) {
  return (
    <div className={cn('note', `note-${tone}`, className)} role={tone === 'danger' ? 'alert' : 'status'}>
      <Icon of={icons[tone]} />
      <div className="min-w-0 flex-1">{children}</div>
    </div>
  )
}
