import type { ComponentProps, ReactNode } from 'react'
import { cn } from '../lib/cn.ts'
import { FieldFrame, type FieldTexts } from './field-frame.tsx'
import { Input } from './input.tsx'

interface FieldProps extends ComponentProps<'input'>, Omit<FieldTexts, 'optional'> {
  /** Inside the field, at its end. */
  trailing?: ReactNode
}

/** A labeled text field with its hint and error below. */
export function Field({ label, error, hint, trailing, className, ...input }: FieldProps) {
  return (
    <FieldFrame label={label} error={error} hint={hint} className={className} announcesError>
      {(control) => (
        <div className={cn(trailing !== undefined && 'relative')}>
          <Input {...control} className={cn(trailing !== undefined && 'pe-15')} {...input} />
          {trailing}
        </div>
      )}
    </FieldFrame>
  )
}
