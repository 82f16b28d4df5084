import type { ComponentProps } from 'react'
import { cn } from '../lib/cn.ts'

export type BadgeTone = 'plain' | 'accent' | 'success' | 'warning' | 'danger' | 'info'

const tones = {
  plain: 'text-muted shadow-[inset_0_0_0_1px_var(--line-strong)]',
  accent: 'bg-(--accent-soft) text-accent-text',
  success: 'bg-(--success-soft) text-success',
  warning: 'bg-(--warning-soft) text-warning',
  danger: 'bg-(--danger-soft) text-danger',
  info: 'bg-(--info-soft) text-info',
} satisfies Record<BadgeTone, string>

/** A state or a kind in one or two words, with an icon if its tone says something. */
export function Badge({ tone, className, ...rest }: ComponentProps<'span'> & { tone?: BadgeTone }) {
  return <span className={cn(badgeClass(tone), className)} {...rest} />
}

/** The look of a badge, for links. */
export function badgeClass(tone: BadgeTone = 'plain'): string {
  return cn(
    'inline-flex h-5 items-center gap-1 rounded-badge px-1.5 text-[12px]/5 font-medium whitespace-nowrap [&_svg]:size-3 [&_svg]:stroke-[1.6]',
    tones[tone],
  )
}
