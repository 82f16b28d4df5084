/** The look of a list of problems below a field. */
export const problemsClass = 'mt-1.5 text-[12px]/4.5'

/** The look of one problem in its list. */
export const problemClass = 'flex items-start gap-1.5 wrap-anywhere [&+&]:mt-1'
