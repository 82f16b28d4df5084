import { emailKey, isEmail, normalizeEmail } from '@parlance/contract'
import { X } from 'lucide-react'
import { useRef, useState, type ClipboardEvent, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { cn } from '../../../lib/cn.ts'
import { FieldFrame } from '../../../ui/field-frame.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { inputClass } from '../../../ui/input.tsx'

/** Addresses as typed or pasted: `Ann <ann@example.com>, bob@example.com` are two. */
export function splitAddresses(text: string): string[] {
  return text
    .split(/[,;\n]/)
    .flatMap((part) => /<([^<>]+)>/.exec(part)?.[1] ?? part.split(/\s/))
    .map(normalizeEmail)
    .filter((part) => part !== '')
}

/** The addresses that can be invited. */
export function validAddresses(addresses: readonly string[]): string[] {
  return addresses.filter(isEmail)
}

interface EmailChipsProps {
  addresses: readonly string[]
  onChange: (addresses: string[]) => void
  /** The text that is not a chip yet. */
  typed: string
  onType: (text: string) => void
}

/** A field for many email addresses, one chip each. A pasted list becomes its chips, and wrong ones are named. */
export function EmailChips({ addresses, onChange, typed, onType }: EmailChipsProps) {
  const { t } = useTranslation()
  const input = useRef<HTMLInputElement>(null)
  const [announcement, setAnnouncement] = useState('')
  const wrong = addresses.find((address) => !isEmail(address))
  const add = (text: string) => {
    const known = new Set(addresses.map(emailKey))
    const added = splitAddresses(text).filter((address) => {
      const isNew = !known.has(emailKey(address))
      known.add(emailKey(address))
      return isNew
    })
    if (added.length > 0) onChange([...addresses, ...added])
    onType('')
  }
  const remove = (address: string) => {
    onChange(addresses.filter((one) => one !== address))
    setAnnouncement(t('{email} removed.', { email: address }))
    input.current?.focus()
  }
  const handleKey = (event: KeyboardEvent) => {
    const last = addresses.at(-1)
    if (['Enter', ',', ';', ' '].includes(event.key) && typed.trim() !== '') {
      event.preventDefault()
      add(typed)
    } else if (event.key === 'Backspace' && typed === '' && last !== undefined) {
      event.preventDefault()
      remove(last)
      onType(last)
    }
  }
  const handlePaste = (event: ClipboardEvent) => {
    const text = event.clipboardData.getData('text')
    if (splitAddresses(text).length < 2) return
    event.preventDefault()
    add(typed + text)
  }
  return (
    <FieldFrame
      label={t('Email addresses')}
      error={
        wrong === undefined
          ? undefined
          : t('“{address}” isn’t an email address. Correct or remove it.', { address: wrong })
      }
      announcesError
    >
      {(control) => (
        // oxlint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/click-events-have-key-events -- the input inside takes the keys
        <div
          className={cn(
            inputClass(),
            'flex h-auto! flex-wrap items-center gap-1.5 py-1.5!',
            wrong !== undefined && 'border-danger!',
          )}
          onClick={() => input.current?.focus()}
        >
          {addresses.map((address) => (
            <AddressChip key={address} address={address} onRemove={() => remove(address)} />
          ))}
          <input
            {...control}
            ref={input}
            className="min-w-[140px] flex-1 bg-transparent outline-none"
            inputMode="email"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- the user opened the dialog to fill it in
            autoFocus
            value={typed}
            onChange={(event) => onType(event.target.value)}
            onKeyDown={handleKey}
            onPaste={handlePaste}
            onBlur={() => add(typed)}
          />
          <output className="sr-only">{announcement}</output>
        </div>
      )}
    </FieldFrame>
  )
}

function AddressChip({ address, onRemove }: { address: string; onRemove: () => void }) {
  const { t } = useTranslation()
  return (
    <span
      className={cn(
        'inline-flex max-w-full items-center gap-1 rounded-(--r-control) bg-hover py-0.5 pr-0.5 pl-2 text-(length:--text-dense)',
        !isEmail(address) && 'bg-(--danger-soft) text-danger',
      )}
    >
      <bdi dir="ltr" className="truncate">
        {address}
      </bdi>
      <button
        type="button"
        className="inline-grid size-5 place-items-center rounded-(--r-control) hover:bg-sunken max-md:size-8"
        aria-label={t('Remove {email}', { email: address })}
        onClick={onRemove}
      >
        <Icon of={X} />
      </button>
    </span>
  )
}
