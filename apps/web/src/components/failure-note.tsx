import { ApiError } from '../lib/api-error.ts'
import { Note } from '../ui/note.tsx'

interface FailureNoteProps {
  error: Error
  /** Shown if the error has no message for users. */
  fallback: string
  /** Also shows messages from the browser, for example that the server is unreachable. */
  ownWords?: boolean
}

/** Why a form was refused. */
export function FailureNote({ error, fallback, ownWords = false }: FailureNoteProps) {
  if (!(error instanceof ApiError)) return <Note tone="danger">{fallback}</Note>
  const text = error.serverText ?? (ownWords ? error.message : fallback)
  return <Note tone="danger">{text}</Note>
}
