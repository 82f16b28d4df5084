import type { ComponentProps } from 'react'
import { cn } from '../lib/cn.ts'

/** A key to press, hidden on phones. */
export function KeyboardKey({ className, ...rest }: ComponentProps<'kbd'>) {
  return (
    <kbd
      className={cn(
        'inline-flex h-4.5 flex-none items-center rounded-badge px-[5px] font-sans text-[12px]/[18px] font-medium text-faint shadow-[inset_0_0_0_1px_var(--line-strong)] max-md:hidden',
        className,
      )}
      {...rest}
    />
  )
}
