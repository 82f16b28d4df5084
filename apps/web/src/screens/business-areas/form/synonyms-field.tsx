import { areaTextLimits } from '@parlance/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FieldFrame } from '../../../ui/field-frame.tsx'

interface SynonymsFieldProps {
  label: string
  value: string[]
  readOnly?: boolean
  className?: string
  onChange: (synonyms: string[]) => void
}

/** Other names, divided by commas. */
export function SynonymsField({ label, value, readOnly = false, className, onChange }: SynonymsFieldProps) {
  const { t } = useTranslation()
  const { text, setText } = useSynonymsText(value)
  return (
    <FieldFrame
      label={label}
      optional
      hint={t('Other words that people use for it, divided by commas')}
      className={className}
    >
      {(control) => (
        <input
          {...control}
          className="input"
          dir="auto"
          autoComplete="off"
          readOnly={readOnly}
          value={text}
          onChange={(event) => {
            setText(event.target.value)
            onChange(readSynonyms(event.target.value))
          }}
        />
      )}
    </FieldFrame>
  )
}

/** Reads words that are divided by commas, each once. */
export function readSynonyms(text: string): string[] {
  const words = text
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '')
  return [...new Set(words)].slice(0, areaTextLimits.synonyms)
}

/** The text as it is typed, as long as it says the same as the words do: a comma at its end must be possible. */
export function useSynonymsText(value: string[]) {
  const [typed, setText] = useState(() => value.join(', '))
  const isSame = readSynonyms(typed).join('\n') === value.join('\n')
  return { text: isSame ? typed : value.join(', '), setText }
}
