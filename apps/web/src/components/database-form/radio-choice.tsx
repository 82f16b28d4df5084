import { useId, type ReactNode } from 'react'
import { cn } from '../../lib/cn.ts'
import { labelClass, hintClass } from '../../ui/label.tsx'
import { segmentsClass } from '../../ui/segments.tsx'

interface RadioChoiceProps<V> {
  label: string
  hint?: string | undefined
  options: { value: V; label: string; icon?: ReactNode }[]
  value: V
  className?: string
  onChange: (value: V) => void
}

/** A few choices side by side; arrow keys move between them. */
export function RadioChoice<V extends string | number | boolean>({
  label,
  hint,
  options,
  value,
  className,
  onChange,
}: RadioChoiceProps<V>) {
  const id = useId()
  return (
    <fieldset className={cn('', className)} aria-describedby={hint === undefined ? undefined : `${id}-hint`}>
      <legend className={labelClass}>{label}</legend>
      <div className={cn(segmentsClass, 'flex-wrap')}>
        {options.map((option) => (
          <label key={String(option.value)}>
            <input
              type="radio"
              className="sr-only"
              name={id}
              value={String(option.value)}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
            />
            {option.icon}
            {option.label}
          </label>
        ))}
      </div>
      {hint !== undefined && (
        <p className={hintClass} id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </fieldset>
  )
}
