import { useQueryClient } from '@tanstack/react-query'
import { DatabaseZap, Pencil, Play, Undo2, X } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import type { TFunction } from 'i18next'
import { useAction } from '../../../actions/actions-provider.tsx'
import { actions } from '../../../actions/definitions.ts'
import { tableColumnsQuery } from '../../../api/areas.ts'
import { tablesQuery } from '../../../api/databases.ts'
import { cn } from '../../../lib/cn.ts'
import type { ChatMessage, SqlResult } from '../../../lib/turn/chat-message.ts'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { SqlView } from '../../../ui/sql-view.tsx'
import { ReceiptLine, SqlLine } from '../messages/provenance.tsx'
import { resultIdOf, type EditedSql, type EditedSqls } from './use-edited-sql.ts'
import type { Chat } from '../state/use-chat.ts'
import resultsStyles from './results.module.css'
import styles from '../messages/details.module.css'

// Few users edit SQL, so load the editor on demand.
const SqlEditor = lazy(async () => ({ default: (await import('./editor/sql-editor.tsx')).SqlEditor }))

interface SqlRegionProps {
  chat: Chat
  message: ChatMessage
  result: SqlResult
  edits: EditedSqls
  /** Runs the edited SQL. */
  onRun: () => void
  /** Fills the whole height. */
  full?: boolean
}

/** An answer's SQL, to read or to edit and run again. */
export function SqlRegion({ chat, message, result, edits, onRun, full = false }: SqlRegionProps) {
  const { t } = useTranslation()
  const edited = edits.of(resultIdOf(message))
  if (edited !== null) {
    return <EditRegion chat={chat} message={message} edited={edited} edits={edits} onRun={onRun} full={full} />
  }
  return (
    <div className={cn(resultsStyles.sqlFrame, full && resultsStyles.sqlFull)}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region must be reachable by keyboard */}
      <section className={resultsStyles.sqlText} aria-label={t('SQL Query')} tabIndex={0}>
        <SqlView sql={result.display_sql} numbered />
      </section>
      {/* SQL over other results can't run on the database. */}
      {result.computedFrom === null && (
        <Button
          kind="quiet"
          size="small"
          className={resultsStyles.editButton}
          onClick={() => edits.begin(resultIdOf(message), result.display_sql)}
        >
          <Icon of={Pencil} small />
          {t('Edit SQL')}
        </Button>
      )}
    </div>
  )
}

function EditRegion({
  chat,
  message,
  edited,
  edits,
  onRun,
  full,
}: Omit<SqlRegionProps, 'result'> & { edited: EditedSql }) {
  const { t } = useTranslation()
  const names = useSqlNames(chat)
  const isRunning = edits.runningId === resultIdOf(message)
  const { refusal, result } = edited
  const canRun = !isRunning && edited.text.trim() !== ''
  useAction(actions.runSql, onRun, canRun)
  return (
    <section
      className={cn(resultsStyles.sqlFrame, resultsStyles.sqlOpen, full && resultsStyles.sqlFull)}
      aria-label={t('SQL Query')}
    >
      <Suspense fallback={<div className={resultsStyles.sqlEditor} />}>
        <SqlEditor
          text={edited.text}
          names={names}
          refusedAt={refusal?.position ?? null}
          onChange={(text) => edits.change(resultIdOf(message), { text, refusal: null })}
          onRun={onRun}
        />
      </Suspense>
      {refusal !== null && (
        <p className={resultsStyles.sqlError} role="alert">
          {refusal.position === null ? refusal.text : placed(refusal.text, edited.text, refusal.position, t)}
        </p>
      )}
      <div className={resultsStyles.sqlActions}>
        {isRunning ? (
          <Button size="small" onClick={edits.cancel}>
            <Icon of={X} small />
            {t('Cancel')}
          </Button>
        ) : (
          <Button kind="primary" size="small" onClick={onRun} disabled={!canRun}>
            <Icon of={Play} small />
            {t('Run')}
          </Button>
        )}
        <Button kind="quiet" size="small" onClick={() => edits.end(resultIdOf(message))}>
          <Icon of={Undo2} small />
          {t('Restore original SQL')}
        </Button>
        <span className="grow" />
        <output className="meta faint max-md:hidden!">
          {isRunning ? t('Running...') : t('Press Ctrl+Enter to run')}
        </output>
      </div>
      {result !== null && result.receipt !== null && (
        <div className={cn(styles.disclosures, resultsStyles.sqlDetails)}>
          <ReceiptLine receipt={result.receipt} result={result} reading={null} databaseName={null} />
          {result.executedSql !== null && (
            <SqlLine icon={DatabaseZap} label={t('Executed SQL')} sql={result.executedSql} />
          )}
        </div>
      )}
    </section>
  )
}

function placed(text: string, sql: string, position: number, t: TFunction): string {
  const before = sql.slice(0, position)
  const line = before.split('\n').length
  return t('Line {line}, column {column}: {text}', { line, column: position - before.lastIndexOf('\n'), text })
}

/** The tables and columns that this user may see, as listed by the server; columns load when their table is typed. */
function useSqlNames(chat: Chat) {
  const queryClient = useQueryClient()
  const { database, tableNames } = chat.scope
  const configId = chat.session?.database_config_id ?? database?.id ?? null
  const other = configId !== null && configId !== database?.id
  const known = other ? queryClient.getQueryData(tablesQuery(configId).queryKey)?.tables : undefined
  const kind = chat.scope.configurations.data?.find((each) => each.id === configId)?.db_type ?? ''
  return {
    kind,
    tables: other ? (known ?? []).map((table) => table.table_name) : tableNames,
    columnsOf: async (table: string) => {
      if (configId === null) return []
      const answer = await queryClient.fetchQuery(tableColumnsQuery(configId, table))
      return answer.columns.map((column) => column.name)
    },
  }
}
