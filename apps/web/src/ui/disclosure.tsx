import { ChevronRight, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { cn } from '../lib/cn.ts'
import { Icon } from './icon.tsx'

interface DisclosureProps {
  icon: LucideIcon
  label: string
  /** Called when it opens and when it closes. */
  onToggle?: (isOpen: boolean) => void
  className?: string
  children: ReactNode
}

/**
 * A line that opens to show more below it. Enter and Space open and close it, because it is the browser's own element;
 * a screen reader says whether it is open.
 */
export function Disclosure({ icon, label, onToggle, className, children }: DisclosureProps) {
  return (
    <details className={cn('group', className)} onToggle={({ currentTarget }) => onToggle?.(currentTarget.open)}>
      <summary className="flex min-h-(--row) items-center gap-1.5 py-1.5 text-meta text-muted tabular-nums hover:text-ink max-md:min-h-11">
        <Icon of={icon} small className="text-faint" />
        <span>{label}</span>
        <Icon
          of={ChevronRight}
          small
          className="ml-auto text-faint transition-transform duration-(--fast) ease-(--ease) group-open:rotate-90"
        />
      </summary>
      {children}
    </details>
  )
}
