import { CircleAlert, CircleCheck, Info, TriangleAlert, type LucideIcon } from 'lucide-react'
import { use, useLayoutEffect, type ReactNode } from 'react'
import { cn } from '../lib/cn.ts'
import { AlertsInRegion } from './alerts-in-region.ts'
import { Icon } from './icon.tsx'

type Tone = 'danger' | 'success' | 'info' | 'warning'

const icons = {
  danger: CircleAlert,
  success: CircleCheck,
  info: Info,
  warning: TriangleAlert,
} satisfies Record<Tone, LucideIcon>

/** Tints the message and colors its icon. */
const tones = {
  danger: '[--tint:var(--danger-soft)] [&>svg]:text-danger',
  success: '[--tint:var(--success-soft)] [&>svg]:text-success',
  info: '[--tint:var(--info-soft)] [&>svg]:text-info',
  warning: '[--tint:var(--warning-soft)] [&>svg]:text-warning',
} satisfies Record<Tone, string>

/** A message next to its cause. Errors are announced at once, the rest politely. */
export function Note({ tone, children, className }: { tone: Tone; children: ReactNode; className?: string }) {
  const countAlert = use(AlertsInRegion)
  useLayoutEffect(() => {
    if (countAlert === null || tone !== 'danger') return
    countAlert(1)
    return () => countAlert(-1)
  }, [countAlert, tone])
  const politeRole = countAlert === null ? 'status' : undefined
  return (
    <div className={cn(noteClass(tone), className)} role={tone === 'danger' ? 'alert' : politeRole} data-part="note">
      <Icon of={icons[tone]} />
      <div className="min-w-0 flex-1">{children}</div>
    </div>
  )
}

/** The look of a note, for what is no message. */
export function noteClass(tone?: Tone): string {
  return cn(
    'flex gap-2.5 rounded-control bg-(--tint) px-3 py-2.5 text-dense [&>svg]:mt-0.5',
    tone !== undefined && tones[tone],
  )
}
