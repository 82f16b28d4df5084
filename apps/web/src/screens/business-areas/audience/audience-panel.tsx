import type { AreaAudience, AudienceUser } from '@parlance/contract'
import { useEffect, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FoldedNames } from '../../../components/folded-list.tsx'
import { cn } from '../../../lib/cn.ts'
import { describeError } from '../../../lib/api-error.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Modal } from '../../../ui/modal.tsx'
import { Note } from '../../../ui/note.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import type { AreaEditor } from '../form/use-area-editor.ts'
import { PreviewPanel } from '../security/preview-panel.tsx'
import type { PreviewedArea } from '../security/use-preview-people.ts'
import { AudienceItem } from './audience-item.tsx'
import { Fact, Facts } from './facts.tsx'
import { useAudience } from './use-audience.ts'
import { useRowCounts } from './use-row-counts.ts'

/** The users to show at first, and how many more each time. Rows are counted only for shown users. */
const firstUsers = 5
const moreUsers = 20

interface AudiencePanelProps {
  editor: AreaEditor
  /** Whether it is beside the dialog that it belongs to if there is room, where it stays in view while rules scroll. */
  isBesideDialog?: boolean
  pause?: number
}

const besideDialogClass =
  'min-[1240px]:absolute min-[1240px]:-inset-y-px min-[1240px]:left-[calc(100%+12px)] min-[1240px]:w-95 min-[1240px]:overflow-auto min-[1240px]:overscroll-contain min-[1240px]:rounded-dialog min-[1240px]:border min-[1240px]:border-line min-[1240px]:bg-raised min-[1240px]:p-4 min-[1240px]:shadow-dialog'

/** Who will see what of the area as it is edited. */
export function AudiencePanel({ editor, isBesideDialog = false, pause }: AudiencePanelProps) {
  const { t } = useTranslation()
  const heading = useId()
  const { known, users, draft, isUpdating, error, retry, more, asked } = useAudience(editor, pause)
  const [limit, setLimit] = useState(firstUsers)
  const shown = users.slice(0, limit)
  const rows = useRowCounts(
    asked,
    shown.map(({ user_id: id }) => id),
  )
  const { setOpenTables } = editor
  const openTables = rows.counts?.open_tables
  useEffect(() => setOpenTables(openTables ?? []), [setOpenTables, openTables])
  const [previewed, setPreviewed] = useState<AudienceUser | null>(null)
  const { base, form } = editor
  const area: PreviewedArea = base ?? { ...form, area_id: null }
  const left = Math.max(0, (known?.total ?? 0) - shown.length)
  const showMore = () => {
    setLimit(limit + moreUsers)
    if (limit + moreUsers > users.length) more?.()
  }
  return (
    <aside
      className={cn('grid content-start gap-2.5 border-b border-line py-5', isBesideDialog && besideDialogClass)}
      data-beside-dialog={isBesideDialog || undefined}
      aria-labelledby={heading}
      aria-busy={isUpdating && draft !== null}
    >
      <div className="flex min-h-7 items-center gap-2">
        <h2 id={heading} className="text-[15px]/5 font-semibold">
          {t('Who will see what')}
        </h2>
        {editor.isDirty && <Badge tone="info">{t('Unsaved changes')}</Badge>}
        {(isUpdating || rows.isCounting) && draft !== null && <Spinner />}
      </div>
      {draft === null && (
        <p className="text-meta text-muted">
          {t('Choose the application and at least one table to see what each user gets.')}
        </p>
      )}
      {draft !== null && error !== null && (
        <Note tone="warning">
          <p>{describeError(error, t('Could not find out who will see what.'))}</p>
          <Button size="small" className="mt-2" onClick={retry}>
            {t('Try again')}
          </Button>
        </Note>
      )}
      {draft !== null && known !== null && error === null && (
        <>
          <Summary known={known} isActive={editor.form.is_active} />
          {users.length > 0 && (
            <ul className="grid gap-2" aria-label={t('Users with access')}>
              {shown.map((user) => (
                <AudienceItem
                  key={user.user_id}
                  user={user}
                  tableCount={known.table_count}
                  counts={rows.counts?.users.find(({ user_id: id }) => id === user.user_id)?.tables}
                  onPreview={() => setPreviewed(user)}
                />
              ))}
            </ul>
          )}
          {rows.error !== null && (
            <p className="text-meta text-muted">
              {t('Rows are not counted.')} {describeError(rows.error, t('Try again later.'))}
            </p>
          )}
          {left > 0 && (
            <Button size="small" disabled={isUpdating} onClick={showMore}>
              {t('Show {n, plural, one {# more user} other {# more users}}', { n: Math.min(left, moreUsers) })}
            </Button>
          )}
        </>
      )}
      {draft !== null && (
        <Modal open={previewed !== null} onClose={() => setPreviewed(null)} title={t('Preview as…')} width={800}>
          {previewed !== null && (
            <PreviewPanel
              area={area}
              draft={base === null || editor.isDirty ? draft : undefined}
              person={previewed.email}
            />
          )}
        </Modal>
      )}
    </aside>
  )
}

/** What applies to all users. */
function Summary({ known, isActive }: { known: AreaAudience; isActive: boolean }) {
  const { t } = useTranslation()
  const { total, database, masked_tables: tables, unexamined_tables: left, waits_for_approval: waits } = known
  const masked = tables.flatMap(({ table_name, masked: columns }) =>
    columns.map(({ column }) => `${table_name}.${column}`),
  )
  const hidden = tables.flatMap(({ table_name, hidden: columns }) => columns.map((column) => `${table_name}.${column}`))
  return (
    <>
      <p className="text-meta text-muted">
        {total === 0
          ? t('No one will have access.')
          : t('{n, plural, one {# user} other {# users}} will have access. Checked with {database}.', {
              n: total,
              database: database.name,
            })}
      </p>
      {!isActive && <Note tone="warning">{t('No one can ask questions while the area is inactive.')}</Note>}
      {waits && (
        <Note tone="info">
          {t('An administrator must approve a part of your changes. This shows what applies until then.')}
        </Note>
      )}
      {masked.length + hidden.length > 0 && (
        <Facts>
          {masked.length > 0 && (
            <Fact name={t('Masked')}>
              <FoldedNames items={masked} shown={6} />
            </Fact>
          )}
          {hidden.length > 0 && (
            <Fact name={t('Hidden')}>
              <FoldedNames items={hidden} shown={6} />
            </Fact>
          )}
        </Facts>
      )}
      {left > 0 && (
        <p className="text-meta text-muted">
          {t('{n, plural, one {# more table was} other {# more tables were}} not examined.', { n: left })}
        </p>
      )}
    </>
  )
}
