import { useId, useState, type Ref } from 'react'
import { useTranslation } from 'react-i18next'
import { lineAndColumn } from '../../../lib/security/rules-json.ts'
import { cn } from '../../../lib/cn.ts'

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

const markClass =
  'pointer-events-none absolute h-5 border-danger bg-(--danger-soft) group-data-[tone=warning]/mark:border-warning group-data-[tone=warning]/mark:bg-(--warning-soft)'

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
    <div
      className="mb-2 flex overflow-hidden rounded-control border border-field bg-raised font-mono text-[13px]/5 [font-variant-ligatures:none] focus-within:border-transparent focus-within:outline-2 focus-within:-outline-offset-1 focus-within:outline-focus"
      style={{ height: shown * lineHeight + 2 * padding + 16 }}
    >
      <div className="min-w-11 flex-none overflow-hidden bg-sunken px-2.5 text-end text-faint select-none" aria-hidden>
        <pre
          className="m-0 text-[length:inherit]"
          style={{ transform: `translateY(${padding - (scroll.top % lineHeight)}px)` }}
        >
          {numbers.join('\n')}
        </pre>
      </div>
      <div className="relative min-w-0 flex-1 overflow-hidden">
        <textarea
          ref={fieldRef}
          className="block size-full resize-none overflow-auto bg-transparent px-2.5 py-2 whitespace-pre outline-none [tab-size:2]"
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
              className="group/mark"
            >
              <span className={cn(markClass, 'inset-x-0 border-l-3')} style={{ top: y }} />
              <span
                className={cn(markClass, 'ml-2.5 w-[1ch] border-b-2')}
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
