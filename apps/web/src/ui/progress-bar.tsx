import { cn } from '../lib/cn.ts'

interface ProgressBarProps {
  /** Names what makes progress. */
  label: string
  value: number
  max: number
  className?: string
}

/** A thin bar that fills up. */
export function ProgressBar({ label, value, max, className }: ProgressBarProps) {
  return (
    <progress
      className={cn(
        'block h-1 w-full appearance-none overflow-hidden rounded-full border-0 bg-hover [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-transparent [&::-webkit-progress-value]:bg-accent',
        className,
      )}
      max={max}
      value={value}
      aria-label={label}
    />
  )
}
