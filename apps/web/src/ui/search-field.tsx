import { Search, X } from 'lucide-react'
import { useRef, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { cn } from '../lib/cn.ts'
import { Button } from './button.tsx'
import { Icon } from './icon.tsx'
import { Input } from './input.tsx'

interface SearchFieldProps {
  label: string
  placeholder: string
  value: string
  onChange: (value: string) => void
  className?: string
  children?: ReactNode
}

/** A search box with a button that clears it and keeps the cursor there. */
export function SearchField({ label, placeholder, value, onChange, className, children }: SearchFieldProps) {
  const { t } = useTranslation()
  const input = useRef<HTMLInputElement>(null)
  return (
    <div className={cn('flex max-w-[420px] items-center gap-2', className)}>
      <Icon of={Search} className="text-faint" />
      <Input
        ref={input}
        type="search"
        className="[&::-webkit-search-cancel-button]:appearance-none"
        dir="auto"
        aria-label={label}
        placeholder={placeholder}
        autoComplete="off"
        spellCheck={false}
        value={value}
        // Enter searches here; it must not submit the surrounding form.
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
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
