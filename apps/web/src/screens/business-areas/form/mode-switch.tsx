import { Segments } from '../../../ui/segments.tsx'
interface ModeSwitchProps<V extends string> {
  label: string
  options: { value: V; label: string }[]
  value: V
  onChange: (value: V) => void
}

/** Switches between two or three ways to enter the same thing. */
export function ModeSwitch<V extends string>({ label, options, value, onChange }: ModeSwitchProps<V>) {
  return (
    <Segments aria-label={label}>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          aria-pressed={option.value === value}
          onClick={() => onChange(option.value)}
        >
          {option.label}
        </button>
      ))}
    </Segments>
  )
}
