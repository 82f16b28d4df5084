import type { Area, PendingApproval, User } from '@parlance/contract'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { areaQuery } from '../../../api/areas.ts'
import { FoldedNames, FoldedSentences } from '../../../components/folded-list.tsx'
import { serverSentences } from '../../../lib/server-text.ts'
import { formatSessionDate } from '../../../lib/format.ts'
import { useNow } from '../../../lib/use-now.ts'
import { cn } from '../../../lib/cn.ts'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { Note } from '../../../ui/note.tsx'
import { ReloadButton } from './failure-of-saving.tsx'
import type { AreaEditor } from './use-area-editor.ts'
import { useWithdrawal } from './use-withdrawal.ts'
import { LiveRegion } from '../../../ui/live-region.tsx'

const shown = { tables: 10, sentences: 8 }

interface ApprovalNotesProps {
  /** The saved area that the form is based on. */
  base: Area
  me: User
  editor: AreaEditor
  onReload: () => void
}

/**
 * Notes about the area for an administrator's attention: tables that no user can read there, and the owner's request.
 */
export function ApprovalNotes({ base, me, editor, onReload }: ApprovalNotesProps) {
  // A grant or a decision can change what is pending while the form stays the same.
  const area = useQuery({ ...areaQuery(base.area_id), enabled: false }).data ?? base
  const withdrawal = useWithdrawal(base, editor.rebase)
  const isAdmin = me.role === 'ADMIN'
  const { pending_approval: waiting, waiting_tables: tables } = area
  return (
    <div className="grid gap-2">
      {tables.length > 0 && <WaitingTables tables={tables} hasLink={isAdmin && waiting === null} />}
      {waiting !== null && (
        <Waiting
          waiting={waiting}
          isAdmin={isAdmin}
          isWorking={withdrawal.isWorking || editor.isSaving}
          onWithdraw={area.is_owner ? () => void withdrawal.withdraw() : null}
        />
      )}
      <LiveRegion>
        {withdrawal.outcome !== null && (
          <Note tone={withdrawal.outcome.tone}>
            <p>{withdrawal.outcome.text}</p>
            {withdrawal.outcome.isOutdated && <ReloadButton isDirty={editor.isDirty} onReload={onReload} />}
          </Note>
        )}
      </LiveRegion>
    </div>
  )
}

function WaitingTables({ tables, hasLink }: { tables: string[]; hasLink: boolean }) {
  const { t } = useTranslation()
  return (
    <Note tone="warning" className="first:mt-4">
      <p>
        {t(
          '{n, plural, one {This table is protected. No one can read it in this area until an administrator approves it:} other {These tables are protected. No one can read them in this area until an administrator approves them:}}',
          { n: tables.length },
        )}{' '}
        <b>
          <FoldedNames items={tables} shown={shown.tables} />
        </b>
      </p>
      {hasLink && <ReviewLink />}
    </Note>
  )
}

interface WaitingProps {
  waiting: PendingApproval
  isAdmin: boolean
  isWorking: boolean
  /** Null for everyone except the owner. */
  onWithdraw: (() => void) | null
}

function Waiting({ waiting, isAdmin, isWorking, onWithdraw }: WaitingProps) {
  const { t } = useTranslation()
  const now = useNow(60_000)
  const when = formatSessionDate(waiting.requested_at, now)
  return (
    <Note tone="info" className="first:mt-4">
      <p>
        {t(
          'This change is waiting for an administrator. Requested: {when}. The previous settings apply until it is approved.',
          { when },
        )}
      </p>
      <FoldedSentences items={serverSentences(waiting.summary, waiting.summary_messages)} shown={shown.sentences} />
      <div className="mt-2 flex flex-wrap gap-x-2">
        {onWithdraw !== null && (
          <Button size="small" className="mt-2" disabled={isWorking} onClick={onWithdraw}>
            {t('Withdraw request')}
          </Button>
        )}
        {isAdmin && <ReviewLink />}
      </div>
    </Note>
  )
}

function ReviewLink() {
  const { t } = useTranslation()
  return (
    <Link className={cn('mt-2', buttonClass({ size: 'small' }))} to="/business-areas/approvals">
      {t('Review approvals')}
    </Link>
  )
}
