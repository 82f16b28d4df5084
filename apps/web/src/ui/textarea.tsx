import type { ComponentProps } from 'react'
import { cn } from '../lib/cn.ts'
import { controlClass } from './control-class.ts'

/** The look of a text field of several lines. */
export const textareaClass = `${controlClass} block resize-y px-2.5 py-1.5 text-sm/5`

/** A text field of several lines. */
export function Textarea({ className, ...rest }: ComponentProps<'textarea'>) {
  return <textarea className={cn(textareaClass, className)} {...rest} />
}
