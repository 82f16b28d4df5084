import { LoaderCircle } from 'lucide-react'
import { cn } from '../lib/cn.ts'
import { Icon } from './icon.tsx'

export function Spinner({ className }: { className?: string }) {
  return <Icon of={LoaderCircle} className={cn('spin text-accent-text', className)} />
}
