import { Search, X } from 'lucide-react'
import { useRef, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from './button.tsx'
import { Icon } from './icon.tsx'

interface SearchFieldProps {
  label: string
  placeholder: string
  value: string
  onChange: (value: string) => void
  children?: ReactNode
}

/** A search box with a button that empties it and leaves the cursor there. */
export function SearchField({ label, placeholder, value, onChange, children }: SearchFieldProps) {
  const { t } = useTranslation()
  const input = useRef<HTMLInputElement>(null)
  return (
    <div className="db-search">
      <Icon of={Search} className="faint" />
      <input
        ref={input}
        type="search"
        className="input"
        dir="auto"
        aria-label={label}
        placeholder={placeholder}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
      {value !== '' && (
        <Button
          kind="quiet"
          size="small"
          square
          aria-label={t('Clear search')}
          onClick={() => {
            onChange('')
            input.current?.focus()
          }}
        >
          <Icon of={X} />
        </Button>
      )}
      {children}
    </div>
  )
}
