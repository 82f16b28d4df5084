import type { EditorView } from '@codemirror/view'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { createSqlEditor, showRefusal } from './create-editor.ts'
import type { SqlNames } from './sql-completion.ts'

interface SqlEditorProps {
  text: string
  names: SqlNames
  /** The character at which the last run was refused; null if it was not. */
  refusedAt: number | null
  onChange: (text: string) => void
  onRun: () => void
}

const editorClass = 'shrink-0 min-w-0 grow basis-28 overflow-hidden focus-within:shadow-[inset_0_0_0_2px_var(--focus)]'

/** The SQL editor. Its code loads when the first SQL is edited. */
export function SqlEditor(props: SqlEditorProps) {
  const { t } = useTranslation()
  const host = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView | null>(null)
  const phrases = {
    Completions: t('Completions'),
    'Control character': t('Control character'),
    'Selection deleted': t('Selection deleted'),
  }
  const latest = useRef({ ...props, phrases })
  useEffect(() => {
    latest.current = { ...props, phrases }
  })
  const label = t('SQL Query')
  useEffect(() => {
    const place = host.current
    if (place === null) return
    const { text, names, phrases } = latest.current
    const made = createSqlEditor({
      root: place.shadowRoot ?? place.attachShadow({ mode: 'open' }),
      text,
      label,
      phrases,
      names: {
        kind: names.kind,
        get tables() {
          return latest.current.names.tables
        },
        columnsOf: (table) => latest.current.names.columnsOf(table),
      },
      onChange: (changed) => latest.current.onChange(changed),
      onRun: () => latest.current.onRun(),
    })
    view.current = made
    made.focus()
    return () => {
      made.destroy()
      view.current = null
    }
  }, [label])
  const { refusedAt } = props
  useEffect(() => {
    if (view.current !== null) showRefusal(view.current, refusedAt)
  }, [refusedAt])
  return (
    // Letters belong to the text, not to the page's shortcuts, which see this element and not the field inside.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the field inside is the control
    <div
      className={editorClass}
      ref={host}
      data-sql-editor
      onKeyDown={(event) => {
        if (!event.ctrlKey && !event.metaKey && event.key !== 'Escape') event.stopPropagation()
      }}
    />
  )
}
