import { message, type DatabaseType, type Message } from '@parlance/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Database } from '../../api/databases.ts'
import { translate } from '../../lib/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { Note } from '../../ui/note.tsx'
import { DatabaseEditor } from './database-editor.tsx'
import type { DatabaseActions } from './use-database-actions.ts'

interface FormSectionProps {
  form: string
  databases: Database[]
  types: DatabaseType[]
  actions: DatabaseActions
  onSaved: (saved: Database) => void
  onDone: () => void
  onClose: () => void
  /** Reloads the list from the server. */
  onReload: () => Promise<Database[]>
}

/** The form below its heading, or the reason why there is none. */
export function FormSection({ form, databases, types, actions, onReload, ...props }: FormSectionProps) {
  const { t } = useTranslation()
  const [reloaded, setReloaded] = useState<Database | null>(null)
  const stored = form === 'new' ? null : (databases.find((database) => database.id === form) ?? null)
  const problem = problemOf(form, stored, types)
  const reload = async () => {
    const list = await onReload()
    setReloaded(list.find((database) => database.id === form) ?? null)
  }
  return (
    <section className="@container min-w-0 @min-[900px]:col-start-2" data-part="editor" aria-labelledby="db-form-title">
      <div className="mb-4 flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <h2 id="db-form-title" className="min-w-0 flex-1 text-section font-semibold">
          {form === 'new' ? t('New Database Configuration') : t('Edit Database Configuration')}
        </h2>
        <span className="text-meta text-faint">{t('The connection is saved before it is tested.')}</span>
      </div>
      {problem === null ? (
        <DatabaseEditor
          key={reloaded?.updated_at}
          stored={stored}
          start={reloaded ?? stored}
          types={types}
          isTesting={stored !== null && actions.workOf(stored.id)?.work === 'test'}
          result={stored === null ? null : actions.resultOf(stored.id)}
          onSaved={props.onSaved}
          onTest={actions.test}
          onDone={props.onDone}
          onReload={() => void reload()}
          onClose={props.onClose}
        />
      ) : (
        <>
          <Note tone="warning">{translate(t, problem)}</Note>
          <Button className="mt-2" onClick={props.onClose}>
            {t('Close')}
          </Button>
        </>
      )}
    </section>
  )
}

function problemOf(form: string, stored: Database | null, types: { db_type: string }[]): Message | null {
  if (form === 'new') return null
  if (stored === null || !stored.can_manage) {
    return message("Connection not found, or you don't have permission to edit it.")
  }
  if (types.some((type) => type.db_type === stored.db_type)) return null
  return message('This page does not support this database type yet. Reload the page to update it.')
}
