import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../ui/button.tsx'
import { FieldFrame } from '../ui/field-frame.tsx'
import { Input } from '../ui/input.tsx'
import { Select } from '../ui/select.tsx'
import { PersonChoice } from './person-choice.tsx'

export interface FilterOption {
  value: string
  label: string
}

/** A filter by one of its options, or by a user. */
export interface FilterChoice<Name extends string> {
  /** Its name in the address. */
  name: Name
  label: string
  /** The first option, which turns the filter off. */
  all: string
  options: readonly FilterOption[] | 'users'
}

interface SearchFiltersProps<Name extends string> {
  choices: readonly FilterChoice<Name>[]
  search: { readonly [Filter in Name | 'from' | 'to']?: string | undefined }
  onChange: (name: Name | 'from' | 'to', value: string | undefined) => void
  onClear: () => void
  /** A field before the filters, which “Clear filters” doesn't change. */
  before?: ReactNode
}

/** Filters by options and by days; all choices are in the address. */
export function SearchFilters<Name extends string>({
  choices,
  search,
  onChange,
  onClear,
  before,
}: SearchFiltersProps<Name>) {
  const { t } = useTranslation()
  const names = [...choices.map(({ name }) => name), 'from', 'to'] as const
  return (
    <search
      className="mb-5 grid grid-cols-[repeat(auto-fill,minmax(190px,1fr))] items-end gap-3 [&>button]:justify-self-start"
      aria-label={t('Filters')}
    >
      {before}
      {choices.map(({ name, label, all, options }) =>
        options === 'users' ? (
          <PersonChoice
            key={name}
            label={label}
            all={all}
            value={search[name]}
            onChange={(value) => onChange(name, value)}
          />
        ) : (
          <FieldFrame key={name} label={label}>
            {(control) => (
              <Select
                {...control}
                value={search[name] ?? ''}
                onChange={({ target }) => onChange(name, target.value || undefined)}
              >
                <option value="">{all}</option>
                {withChosen(options, search[name]).map(({ value, label: text }) => (
                  <option key={value} value={value}>
                    {text}
                  </option>
                ))}
              </Select>
            )}
          </FieldFrame>
        ),
      )}
      {(['from', 'to'] as const).map((name) => (
        <FieldFrame key={name} label={name === 'from' ? t('Start date') : t('End date')}>
          {(control) => (
            <Input
              {...control}
              type="date"
              value={search[name] ?? ''}
              onChange={({ target }) => onChange(name, target.value || undefined)}
            />
          )}
        </FieldFrame>
      ))}
      {names.some((name) => search[name] !== undefined) && <Button onClick={onClear}>{t('Clear filters')}</Button>}
    </search>
  )
}

/** Keeps a chosen value visible that the list lacks, such as a deleted area. */
function withChosen(options: readonly FilterOption[], chosen: string | undefined): readonly FilterOption[] {
  if (chosen === undefined || options.some((option) => option.value === chosen)) return options
  return [...options, { value: chosen, label: chosen }]
}
