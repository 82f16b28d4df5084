import { acceptCompletion, autocompletion, closeBrackets, completionKeymap } from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import {
  MSSQL,
  MySQL,
  PLSQL,
  PostgreSQL,
  SQLite,
  StandardSQL,
  keywordCompletionSource,
  sql,
  type SQLDialect,
} from '@codemirror/lang-sql'
import { HighlightStyle, bracketMatching, syntaxHighlighting } from '@codemirror/language'
import { EditorState, Prec, StateEffect, StateField } from '@codemirror/state'
import {
  Decoration,
  EditorView,
  highlightSpecialChars,
  keymap,
  lineNumbers,
  type DecorationSet,
} from '@codemirror/view'
import { tags } from '@lezer/highlight'
import { dialectOfKind } from '@parlance/contract'
import type { SqlDialect } from '@parlance/contract'
import { completeSqlNames, type SqlNames } from './sql-completion.ts'

const dialects = {
  postgresql: PostgreSQL,
  mysql: MySQL,
  tsql: MSSQL,
  sqlite: SQLite,
  oracle: PLSQL,
  snowflake: StandardSQL,
  bigquery: StandardSQL,
  dremio: StandardSQL,
  hana: StandardSQL,
} satisfies Record<SqlDialect, SQLDialect>

interface EditorParts {
  /**
   * Styles stay in this root, because the content security policy forbids scripts to add style elements to the page.
   */
  root: ShadowRoot
  text: string
  label: string
  /** The editor's own words in the user's language, by their English text. */
  phrases: Record<string, string>
  names: SqlNames
  onChange: (text: string) => void
  onRun: () => void
}

/** An editor for one statement. Ctrl+Enter or ⌘+Enter runs it; Tab leaves it or accepts a suggestion. */
export function createSqlEditor({ root, text, label, phrases, names, onChange, onRun }: EditorParts): EditorView {
  const spoken = dialectOfKind(names.kind)
  const dialect = spoken === null ? StandardSQL : dialects[spoken]
  const run = () => {
    onRun()
    return true
  }
  const language = sql({ dialect, upperCaseKeywords: true })
  const state = EditorState.create({
    doc: text,
    extensions: [
      Prec.highest(keymap.of([{ key: 'Mod-Enter', run }])),
      keymap.of([{ key: 'Tab', run: acceptCompletion }, ...completionKeymap, ...historyKeymap, ...defaultKeymap]),
      history(),
      lineNumbers(),
      bracketMatching(),
      closeBrackets(),
      EditorView.lineWrapping,
      EditorState.phrases.of(phrases),
      // Show characters that change the text direction instead of applying them.
      highlightSpecialChars(),
      language,
      autocompletion({ override: [completeSqlNames(names), keywordCompletionSource(dialect, true)], icons: false }),
      syntaxHighlighting(colours),
      look,
      refusedAt,
      EditorView.contentAttributes.of({ 'aria-label': label, spellcheck: 'false', tabindex: '0' }),
      EditorView.updateListener.of((update) => {
        if (update.docChanged) onChange(update.state.doc.toString())
      }),
    ],
  })
  return new EditorView({ state, parent: root, root })
}

const setRefusal = StateEffect.define<{ from: number; to: number } | null>()

const refusedAt = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update: (marks, transaction) => {
    for (const effect of transaction.effects) {
      if (!effect.is(setRefusal)) continue
      const place = effect.value
      return place === null ? Decoration.none : Decoration.set([refusalMark.range(place.from, place.to)])
    }
    return transaction.docChanged ? Decoration.none : marks
  },
  provide: (field) => EditorView.decorations.from(field),
})

const refusalMark = Decoration.mark({ class: 'refused' })

/** Underlines the word where the SQL was refused and moves the cursor there; null removes the underline. */
export function showRefusal(view: EditorView, position: number | null): void {
  const { doc } = view.state
  if (position === null || doc.length === 0) {
    view.dispatch({ effects: setRefusal.of(null) })
    return
  }
  const from = Math.min(position, doc.length - 1)
  const word = view.state.wordAt(from)
  const place = word !== null && word.from < word.to ? word : { from, to: from + 1 }
  view.dispatch({
    effects: [setRefusal.of({ from: place.from, to: place.to }), EditorView.scrollIntoView(place.from)],
    selection: { anchor: place.from },
  })
}

const colours = HighlightStyle.define([
  { tag: [tags.keyword, tags.typeName, tags.operatorKeyword, tags.bool, tags.null], color: 'var(--sql-keyword)' },
  { tag: tags.string, color: 'var(--sql-string)' },
  { tag: tags.number, color: 'var(--sql-number)' },
  { tag: [tags.function(tags.variableName), tags.standard(tags.name)], color: 'var(--sql-func)' },
  { tag: tags.comment, color: 'var(--text-faint)' },
])

const look = EditorView.theme({
  '&': { height: '100%', color: 'var(--text)', backgroundColor: 'transparent', fontSize: '13px' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--font-mono)', lineHeight: '20px', overflow: 'auto' },
  '.cm-content': { caretColor: 'var(--text)', padding: '8px 0' },
  '.cm-gutters': { background: 'transparent', border: '0', color: 'var(--text-faint)', fontSize: '12px' },
  '.cm-lineNumbers .cm-gutterElement': { minWidth: '40px', padding: '0 12px 0 0' },
  '.cm-content ::selection': { background: 'var(--accent-soft)' },
  '&.cm-focused .cm-matchingBracket': { background: 'var(--accent-soft)' },
  '.refused': { textDecoration: 'underline wavy var(--danger) 1px', textUnderlineOffset: '4px' },
  '.cm-tooltip': {
    background: 'var(--bg-raised)',
    border: '1px solid var(--line)',
    borderRadius: 'var(--r-control)',
    boxShadow: 'var(--shadow-pop)',
    color: 'var(--text)',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': { fontFamily: 'var(--font-mono)', maxHeight: '12em' },
  '.cm-tooltip-autocomplete ul li[aria-selected]': { background: 'var(--accent)', color: 'var(--on-accent)' },
  '.cm-completionDetail': { fontStyle: 'normal', color: 'inherit', opacity: '0.75' },
})
