import type { AreaDraft, PreviewAreaRequest } from '@parlance/contract'
import { useMutation } from '@tanstack/react-query'
import { useMemo, useRef, useState } from 'react'
import { previewArea, previewNewArea } from '../../../api/areas.ts'
import { usePreviewPeople, type PreviewedArea } from './use-preview-people.ts'

export type PreviewKind = 'table' | 'question' | 'sql'

export interface TypedPreview {
  person: string
  kind: PreviewKind
  table: string
  question: string
  sql: string
  /** The id of a database; empty for any that fits. */
  database: string
}

export type MissingPart = 'person' | PreviewKind

export interface PreviewStart {
  area: PreviewedArea
  /** Unsaved changes to preview; absent for the saved area as it is. */
  draft?: AreaDraft | undefined
  /** The email address of the user to begin with. */
  person?: string
  /** The table to begin with. */
  table?: string
}

/** The input of a preview and its result. */
export function usePreview({ area, draft, person: first = '', table }: PreviewStart) {
  const used = draft?.tables ?? area.tables
  const tables = useMemo(() => used.map(({ table_name: name }) => name), [used])
  const [typed, setTyped] = useState<TypedPreview>(() => ({
    person: first,
    kind: 'table',
    table: table !== undefined && tables.includes(table) ? table : (tables[0] ?? ''),
    question: '',
    sql: '',
    database: '',
  }))
  const { people, person, isAdmin, error } = usePreviewPeople(area, typed.person)
  const names = useMemo(() => people.map(({ label }) => label), [people])
  const [missing, setMissing] = useState<MissingPart | null>(null)
  const running = useRef<AbortController>(null)
  const preview = useMutation({
    mutationFn: (request: PreviewAreaRequest) => {
      running.current?.abort()
      running.current = new AbortController()
      const { signal } = running.current
      if (area.area_id !== null) return previewArea(area.area_id, request, signal)
      return previewNewArea({ ...request, application_id: area.application_id, draft: draft ?? {} }, signal)
    },
  })
  const type = (part: Partial<TypedPreview>) => {
    setTyped((now) => ({ ...now, ...part }))
    setMissing(null)
  }
  const show = () => {
    const subject = subjectOf(typed)
    if (person === null) setMissing('person')
    else if (subject === null) setMissing(typed.kind)
    else {
      const database = typed.database === '' ? {} : { database_config_id: typed.database }
      preview.mutate({ user_id: person.id, ...subject, ...database, ...(draft !== undefined && { draft }) })
    }
  }
  return { typed, type, missing, show, preview, names, tables, isAdmin, peopleError: error }
}

export type Preview = ReturnType<typeof usePreview>

/** The subject of the request; null while it is empty. */
function subjectOf({ kind, table, question, sql }: TypedPreview): Partial<PreviewAreaRequest> | null {
  const text = { table, question, sql }[kind].trim()
  if (text === '') return null
  if (kind === 'table') return { table_name: text }
  return kind === 'question' ? { question: text } : { sql_query: text }
}
