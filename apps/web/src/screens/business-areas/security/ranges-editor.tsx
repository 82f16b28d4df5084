import type { ColumnMask } from '@parlance/contract'
import { Plus, X } from 'lucide-react'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Input } from '../../../ui/input.tsx'

type Range = NonNullable<ColumnMask['ranges']>[number]

interface RangesEditorProps {
  ranges: Range[]
  onChange: (ranges: Range[]) => void
}

/** Buckets of numbers: from (inclusive), to (exclusive), and the text to show. */
export function RangesEditor({ ranges, onChange }: RangesEditorProps) {
  const { t } = useTranslation()
  const list = useRef<HTMLUListElement>(null)
  const addButton = useRef<HTMLButtonElement>(null)
  const change = (at: number, range: Range) => onChange(ranges.map((other, index) => (index === at ? range : other)))
  const add = () => {
    const last = ranges.at(-1)
    onChange([...ranges, { ...(last?.max !== undefined && { min: last.max }), label: '' }])
    requestAnimationFrame(() => list.current?.querySelector<HTMLElement>('li:last-child input')?.focus())
  }
  const remove = (at: number) => {
    onChange(ranges.filter((_, index) => index !== at))
    addButton.current?.focus()
  }
  return (
    <div className="mt-2">
      <ul ref={list}>
        {ranges.map((range, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- ranges have no other identity while the user types
          <li
            key={at}
            className="mb-1.5 grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)_minmax(0,1.4fr)_auto] gap-1.5 max-md:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto]"
            aria-label={t('Range {n}', { n: at + 1 })}
          >
            <BoundField
              label={t('From')}
              value={range.min}
              onChange={(min) => change(at, withBound(range, 'min', min))}
            />
            <BoundField
              label={t('To (exclusive)')}
              value={range.max}
              onChange={(max) => change(at, withBound(range, 'max', max))}
            />
            <Input
              className="max-md:col-[1/3] max-md:row-start-2"
              small
              aria-label={t('Shown as')}
              placeholder={t('Shown as')}
              dir="auto"
              maxLength={200}
              value={range.label}
              onChange={(event) => change(at, { ...range, label: event.target.value })}
            />
            <Button
              kind="quiet"
              size="small"
              square
              aria-label={t('Remove range {n}', { n: at + 1 })}
              onClick={() => remove(at)}
            >
              <Icon of={X} small />
            </Button>
          </li>
        ))}
      </ul>
      <Button ref={addButton} kind="quiet" size="small" disabled={ranges.length >= 100} onClick={add}>
        <Icon of={Plus} small />
        {t('Add range')}
      </Button>
      <p className="mt-1.5 text-meta text-faint">
        {t('The first matching range is used. Numbers outside all ranges appear as NULL.')}
      </p>
    </div>
  )
}

interface BoundFieldProps {
  label: string
  value: number | undefined
  onChange: (value: number | undefined) => void
}

function BoundField({ label, value, onChange }: BoundFieldProps) {
  return (
    <Input
      className="tabular-nums"
      small
      type="number"
      step="any"
      aria-label={label}
      placeholder={label}
      value={value ?? ''}
      onChange={(event) => {
        const { value: typed } = event.target
        onChange(typed === '' || Number.isNaN(Number(typed)) ? undefined : Number(typed))
      }}
    />
  )
}

function withBound(range: Range, bound: 'min' | 'max', value: number | undefined): Range {
  const { [bound]: _, ...rest } = range
  return value === undefined ? rest : { ...range, [bound]: value }
}
