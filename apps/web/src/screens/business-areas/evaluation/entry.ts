import { cn } from '../../../lib/cn.ts'

/** The look of a question in a list: its text, and one outcome or two. */
export function entryClass({ isSingle, isAfterBox = false }: { isSingle: boolean; isAfterBox?: boolean }): string {
  return cn(
    'grid items-center gap-3 border-b border-line py-1.5 text-dense/4.5 max-md:gap-2',
    isSingle
      ? 'grid-cols-[minmax(0,1fr)_96px]'
      : 'grid-cols-[minmax(0,1fr)_84px_84px] max-md:grid-cols-[minmax(0,1fr)_78px_78px]',
    isAfterBox ? 'pr-4 pl-2' : 'pr-4 pl-8 max-md:pl-4',
  )
}

/** The look of an entry that opens its question. */
export const entryLinkClass =
  'h-full text-ink hover:bg-hover hover:no-underline focus-visible:-outline-offset-2 aria-[current]:bg-(--accent-soft) aria-[current]:shadow-[inset_3px_0_0_var(--accent)]'
