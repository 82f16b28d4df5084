/* An item of a list that opens to be edited, such as a group of rules or a definition. */

/** Of hundreds of items only those in view are laid out. */
export const foldItemClass =
  'rounded-control border border-line-strong [contain-intrinsic-size:auto_46px] [content-visibility:auto] [&+&]:mt-2'

/** The line with the name, the state, and the actions. */
export const foldHeadClass = 'flex flex-wrap items-center gap-x-2 gap-y-1 py-2 pr-2 pl-3'

/** The button with the name, which opens the item. */
export const foldToggleClass =
  '-ms-1 flex min-h-7 min-w-0 flex-[1_1_200px] items-center gap-2 rounded-control px-1 text-start font-medium hover:bg-hover focus-visible:-outline-offset-2 max-md:min-h-11 max-md:basis-full'
