import type { LucideIcon } from 'lucide-react'
import { Badge } from '../ui/badge.tsx'
import { Icon } from '../ui/icon.tsx'

export type StatusTone = 'accent' | 'success' | 'warning' | 'danger' | 'secondary'

/** A short state: always an icon and a word, never only a color. */
export function StatusBadge({ tone, icon, text }: { tone: StatusTone; icon: LucideIcon; text: string }) {
  return (
    <Badge tone={tone === 'secondary' ? 'plain' : tone} data-tone={tone}>
      <Icon of={icon} />
      {text}
    </Badge>
  )
}
