import type { ComponentProps } from 'react'
import { cn } from '../lib/cn.ts'

/** A button that looks like a link, within text or below a list. */
export function LinkButton({ className, ...rest }: Omit<ComponentProps<'button'>, 'type'>) {
  return (
    <button
      type="button"
      className={cn(
        'font-medium text-accent-text hover:underline hover:underline-offset-3 disabled:text-faint disabled:no-underline',
        className,
      )}
      {...rest}
    />
  )
}
