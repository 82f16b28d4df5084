/** What all text fields share: a field that `aria-invalid` marks has a red outline. Phones get larger text and touch targets. */
export const controlClass =
  'rounded-control border border-field bg-raised placeholder:text-faint focus-visible:border-transparent focus-visible:-outline-offset-1 aria-[invalid=true]:border-danger disabled:cursor-not-allowed disabled:border-line-strong disabled:bg-sunken disabled:text-muted max-md:min-h-11 max-md:text-[16px] [:where(&)]:w-full'

/** The height and the text of a field in one line. */
export const controlSizes = { normal: 'h-8 px-2.5 text-sm/5', small: 'h-7 px-2 text-dense' }
