import { useTranslation } from 'react-i18next'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { FieldFrame } from '../../../ui/field-frame.tsx'
import { labelClass, hintClass } from '../../../ui/label.tsx'
import { Select } from '../../../ui/select.tsx'
import type { ResultShape } from '../chart/chart-settings.ts'

/** The limit of series from columns of numbers. */
const mostValues = 8

interface OptionChoiceProps<T extends string> {
  label: string
  value: T
  options: { value: T; text: string }[]
  onChoose: (value: T) => void
}

/** A labeled choice of one of several options. */
export function OptionChoice<T extends string>({ label, value, options, onChoose }: OptionChoiceProps<T>) {
  return (
    <FieldFrame label={label}>
      {(control) => (
        <Select
          {...control}
          value={value}
          onChange={(event) => {
            const chosen = options.find((option) => option.value === event.target.value)
            if (chosen !== undefined) onChoose(chosen.value)
          }}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.text}
            </option>
          ))}
        </Select>
      )}
    </FieldFrame>
  )
}

interface ColumnChoiceProps {
  label: string
  shape: ResultShape
  /** Offers only columns of numbers. */
  numbers?: boolean
  /** A column that is already used. */
  without?: number | null
  /** The label for no column, if that is allowed. */
  none?: string | undefined
  chosen: number | null
  onChoose: (column: number | null) => void
}

export function ColumnChoice({ label, shape, numbers = false, without, none, chosen, onChoose }: ColumnChoiceProps) {
  const { t } = useTranslation()
  const offered = (numbers ? numberColumns(shape) : allColumns(shape)).filter((column) => column !== without)
  const empty = none ?? (chosen === null || !offered.includes(chosen) ? t('Choose...') : undefined)
  return (
    <OptionChoice
      label={label}
      value={chosen === null || !offered.includes(chosen) ? '' : String(chosen)}
      options={[
        ...(empty === undefined ? [] : [{ value: '', text: empty }]),
        ...offered.map((column) => ({ value: String(column), text: shape.columns[column]?.name ?? '' })),
      ]}
      onChoose={(value) => onChoose(value === '' ? null : Number(value))}
    />
  )
}

interface ValueColumnsProps {
  label: string
  shape: ResultShape
  several: boolean
  chosen: number[]
  onChoose: (columns: number[]) => void
}

/** The drawn columns of numbers: one, or several side by side. */
export function ValueColumns({ label, shape, several, chosen, onChoose }: ValueColumnsProps) {
  const { t } = useTranslation()
  const offered = numberColumns(shape)
  if (offered.length === 0) return <p className={hintClass}>{t('No column contains numbers. Count rows instead.')}</p>
  if (!several || offered.length === 1) {
    return (
      <ColumnChoice
        label={label}
        shape={shape}
        numbers
        chosen={chosen[0] ?? null}
        onChoose={(column) => onChoose(column === null ? [] : [column])}
      />
    )
  }
  const toggle = (column: number) =>
    onChoose(chosen.includes(column) ? chosen.filter((each) => each !== column) : [...chosen, column])
  return (
    <fieldset className="grid max-h-[220px] gap-1 overflow-auto">
      <legend className={labelClass}>{label}</legend>
      {offered.map((column) => (
        <Checkbox
          key={column}
          className="flex min-h-7 items-center max-md:min-h-11"
          checked={chosen.includes(column)}
          disabled={!chosen.includes(column) && chosen.length >= mostValues}
          onChange={() => toggle(column)}
        >
          <bdi className="truncate min-w-0">{shape.columns[column]?.name}</bdi>
        </Checkbox>
      ))}
    </fieldset>
  )
}

function allColumns({ columns }: ResultShape): number[] {
  return columns.map((_, index) => index)
}

/** Measures first, then numbers that identify something, which the user may still want. */
function numberColumns({ roles }: ResultShape): number[] {
  const all = roles.map((_, index) => index)
  return [...all.filter((index) => roles[index] === 'measure'), ...all.filter((index) => roles[index] === 'name')]
}
