import { LoaderCircle } from 'lucide-react'
import { cn } from '../lib/cn.ts'
import { Icon } from './icon.tsx'

export function Spinner({ className }: { className?: string }) {
  return (
    <Icon of={LoaderCircle} className={cn('animate-spin text-accent-text motion-reduce:animate-none', className)} />
  )
}
