import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { cn } from '../../../lib/cn.ts'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Input } from '../../../ui/input.tsx'
import { labelClass, hintClass } from '../../../ui/label.tsx'
import { Select } from '../../../ui/select.tsx'
import type { Pair } from './sign-in-form.ts'

interface PairRowsProps {
  legend: string
  hint: string
  /** The names of the two columns. */
  labels: [left: string, right: string]
  add: string
  rows: Pair[]
  /** The right column as a list to choose from. Absent for a text field. */
  choices?: { value: string; label: string }[]
  onChange: (rows: Pair[]) => void
}

/** Rows of two texts that belong together. */
export function PairRows({
  legend,
  hint,
  labels: [left, right],
  add,
  rows,
  choices,
  onChange,
}: PairRowsProps): ReactNode {
  const { t } = useTranslation()
  const change = (at: number, part: Partial<Pair>) =>
    onChange(rows.map((row, index) => (index === at ? { ...row, ...part } : row)))
  return (
    <fieldset className="grid gap-2">
      <legend className={labelClass}>{legend}</legend>
      <p className={cn(hintClass, 'mt-0')}>{hint}</p>
      {rows.map((row, at) => (
        // Rows have no identity of their own, and are only added at the end.
        // oxlint-disable-next-line react/no-array-index-key -- see above
        <div key={at} className="grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto] gap-2">
          <Input
            aria-label={`${left} ${at + 1}`}
            placeholder={left}
            autoComplete="off"
            spellCheck={false}
            value={row.left}
            onChange={({ target }) => change(at, { left: target.value })}
          />
          {choices === undefined ? (
            <Input
              aria-label={`${right} ${at + 1}`}
              placeholder={right}
              autoComplete="off"
              spellCheck={false}
              value={row.right}
              onChange={({ target }) => change(at, { right: target.value })}
            />
          ) : (
            <Select
              aria-label={`${right} ${at + 1}`}
              value={row.right}
              onChange={({ target }) => change(at, { right: target.value })}
            >
              <option value="">{right}</option>
              {choices.map(({ value, label }) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </Select>
          )}
          <Button
            kind="quiet"
            square
            aria-label={t('Remove row {n}', { n: at + 1 })}
            onClick={() => onChange(rows.filter((_, index) => index !== at))}
          >
            <Icon of={X} />
          </Button>
        </div>
      ))}
      <Button size="small" className="justify-self-start" onClick={() => onChange([...rows, { left: '', right: '' }])}>
        {add}
      </Button>
    </fieldset>
  )
}
