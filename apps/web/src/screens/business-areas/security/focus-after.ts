/** After a row is removed, focuses the next one or the add button, so that keyboard users don't lose their place. */
export function focusAfterRemoval(
  list: HTMLElement | null,
  at: number,
  fallback: HTMLElement | null,
  wanted = '[role=combobox], button',
): void {
  requestAnimationFrame(() => {
    const items = [...(list?.children ?? [])].filter((item) => item.firstElementChild?.tagName !== 'OUTPUT')
    const item = items[at] ?? items.at(-1)
    const next = item?.querySelector<HTMLElement>(wanted)
    ;(next ?? fallback)?.focus()
  })
}

/** Focuses the first empty field of a row that was added, or the field that asks to be first. */
export function focusFields(list: HTMLElement | null, at: number): void {
  requestAnimationFrame(() => {
    const first = list?.children[at]?.querySelector<HTMLElement>('[data-first]')
    if (first) {
      first.focus()
      return
    }
    const found = list?.children[at]?.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea') ?? []
    const fields = [...found].filter(({ type, dataset }) => type !== 'checkbox' && dataset.optional === undefined)
    ;(fields.find(({ value }) => value === '') ?? fields[0])?.focus()
  })
}
