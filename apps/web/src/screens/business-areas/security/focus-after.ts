/** After a row was removed the next one takes the focus, or what adds one: the keyboard must not lose its place. */
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

/** Which item of a list has the focus, from 0; -1 for none. */
export function focusedItem(list: HTMLElement | null): number {
  return Array.from(list?.children ?? []).findIndex((item) => item.contains(document.activeElement))
}
