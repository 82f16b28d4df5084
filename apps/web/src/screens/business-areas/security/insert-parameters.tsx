import { useTranslation } from 'react-i18next'
import { replaceSelection } from '../../../lib/security/condition-words.ts'
import { chipButtonClass } from '../../../ui/chip.ts'
import { useParameterNote } from './rule-sources.ts'
import type { SuggestElement } from './use-suggestions.ts'

const shownAtMost = 4

interface InsertParametersProps {
  parameters: readonly string[]
  field: SuggestElement | null
  onChange: (value: string) => void
}

/** Buttons that insert a parameter at the caret of a condition. */
export function InsertParameters({ parameters, field, onChange }: InsertParametersProps) {
  const { t } = useTranslation()
  const noteOf = useParameterNote()
  const insert = (name: string) => {
    if (field === null) return
    const { text, caret } = replaceSelection(field.value, field.selectionStart, field.selectionEnd, name)
    onChange(text)
    field.focus()
    requestAnimationFrame(() => field.setSelectionRange(caret, caret))
  }
  return (
    <div className="mt-1.5 flex flex-wrap items-center gap-1.5">
      <span className="text-meta text-faint">{t('Insert')}</span>
      {parameters.slice(0, shownAtMost).map((name) => (
        <button
          key={name}
          type="button"
          className={chipButtonClass}
          aria-label={t('Insert {name}', { name })}
          title={noteOf(name) ?? undefined}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => insert(name)}
        >
          <code className="truncate min-w-0">{name}</code>
        </button>
      ))}
    </div>
  )
}
