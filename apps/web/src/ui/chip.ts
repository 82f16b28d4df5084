/** The look of a short piece of text with a border. */
export const chipClass =
  'inline-flex h-7 items-center gap-1.5 rounded-full border border-line-strong px-2.5 text-dense whitespace-nowrap text-muted [&_svg]:size-3.5'

/** The look of a button in the form of a chip, such as a filter that is on or off. */
export const chipButtonClass = `${chipClass} hover:bg-hover hover:text-ink aria-pressed:border-accent aria-pressed:bg-(--accent-soft) aria-pressed:font-medium aria-pressed:text-accent-text max-md:min-h-11`
