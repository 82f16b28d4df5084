import { useId, type ComponentProps, type ReactNode } from 'react'
import { cn } from '../lib/cn.ts'

interface FieldProps extends ComponentProps<'input'> {
  label: string
  error?: string | undefined
  hint?: ReactNode
  /** Stands inside of the field, at its end. */
  trailing?: ReactNode
}

/** A labelled text field with its hint and its error below. */
export function Field({ label, error, hint, trailing, className, ...input }: FieldProps) {
  const id = useId()
  const describedBy = cn(hint !== undefined && `${id}-hint`, error !== undefined && `${id}-error`)
  return (
    <div className={className}>
      <label className="label" htmlFor={id}>
        {label}
      </label>
      <div className={cn(trailing !== undefined && 'with-trailing')}>
        <input
          id={id}
          className={cn('input', error !== undefined && 'is-bad')}
          aria-invalid={error !== undefined}
          aria-describedby={describedBy === '' ? undefined : describedBy}
          {...input}
        />
        {trailing}
      </div>
      {hint !== undefined && (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {error !== undefined && (
        <p className="hint bad" id={`${id}-error`} role="alert">
          {error}
        </p>
      )}
    </div>
  )
}
