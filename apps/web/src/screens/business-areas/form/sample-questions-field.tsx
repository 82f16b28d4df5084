import { areaTextLimits } from '@parlance/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FieldFrame } from '../../../ui/field-frame.tsx'
import { Textarea } from '../../../ui/textarea.tsx'

interface SampleQuestionsFieldProps {
  value: string[]
  readOnly: boolean
  className?: string
  onChange: (questions: string[]) => void
}

/** The questions that a new conversation offers first, one per line. */
export function SampleQuestionsField({ value, readOnly, className, onChange }: SampleQuestionsFieldProps) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState(() => value.join('\n'))
  // What was typed stays while it says the same, so that an empty line can be typed.
  const text = questionsIn(typed).join('\n') === value.join('\n') ? typed : value.join('\n')
  return (
    <FieldFrame
      label={t('Sample questions')}
      optional={!readOnly}
      hint={t('One per line, up to {n}. A new conversation offers those that have an answer for the user.', {
        n: areaTextLimits.sampleQuestions,
      })}
      className={className}
    >
      {(control) => (
        <Textarea
          {...control}
          rows={3}
          dir="auto"
          readOnly={readOnly}
          placeholder={t('What is the revenue by month?')}
          value={text}
          onChange={({ target }) => {
            setTyped(target.value)
            onChange(questionsIn(target.value))
          }}
        />
      )}
    </FieldFrame>
  )
}

function questionsIn(text: string): string[] {
  const lines = text.split('\n').map((line) => line.trim().slice(0, areaTextLimits.question))
  return [...new Set(lines.filter((line) => line !== ''))].slice(0, areaTextLimits.sampleQuestions)
}
