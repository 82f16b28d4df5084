import type { ComponentProps } from 'react'
import { cn } from '../lib/cn.ts'
import { controlClass, controlSizes } from './control-class.ts'

interface SelectProps extends ComponentProps<'select'> {
  /** In toolbars and dense lists. */
  small?: boolean
}

/** A list of options, of which one is chosen. */
export function Select({ small = false, className, ...rest }: SelectProps) {
  return (
    <select
      className={cn(
        controlClass,
        small ? controlSizes.small : controlSizes.normal,
        'flex items-center justify-between gap-1.5 text-left whitespace-nowrap',
        className,
      )}
      {...rest}
    />
  )
}
