import { Autocomplete } from '@base-ui/react/autocomplete'
import { useState, type Ref } from 'react'
import { cn } from '../lib/cn.ts'
import { inputClass } from '../ui/input.tsx'
import { menuClass, menuItemClass, popupClass } from '../ui/menu.tsx'

/** Suggestions at a time. Typing more finds the others. */
export const shownAtMost = 8

/** What every field that picks something takes: those of its frame, and the input's ref. */
export interface PickerControl {
  id?: string
  'aria-invalid'?: boolean
  'aria-describedby'?: string | undefined
  /** For a field without a visible label. */
  'aria-label'?: string
  /** What Enter does, instead of submitting the surrounding form. */
  onEnter?: () => void
  inputRef?: Ref<HTMLInputElement>
}

interface SearchPickerProps<Item> extends PickerControl {
  /** What was found for the text. */
  items: readonly Item[]
  textOf: (item: Item) => string
  keyOf: (item: Item) => string
  /** The first line of a suggestion, and a second one below it. */
  lineOf: (item: Item) => string
  moreOf: (item: Item) => string
  value: string
  /** @param item what the text stands for; null if it stands for nothing that was found */
  onChange: (text: string, item: Item | null) => void
  /** Says that nothing was found. Null while nothing was searched. */
  emptyText: string | null
  type?: 'text' | 'email'
  placeholder?: string | undefined
}

/**
 * A text field that suggests what was found for its text, to pick by keyboard or pointer. The rest of the page stays
 * available to screen readers while suggestions are shown.
 */
export function SearchPicker<Item>({
  items,
  textOf,
  keyOf,
  lineOf,
  moreOf,
  value,
  onChange,
  emptyText,
  inputRef,
  onEnter,
  ...control
}: SearchPickerProps<Item>) {
  const [isOpen, setOpen] = useState(false)
  const itemOf = (text: string) =>
    items.find((item) => textOf(item).toLowerCase() === text.trim().toLowerCase()) ?? null
  const isInvalid = control['aria-invalid'] === true
  return (
    <Autocomplete.Root
      items={items}
      filter={null}
      value={value}
      open={isOpen && (items.length > 0 || emptyText !== null)}
      onOpenChange={setOpen}
      openOnInputClick
      itemToStringValue={textOf}
      onValueChange={(text) => onChange(text, itemOf(text))}
    >
      <Autocomplete.Input
        {...control}
        ref={inputRef}
        className={inputClass()}
        aria-invalid={isInvalid}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={254}
        onBlur={() => setOpen(false)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || onEnter === undefined) return
          event.preventDefault()
          onEnter()
        }}
      />
      <Autocomplete.Portal>
        <Autocomplete.Positioner className={popupClass} sideOffset={4} align="start">
          {/* The library's popup hides everything else from screen readers. */}
          <div
            role="presentation"
            className={cn(menuClass, 'w-(--anchor-width) empty:hidden')}
            onMouseDown={(event) => event.preventDefault()}
          >
            <Autocomplete.List>
              {(item: Item) => (
                <Autocomplete.Item
                  key={keyOf(item)}
                  value={item}
                  className={cn(menuItemClass, 'grid! gap-0!')}
                  onClick={() => {
                    onChange(textOf(item), item)
                    setOpen(false)
                  }}
                >
                  <bdi className="truncate">{lineOf(item)}</bdi>
                  <bdi className="truncate text-meta text-muted">{moreOf(item)}</bdi>
                </Autocomplete.Item>
              )}
            </Autocomplete.List>
            {emptyText !== null && items.length === 0 && (
              <Autocomplete.Empty className="px-2 py-1.5 text-meta text-muted">{emptyText}</Autocomplete.Empty>
            )}
          </div>
        </Autocomplete.Positioner>
      </Autocomplete.Portal>
    </Autocomplete.Root>
  )
}
