/** After a row is removed, focuses the next one or the add button, so that keyboard users don't lose their place. */
export function focusAfterRemoval(
  list: HTMLElement | null,
  at: number,
  fallback: HTMLElement | null,
  wanted = '[role=combobox], button',
): void {
  requestAnimationFrame(() => {
    const item = list?.children[at] ?? list?.lastElementChild
    const next = item?.querySelector<HTMLElement>(wanted)
    ;(next ?? fallback)?.focus()
  })
}

/** The index of the list item that has the focus; -1 if none has it. */
export function focusedItem(list: HTMLElement | null): number {
  return Array.from(list?.children ?? []).findIndex((item) => item.contains(document.activeElement))
}
