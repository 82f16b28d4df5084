import type { TestResult } from '@parlance/contract'
import { Check, CircleAlert } from 'lucide-react'
import { cn } from '../../lib/cn.ts'
import { Icon } from '../../ui/icon.tsx'

/** A button that tests, and next to it the outcome. */
export const testRowClass = 'flex flex-wrap items-center gap-3'

export function TestLine({ result, className }: { result: TestResult; className?: string }) {
  return (
    <span
      className={cn(
        'inline-flex items-start gap-1.5 text-dense wrap-anywhere [&>svg]:mt-0.5',
        result.success ? 'text-success' : 'text-danger',
        className,
      )}
      role={result.success ? 'status' : 'alert'}
    >
      <Icon of={result.success ? Check : CircleAlert} />
      <span className="tabular-nums">{result.message}</span>
    </span>
  )
}
