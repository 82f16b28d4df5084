import { useId, useState, type Ref } from 'react'
import { useTranslation } from 'react-i18next'
import { lineAndColumn } from '../../../lib/security/rules-json.ts'
import styles from './code-field.module.css'

/** In pixels; same as in the stylesheet. */
const lineHeight = 20
const padding = 8
const linesShown = { least: 8, most: 21 }

export interface CodeMark {
  /** Offset in the text. */
  place: number
  severity: 'error' | 'warning'
}

interface CodeFieldProps {
  label: string
  value: string
  onChange: (value: string) => void
  marks: CodeMark[]
  fieldRef: Ref<HTMLTextAreaElement>
}

/** A multiline text field with line numbers and marks; lines out of view are not rendered. */
export function CodeField({ label, value, onChange, marks, fieldRef }: CodeFieldProps) {
  const { t } = useTranslation()
  const id = useId()
  const [scroll, setScroll] = useState({ top: 0, left: 0 })
  const lines = value.split('\n').length
  const shown = Math.min(linesShown.most, Math.max(linesShown.least, lines))
  const top = Math.floor(scroll.top / lineHeight)
  const numbers = Array.from({ length: Math.max(0, Math.min(shown + 2, lines - top)) }, (_, at) => top + at + 1)
  const placed = marks.map(({ place, severity }) => ({ ...lineAndColumn(value, place), severity }))
  const [first] = placed
  return (
    <div className={styles.editor} style={{ height: shown * lineHeight + 2 * padding + 16 }}>
      <div className={styles.lineNumbers} aria-hidden>
        <pre style={{ transform: `translateY(${padding - (scroll.top % lineHeight)}px)` }}>{numbers.join('\n')}</pre>
      </div>
      <div className={styles.text}>
        <textarea
          ref={fieldRef}
          aria-label={label}
          aria-invalid={marks.some(({ severity }) => severity === 'error')}
          aria-describedby={first === undefined ? undefined : id}
          spellCheck={false}
          autoComplete="off"
          autoCapitalize="none"
          wrap="off"
          value={value}
          onScroll={({ currentTarget: { scrollTop, scrollLeft } }) => setScroll({ top: scrollTop, left: scrollLeft })}
          onChange={(event) => onChange(event.target.value)}
        />
        {placed.map(({ line, column, severity }) => {
          const y = padding + (line - 1) * lineHeight - scroll.top
          return (
            <span
              key={`${line}:${column}`}
              data-tone={severity === 'error' ? 'danger' : 'warning'}
              className={styles.marks}
            >
              <span className={styles.problemLine} style={{ top: y }} />
              <span
                className={styles.problemMark}
                data-place={`${line}:${column}`}
                style={{ top: y, left: `calc(${column - 1} * 1ch - ${scroll.left}px)` }}
              />
            </span>
          )
        })}
      </div>
      {first !== undefined && (
        <p className="sr-only" id={id}>
          {t('Line {line}, column {column}', { line: first.line, column: first.column })}
        </p>
      )}
    </div>
  )
}

/** Scrolls to a position in the field's text. */
export function showPlace(field: HTMLTextAreaElement | null, place: number): void {
  if (field === null) return
  field.focus({ preventScroll: true })
  field.setSelectionRange(place, place)
  field.scrollTop = Math.max(0, lineAndColumn(field.value, place).line - 4) * lineHeight
}
