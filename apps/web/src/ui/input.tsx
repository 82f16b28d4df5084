import type { ComponentProps } from 'react'
import { cn } from '../lib/cn.ts'
import { controlClass, controlSizes } from './control-class.ts'

interface InputProps extends ComponentProps<'input'> {
  /** In toolbars and dense lists. */
  small?: boolean
}

/** A text field of one line. */
export function Input({ small = false, className, ...rest }: InputProps) {
  return <input className={cn(inputClass(small), className)} {...rest} />
}

/** The look of a text field, for fields of other libraries. */
export function inputClass(small = false): string {
  return cn(controlClass, small ? controlSizes.small : controlSizes.normal)
}
