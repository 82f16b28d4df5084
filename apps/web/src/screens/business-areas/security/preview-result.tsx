import type { AreaPreview, Cell } from '@parlance/contract'
import { EyeOff, ShieldCheck } from 'lucide-react'
import type { TFunction } from 'i18next'
import { useEffect, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { serverSentences, serverText } from '../../../lib/server-text.ts'
import { RowsTable } from '../../../components/rows-table.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Note } from '../../../ui/note.tsx'
import { SqlBox } from '../../../ui/sql-box.tsx'
import { SetAttributes } from '../attributes/set-attribute.tsx'

const drawnAtMost = 200

/** What a user would get: the applied rules in words, the rows, and the SQL that ran. */
export function PreviewResult({ preview, onChanged }: { preview: AreaPreview; onChanged: () => void }) {
  const { t } = useTranslation()
  const { user, database, receipt, hidden_columns: hidden } = preview
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    heading.current?.focus({ preventScroll: true })
    heading.current?.scrollIntoView?.({ block: 'nearest' })
  }, [preview])
  const name = user.username === '' ? user.email : user.username
  return (
    <section className="grid min-w-0 gap-3 border-t border-line pt-3" aria-label={t('What {name} sees', { name })}>
      <h3 ref={heading} className="text-[15px]/6 font-semibold outline-none" tabIndex={-1}>
        {t('What {name} sees', { name })}
      </h3>
      {!preview.may_use && (
        <Note tone="warning">
          {t('{name} does not have access to this business area and currently sees none of this.', { name })}
        </Note>
      )}
      <p className="text-meta text-muted tabular-nums">
        <bdi>{database.name}</bdi> · {rowsText(preview, t)}
      </p>
      <Protection receipt={receipt} />
      <EmptyTables preview={preview} onChanged={onChanged} />
      {hidden.length > 0 && (
        <p className="flex items-start gap-2">
          <Icon of={EyeOff} small className="mt-[3px] text-info" />
          <span>
            {t('Hidden columns:')}{' '}
            {hidden.map((column, index) => (
              <span key={column}>
                {index > 0 && ', '}
                <code>{column}</code>
              </span>
            ))}
          </span>
        </p>
      )}
      <Rows preview={preview} />
      <details>
        <summary className="max-md:py-3 min-h-7 cursor-pointer text-dense text-muted underline underline-offset-3">
          {t('Executed SQL')}
        </summary>
        <SqlBox sql={preview.executed_sql} />
      </details>
    </section>
  )
}

/** Which rows are filtered and which columns are masked, in the receipt's own sentences. */
export function Protection({ receipt }: { receipt: AreaPreview['receipt'] }) {
  const { t } = useTranslation()
  const sentences = serverSentences(receipt.sentences, receipt.messages)
  if (sentences.length === 0) return <p className="text-muted">{t('No rules filter rows or mask columns here.')}</p>
  return (
    <ul>
      {sentences.map((sentence) => (
        <li key={sentence} className="flex items-start gap-2">
          <Icon of={ShieldCheck} small className="mt-[3px] text-info" />
          <span>{sentence}</span>
        </li>
      ))}
    </ul>
  )
}

/** Why tables show nothing, in the words of the list of who will see what. */
function EmptyTables({ preview, onChanged }: { preview: AreaPreview; onChanged: () => void }) {
  const { user, empty_tables: empty } = preview
  if (empty.length === 0) return null
  return (
    <Note tone="warning">
      {empty.map(({ table_name: table, reason, pattern, values }) => (
        <p key={table} dir="auto">
          {serverText({ message: reason, pattern, values })}{' '}
          {empty.length > 1 && <bdi className="text-muted">{table}</bdi>}
        </p>
      ))}
      <div className="flex flex-wrap gap-2 mt-2 empty:hidden">
        <SetAttributes user={user} names={empty.flatMap((table) => table.without_value)} onSet={onChanged} />
      </div>
    </Note>
  )
}

function rowsText({ results, truncated, visible_rows: visible }: AreaPreview, t: TFunction): string {
  if (visible !== null) {
    return t('{n, plural, one {# visible row} other {# visible rows}}', { n: visible })
  }
  const n = results.length
  if (truncated) return t('{n, plural, one {First row} other {First # rows}}', { n })
  return t('{n, plural, one {# row} other {# rows}}', { n })
}

type PreviewedRows = Pick<AreaPreview, 'columns' | 'results' | 'receipt' | 'truncated'>

interface RowsProps {
  preview: PreviewedRows & Partial<Pick<AreaPreview, 'visible_rows'>>
  /** The text of a value; null shows it as it is. */
  textOf?: (value: Cell, index: number) => string | null
  className?: string
}

const masked = {
  className: 'bg-[repeating-linear-gradient(135deg,transparent_0_5px,var(--bg-hover)_5px_6px)] text-muted',
}

/** The rows of a preview, with its masked columns marked. */
export function Rows({ preview, textOf, className }: RowsProps) {
  const { t } = useTranslation()
  const { columns, results, receipt, truncated, visible_rows: visible = null } = preview
  const masks = useMemo(() => new Map(receipt.maskedOutputs.map((mask) => [mask.index, mask.rule])), [receipt])
  if (columns.length === 0) return <p className="text-muted">{t('This user cannot see any columns.')}</p>
  if (results.length === 0) return <p className="text-muted">{t('This user sees no rows.')}</p>
  const drawn = Math.min(results.length, drawnAtMost)
  const isCut = truncated || drawn < results.length || (visible !== null && visible > drawn)
  return (
    <>
      <RowsTable
        className={className}
        label={t('Rows that this user sees')}
        columns={columns}
        rows={results}
        most={drawnAtMost}
        headOf={(index) =>
          masks.has(index) && (
            <em
              className="ms-1.5 text-[12px] text-info not-italic"
              title={t('Masked by the rule "{rule}"', { rule: masks.get(index) ?? '' })}
            >
              {t('masked')}
            </em>
          )
        }
        textOf={textOf}
        markOf={(_row, index) => (masks.has(index) ? masked : null)}
      />
      {isCut && (
        <p className="text-meta text-faint">
          {t('{n, plural, one {Only the first row is shown.} other {Only the first # rows are shown.}}', {
            n: drawn,
          })}
        </p>
      )}
    </>
  )
}
