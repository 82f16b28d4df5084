import { useCallback, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { cn } from '../../../lib/cn.ts'
import { OfferList } from './offer-list.tsx'
import { useSuggestions, type SuggestElement, type SuggestionOptions } from './use-suggestions.ts'
import { Textarea } from '../../../ui/textarea.tsx'
import { Input } from '../../../ui/input.tsx'

export type FieldSize = 'small' | 'normal'

const sqlClass =
  'field-sizing-content max-h-40 px-2! font-mono wrap-anywhere md:text-[13px] supports-[field-sizing:content]:resize-none max-md:py-[11px]'
const sqlSizes: Record<FieldSize, string> = {
  small: 'min-h-(--control-sm) md:py-[3px]',
  normal: 'min-h-(--control) md:py-[5px]',
}

interface SuggestFieldProps extends SuggestionOptions {
  label: string
  placeholder?: string | undefined
  isBad?: boolean
  /** Turn off the code style, for example for users' names. */
  isPlain?: boolean
  describedBy?: string | undefined
  /** Like other fields, or in a dense list of rules. */
  size?: FieldSize | undefined
  className?: string | undefined
  /** Receives the element of the field. */
  onField?: ((element: SuggestElement | null) => void) | undefined
}

/** A field that suggests names matching the input: arrow keys choose one, Enter or Tab accepts it, Escape closes. */
export function SuggestField(props: SuggestFieldProps) {
  const {
    label,
    kind,
    value,
    onChange,
    placeholder,
    isBad = false,
    isPlain = false,
    size = 'small',
    describedBy,
    className,
    onField,
  } = props
  const { t } = useTranslation()
  const id = useId()
  const { field, setField, names, marked, take, close, offer, load, handleKeyDown } = useSuggestions(props)
  const isOpen = names.length > 0
  const control = {
    className: cn(kind === 'sql' ? cn(sqlClass, sqlSizes[size]) : size === 'normal' && 'h-8!', !isPlain && 'font-mono'),
    role: 'combobox',
    'aria-label': label,
    'aria-autocomplete': 'list' as const,
    'aria-expanded': isOpen,
    'aria-controls': isOpen ? `${id}-list` : undefined,
    'aria-activedescendant': isOpen && marked >= 0 ? `${id}-${marked}` : undefined,
    'aria-invalid': isBad,
    'aria-describedby': describedBy,
    autoComplete: 'off',
    autoCapitalize: 'none',
    spellCheck: false,
    placeholder,
    value,
    onFocus: load,
    onBlur: close,
    onKeyDown: handleKeyDown,
    onClick: () => kind === 'name' && !isOpen && value === '' && offer('', 0, true),
    onChange: (event: { target: SuggestElement }) => {
      onChange(event.target.value)
      offer(event.target.value, event.target.selectionStart ?? event.target.value.length)
    },
  }
  const setBoth = useCallback(
    (element: SuggestElement | null) => {
      setField(element)
      onField?.(element)
    },
    [setField, onField],
  )
  return (
    <div className={cn('relative', className)}>
      {kind === 'sql' ? <Textarea ref={setBoth} rows={1} {...control} /> : <Input small ref={setBoth} {...control} />}
      {isOpen && (
        <OfferList id={id} anchor={field} names={names} marked={marked} label={t('Suggestions')} onTake={take} />
      )}
    </div>
  )
}
