import { menuClass, menuItemClass, popupClass } from '../../../ui/menu.tsx'
import { Autocomplete } from '@base-ui/react/autocomplete'
import { cn } from '../../../lib/cn.ts'
import { inputClass } from '../../../ui/input.tsx'

const shownAtMost = 50

interface SuggestProps {
  /** Read by screen readers; sighted users see the placeholder. */
  label: string
  placeholder: string
  items: string[]
  value: string
  isBad?: boolean
  onChange: (value: string) => void
}

/** A field for a name that suggests known names and accepts others too. */
export function Suggest({ label, placeholder, items, value, isBad = false, onChange }: SuggestProps) {
  return (
    <Autocomplete.Root items={items} value={value} onValueChange={onChange} limit={shownAtMost} openOnInputClick>
      <Autocomplete.Input
        className={cn(inputClass(true), 'font-mono')}
        aria-label={label}
        aria-invalid={isBad}
        placeholder={placeholder}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        // Enter picks the highlighted item; it must not save the form.
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
      />
      <Autocomplete.Portal>
        <Autocomplete.Positioner className={popupClass} sideOffset={4} align="start">
          <Autocomplete.Popup
            className={cn(
              menuClass,
              'max-h-[min(280px,var(--available-height))]! max-w-[min(420px,var(--available-width))] has-[[role=listbox]:empty]:hidden',
            )}
          >
            <Autocomplete.List>
              {(item: string) => (
                <Autocomplete.Item key={item} value={item} className={cn(menuItemClass, 'font-mono text-[13px]')}>
                  <bdi>{item}</bdi>
                </Autocomplete.Item>
              )}
            </Autocomplete.List>
          </Autocomplete.Popup>
        </Autocomplete.Positioner>
      </Autocomplete.Portal>
    </Autocomplete.Root>
  )
}
