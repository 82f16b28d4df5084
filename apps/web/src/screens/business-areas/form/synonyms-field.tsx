import { areaTextLimits } from '@parlance/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FieldFrame } from '../../../ui/field-frame.tsx'
import { Input } from '../../../ui/input.tsx'

interface SynonymsFieldProps {
  label: string
  value: string[]
  readOnly?: boolean
  className?: string
  onChange: (synonyms: string[]) => void
}

/** Other names, separated by commas. */
export function SynonymsField({ label, value, readOnly = false, className, onChange }: SynonymsFieldProps) {
  const { t } = useTranslation()
  const { text, setText } = useSynonymsText(value)
  return (
    <FieldFrame
      label={label}
      optional
      hint={t('Other words that people use for this, separated by commas')}
      className={className}
    >
      {(control) => (
        <Input
          {...control}
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

/** Reads comma-separated words without duplicates. */
export function readSynonyms(text: string): string[] {
  const words = text
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '')
  return [...new Set(words)].slice(0, areaTextLimits.synonyms)
}

/** Keeps the typed text while it has the same words, so that a trailing comma can be typed. */
export function useSynonymsText(value: string[]) {
  const [typed, setText] = useState(() => value.join(', '))
  const isSame = readSynonyms(typed).join('\n') === value.join('\n')
  return { text: isSame ? typed : value.join(', '), setText }
}
