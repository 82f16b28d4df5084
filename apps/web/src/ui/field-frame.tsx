import { useId, type ReactNode } from 'react'
import { cn } from '../lib/cn.ts'
import { labelClass, hintClass, OptionalMark } from './label.tsx'

export interface FieldTexts {
  label: string
  /** Shows next to the label that the field may stay empty. */
  optional?: boolean | undefined
  error?: string | undefined
  hint?: ReactNode
  className?: string | undefined
}

interface ControlProps {
  id: string
  'aria-invalid': boolean
  'aria-describedby': string | undefined
}

/**
 * A label above, a hint and an error below any control. Without `announcesError`, the form's own summary announces
 * errors.
 */
export function FieldFrame({
  label,
  optional = false,
  error,
  hint,
  className,
  announcesError = false,
  children,
}: FieldTexts & { announcesError?: boolean; children: (control: ControlProps) => ReactNode }) {
  const id = useId()
  const describedBy = [hint !== undefined && `${id}-hint`, error !== undefined && `${id}-error`]
    .filter(Boolean)
    .join(' ')
  return (
    <div className={className}>
      <label className={labelClass} htmlFor={id}>
        {label}
        {optional && <OptionalMark />}
      </label>
      {children({
        id,
        'aria-invalid': error !== undefined,
        'aria-describedby': describedBy === '' ? undefined : describedBy,
      })}
      {hint !== undefined && (
        <p className={hintClass} id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {error !== undefined && (
        <p className={cn(hintClass, 'text-danger')} id={`${id}-error`} role={announcesError ? 'alert' : undefined}>
          {error}
        </p>
      )}
    </div>
  )
}
