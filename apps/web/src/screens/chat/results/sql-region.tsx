import { useQueryClient } from '@tanstack/react-query'
import { Code, Pencil, Play, Undo2, X } from 'lucide-react'
import { lazy, Suspense, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { TFunction } from 'i18next'
import { useAction } from '../../../actions/actions-provider.tsx'
import { actions } from '../../../actions/definitions.ts'
import { tableColumnsQuery } from '../../../api/areas.ts'
import { tablesQuery } from '../../../api/databases.ts'
import { cn } from '../../../lib/cn.ts'
import { readableSql } from '../../../lib/ruled-sql.ts'
import type { ChatMessage, SqlResult } from '../../../lib/turn/chat-message.ts'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { FoldedSql } from '../../../ui/folded-sql.tsx'
import { ProofLine } from '../proof/proof-line.tsx'
import { resultIdOf, type EditedSql, type EditedSqls } from './use-edited-sql.ts'
import type { Chat } from '../state/use-chat.ts'

// Few users edit SQL, so load the editor on demand.
const SqlEditor = lazy(async () => ({ default: (await import('./editor/sql-editor.tsx')).SqlEditor }))

const frameClass = 'relative flex min-h-0 flex-col bg-sunken'

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
  const edited = edits.of(resultIdOf(message))
  if (edited !== null) {
    return <EditRegion chat={chat} message={message} edited={edited} edits={edits} onRun={onRun} full={full} />
  }
  return (
    <div className={cn(frameClass, full ? 'flex-1' : 'max-h-[40%] flex-none border-y border-line')}>
      <WrittenSql result={result} isWhole={full} onEdit={() => edits.begin(resultIdOf(message), result.display_sql)} />
    </div>
  )
}

const shownLines = 6

/** The SQL to read: its first lines, unless it has the whole height. */
function WrittenSql({ result, isWhole, onEdit }: { result: SqlResult; isWhole: boolean; onEdit: () => void }) {
  const { t } = useTranslation()
  const { display_sql: written, executedSql, receipt, computedFrom } = result
  const lines = useMemo(() => readableSql(written, executedSql, receipt), [written, executedSql, receipt])
  const added = lines.filter(({ isAdded }) => isAdded).length
  const label = [
    t('SQL · {n, plural, one {# line} other {# lines}}', { n: lines.length }),
    added === 0 ? null : t('{n, plural, one {# line} other {# lines}} added by rules', { n: added }),
  ]
  return (
    <>
      <div className="flex min-h-9 flex-none items-center gap-2 pr-2 pl-4 text-xs text-muted tabular-nums">
        <Icon of={Code} small />
        <span className="min-w-0 flex-1 truncate">{label.filter((part) => part !== null).join(' · ')}</span>
        {/* SQL over other results can't run on the database. */}
        {computedFrom === null && (
          <Button kind="quiet" size="small" className="max-md:min-h-11" onClick={onEdit}>
            <Icon of={Pencil} small />
            {t('Edit SQL')}
          </Button>
        )}
      </div>
      <section
        className={cn('overflow-auto pb-2 -outline-offset-2', isWhole && 'flex-1')}
        aria-label={t('SQL Query')}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region must be reachable by keyboard
        tabIndex={0}
      >
        <FoldedSql key={written} lines={lines} shown={isWhole ? null : shownLines} numbered />
      </section>
    </>
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
      className={cn(frameClass, 'overflow-auto', full ? 'flex-1' : 'max-h-[60%] flex-none border-y border-line')}
      aria-label={t('SQL Query')}
    >
      <Suspense fallback={<div className="shrink-0 min-w-0 grow basis-28" />}>
        <SqlEditor
          text={edited.text}
          names={names}
          refusedAt={refusal?.position ?? null}
          onChange={(text) => edits.change(resultIdOf(message), { text, refusal: null })}
          onRun={onRun}
        />
      </Suspense>
      {refusal !== null && (
        <p
          className="max-h-16 flex-none overflow-auto bg-(--danger-soft) px-3 py-1.5 text-dense text-danger"
          role="alert"
        >
          {refusal.position === null ? refusal.text : placed(refusal.text, edited.text, refusal.position, t)}
        </p>
      )}
      <div className="flex flex-none flex-wrap items-center gap-2 border-t border-line px-3 py-1.5">
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
        <span className="min-w-0 flex-1" />
        <output className="text-meta text-faint max-md:hidden!">
          {isRunning ? t('Running...') : t('Press Ctrl+Enter to run')}
        </output>
      </div>
      {result !== null && result.receipt !== null && (
        <div className="flex-none border-t border-line px-3">
          <ProofLine result={result} sourceName={null} hasSql={result.executedSql !== null} />
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
