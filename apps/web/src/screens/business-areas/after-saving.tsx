import type { Area, PendingApproval } from '@parlance/contract'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button.tsx'
import { Problems } from './form/problem-list.tsx'
import { WaitingPart } from './form/waiting-part.tsx'

/** What the user should still know about a saved area, until dismissed; nothing after a plain save. */
export function AfterSaving({ area, onDismiss }: { area: Area; onDismiss: () => void }) {
  const { t } = useTranslation()
  const waiting = waitingPartOf(area)
  if (waiting === null && area.warnings.length === 0) return null
  return (
    <div className="mb-3 grid justify-items-start gap-1">
      {waiting !== null && <WaitingPart waiting={waiting} />}
      {area.warnings.length > 0 && <Problems tone="warning" problems={area.warnings} />}
      <Button size="small" kind="quiet" onClick={onDismiss}>
        {t('Dismiss')}
      </Button>
    </div>
  )
}

/** Null if everything that was saved is in effect. */
export function waitingPartOf({ status, pending_approval: waiting }: Area): PendingApproval | null {
  return status === 'pending_approval' ? waiting : null
}
