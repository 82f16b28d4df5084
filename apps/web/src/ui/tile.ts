import { cn } from '../lib/cn.ts'

type TileSize = 'normal' | 'compact' | 'tall'

const sizes = {
  normal: 'min-h-11 items-center border-line-strong px-2.5 py-[7px]',
  compact: 'min-h-10 items-center border-transparent px-2 py-[5px] max-md:min-h-11',
  tall: 'min-h-14.5 items-start border-line-strong px-3 py-2.5 disabled:cursor-default disabled:opacity-60 [&>:is(svg,[aria-hidden])]:mt-0.5',
} satisfies Record<TileSize, string>

/**
 * The look of one of several things to choose: a label with a hidden radio button, or a button. A `<small>` in it is a
 * line of its own.
 */
export function tileClass(size: TileSize = 'normal'): string {
  return cn(
    'relative flex w-full cursor-pointer gap-2.5 rounded-control border text-start font-medium hover:bg-hover',
    'has-[input:focus-visible]:outline-2 has-[input:focus-visible]:outline-offset-2 has-[input:focus-visible]:outline-focus',
    '[&:is([aria-pressed=true],[aria-current],:has(:checked))]:border-accent [&:is([aria-pressed=true],[aria-current],:has(:checked))]:bg-(--accent-soft) [&:is([aria-pressed=true],[aria-current],:has(:checked))]:shadow-[inset_0_0_0_1px_var(--accent)]',
    '[&_small]:block [&_small]:text-[12px]/4 [&_small]:font-normal [&_small]:text-muted',
    sizes[size],
  )
}
