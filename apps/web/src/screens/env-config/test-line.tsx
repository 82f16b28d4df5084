import type { TestResult } from '@parlance/contract'
import { Check, CircleAlert } from 'lucide-react'
import { cn } from '../../lib/cn.ts'
import { Icon } from '../../ui/icon.tsx'
import styles from './env-config.module.css'

export function TestLine({ result }: { result: TestResult }) {
  return (
    <span
      className={cn(styles.testLine, result.success ? 'text-success' : 'text-danger')}
      role={result.success ? 'status' : 'alert'}
    >
      <Icon of={result.success ? Check : CircleAlert} />
      <span className="tabular-nums">{result.message}</span>
    </span>
  )
}
