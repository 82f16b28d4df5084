import type { ComponentProps } from 'react'
import { cn } from '../lib/cn.ts'

/** The look of a link that is no part of a sentence. */
export const linkClass = 'font-medium text-accent-text hover:underline hover:underline-offset-3'

/** A button that looks like a link, within text or below a list. */
export function LinkButton({ className, ...rest }: Omit<ComponentProps<'button'>, 'type'>) {
  return (
    <button type="button" className={cn(linkClass, 'disabled:text-faint disabled:no-underline', className)} {...rest} />
  )
}
