import type { BulkUsersResponse } from '@parlance/contract'
import { X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Note } from '../../../ui/note.tsx'

/** Reasons that are shown; a request may concern thousands of users. */
const shownAtMost = 20

/** How many users were changed, and why others were not. */
export function BulkOutcome({ outcome, onClose }: { outcome: BulkUsersResponse; onClose: () => void }) {
  const { t } = useTranslation()
  const skipped = outcome.outcomes.filter(({ result }) => result === 'skipped')
  const rest = skipped.length - shownAtMost
  return (
    <Note tone={skipped.length > 0 ? 'warning' : 'success'}>
      <div className="flex items-start gap-2">
        <div className="min-w-0 flex-1">
          <p>
            {t('{n, plural, one {# user was changed.} other {# users were changed.}}', { n: outcome.changed })}{' '}
            {outcome.unchanged > 0 &&
              t('{n, plural, one {# already was like this.} other {# already were like this.}}', {
                n: outcome.unchanged,
              })}{' '}
            {skipped.length > 0 &&
              t('{n, plural, one {# was skipped:} other {# were skipped:}}', { n: skipped.length })}
          </p>
          {skipped.length > 0 && (
            <ul className="mt-1 max-h-[200px] overflow-auto">
              {skipped.slice(0, shownAtMost).map(({ user_id: id, email, detail }) => (
                <li key={id}>
                  <bdi dir="ltr">{email}</bdi>: {detail}
                </li>
              ))}
              {rest > 0 && <li>{t('{n, plural, one {# more} other {# more}}', { n: rest })}</li>}
            </ul>
          )}
        </div>
        <Button kind="quiet" size="small" square aria-label={t('Close')} onClick={onClose}>
          <Icon of={X} />
        </Button>
      </div>
    </Note>
  )
}
