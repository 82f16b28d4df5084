import type { ComponentProps } from 'react'
import { cn } from '../lib/cn.ts'

/** A few choices side by side, of which one is on: buttons that are pressed, or labels with hidden radio buttons. */
export function Segments({ className, ...rest }: ComponentProps<'fieldset'>) {
  return <fieldset className={cn(segmentsClass, className)} {...rest} />
}

/** The look of segments, for elements inside of a group with a legend. */
export const segmentsClass = cn(
  'inline-flex gap-0.5 rounded-control bg-hover p-0.5 [&_svg]:size-3.5',
  '[&>:is(button,label)]:relative [&>:is(button,label)]:inline-flex [&>:is(button,label)]:h-6 [&>:is(button,label)]:cursor-pointer [&>:is(button,label)]:items-center [&>:is(button,label)]:gap-1.5 [&>:is(button,label)]:rounded-badge [&>:is(button,label)]:border-0 [&>:is(button,label)]:bg-transparent [&>:is(button,label)]:px-2.5 [&>:is(button,label)]:text-dense [&>:is(button,label)]:font-medium [&>:is(button,label)]:whitespace-nowrap [&>:is(button,label)]:text-muted',
  '[&>:is([aria-pressed=true],[aria-selected=true],:has(:checked))]:bg-raised [&>:is([aria-pressed=true],[aria-selected=true],:has(:checked))]:text-ink [&>:is([aria-pressed=true],[aria-selected=true],:has(:checked))]:shadow-[0_0_0_1px_var(--line),0_1px_2px_var(--shade-1)]',
  '[&>label:has(:focus-visible)]:outline-2 [&>label:has(:focus-visible)]:outline-offset-2 [&>label:has(:focus-visible)]:outline-focus',
  'max-md:[&>:is(button,label)]:min-h-11 max-md:[&>button]:min-w-11 max-md:[&>button]:justify-center',
)
