import type { ReactNode } from 'react'
import { ConditionField } from '../security/condition-field.tsx'
import { problemsOfPart } from './definition-problems.ts'
import { Labeled } from './labeled.tsx'
import type { DefinitionFieldsProps } from './list-kind.ts'

interface SqlFieldProps extends Pick<DefinitionFieldsProps<never>, 'gaps' | 'problems'> {
  label: string
  /** The field's name in the definition. */
  part: string
  value: string
  words?: readonly string[]
  loadWords?: () => Promise<string[]>
  placeholder: string
  optional?: boolean
  hint?: ReactNode
  onChange: (value: string) => void
}

const noWords: string[] = []

/** An expression, a condition, or a formula, with completion and its problems below. */
export function SqlField({ label, part, gaps, problems, optional = false, hint, words, ...field }: SqlFieldProps) {
  return (
    <Labeled className="md:col-span-6" label={label} optional={optional} hint={hint}>
      <ConditionField
        {...field}
        size="normal"
        label={label}
        words={words ?? noWords}
        problems={problemsOfPart(problems, part)}
        gap={gaps.get(part) ?? null}
      />
    </Labeled>
  )
}
