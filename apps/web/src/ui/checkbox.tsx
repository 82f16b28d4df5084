import type { ComponentProps } from 'react'
import { cn } from '../lib/cn.ts'

/** A checkbox with the text next to it, which checks it too. */
export function Checkbox({ className, children, ...input }: ComponentProps<'input'>) {
  return (
    <label
      className={cn(
        'gap-2 has-[input:disabled]:text-muted [:where(&)]:inline-flex [:where(&)]:items-center [:where(&)]:text-sm/5',
        className,
      )}
      data-part="check"
    >
      <input type="checkbox" className="size-4 flex-none" {...input} />
      {children}
    </label>
  )
}
