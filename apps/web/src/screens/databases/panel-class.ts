/** A panel that opens below a card. */
export const panelClass = 'mt-2 mb-1.5 grid gap-3 border-t border-line pt-3 text-dense wrap-anywhere'

/** A list with dots in a panel. */
export const dottedListClass = 'mt-1 list-disc pl-4.5'
