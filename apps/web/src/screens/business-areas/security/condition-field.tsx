import type { AreaProblem, Message } from '@parlance/contract'
import { useId, useState } from 'react'
import { cn } from '../../../lib/cn.ts'
import { FieldProblems } from './field-problems.tsx'
import { SuggestField } from './suggest-field.tsx'
import type { SuggestElement } from './use-suggestions.ts'
import styles from './rules.module.css'

interface ConditionFieldProps {
  label: string
  value: string
  onChange: (value: string) => void
  words: readonly string[]
  loadWords?: (() => Promise<string[]>) | undefined
  placeholder?: string
  problems: readonly AreaProblem[]
  gap?: Message | null
}

/** A condition or mask in SQL, with its problems below. */
export function ConditionField({ problems, gap = null, ...field }: ConditionFieldProps) {
  const id = useId()
  const [element, setElement] = useState<SuggestElement | null>(null)
  const hasNotes = problems.length > 0 || gap !== null
  const show = (position: number) => {
    element?.focus()
    element?.setSelectionRange(position, Math.min(position + 1, field.value.length))
  }
  return (
    <div className={cn('grow', styles.conditionField)}>
      <SuggestField
        {...field}
        kind="sql"
        onField={setElement}
        isBad={gap !== null || problems.some(({ severity }) => severity === 'error')}
        describedBy={hasNotes ? `${id}-notes` : undefined}
      />
      <FieldProblems id={`${id}-notes`} problems={problems} gap={gap} onShow={show} />
    </div>
  )
}
