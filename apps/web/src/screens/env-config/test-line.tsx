import type { TestResult } from '@parlance/contract'
import { Check, CircleAlert } from 'lucide-react'
import { cn } from '../../lib/cn.ts'
import { Icon } from '../../ui/icon.tsx'

export function TestLine({ result }: { result: TestResult }) {
  return (
    <span className={cn('test-line', result.success ? 'ok' : 'bad')} role={result.success ? 'status' : 'alert'}>
      <Icon of={result.success ? Check : CircleAlert} />
      <span className="num">{result.message}</span>
    </span>
  )
}
