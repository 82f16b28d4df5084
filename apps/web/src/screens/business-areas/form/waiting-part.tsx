import type { PendingApproval } from '@parlance/contract'
import { useTranslation } from 'react-i18next'
import { FoldedSentences } from '../../../components/folded-list.tsx'
import { serverSentences } from '../../../lib/server-text.ts'
import { Note } from '../../../ui/note.tsx'

const sentencesShown = 8

/** Shown after saving: the part that is pending, while everything else is in effect. */
export function WaitingPart({ waiting }: { waiting: PendingApproval }) {
  const { t } = useTranslation()
  return (
    <Note tone="info" className="w-full">
      <p>{t('Saved. Waiting for an administrator to approve:')}</p>
      <FoldedSentences items={serverSentences(waiting.summary, waiting.summary_messages)} shown={sentencesShown} />
    </Note>
  )
}
