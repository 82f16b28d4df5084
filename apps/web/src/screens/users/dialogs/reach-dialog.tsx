import type { UserReach } from '@parlance/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { reachQuery } from '../../../api/user-directory.ts'
import { describeError } from '../../../lib/api-error.ts'
import { formatCount } from '../../../lib/format.ts'
import { Button } from '../../../ui/button.tsx'
import { Modal } from '../../../ui/modal.tsx'
import { Note } from '../../../ui/note.tsx'
import { AreaReach } from './area-reach.tsx'

/** Shows what a user can reach. The administrator stays signed in as themselves. */
export function ReachDialog({ userId, onClose }: { userId: string | null; onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <Modal
      open={userId !== null}
      onClose={onClose}
      title={t('Preview as user')}
      width={900}
      bounds={{ maxWidth: '95vw', maxHeight: '90vh' }}
    >
      {userId !== null && <LoadedReach userId={userId} />}
    </Modal>
  )
}

function LoadedReach({ userId }: { userId: string }) {
  const { t } = useTranslation()
  const reach = useQuery(reachQuery(userId))
  if (reach.isPending) return <p className="text-muted">{t('Loading access information...')}</p>
  if (reach.isError) {
    return (
      <Note tone="danger">
        <p>{describeError(reach.error, t('Could not read what this user can reach.'))}</p>
        <Button size="small" className="mt-2" onClick={() => void reach.refetch()}>
          {t('Retry')}
        </Button>
      </Note>
    )
  }
  return <Reach reach={reach.data} />
}

function Reach({ reach }: { reach: UserReach }) {
  const { t } = useTranslation()
  const [openArea, setOpenArea] = useState<string | null>(null)
  const limit = (amount: number | null) => (amount === null ? t('Unlimited') : formatCount(amount))
  const attributes = [
    [t('Tenant ID'), reach.tenant_id],
    [t('Department ID'), reach.dept_id],
    ...Object.entries(reach.attributes),
  ].filter((pair): pair is [string, string] => pair[1] !== null)
  return (
    <div className="grid gap-5">
      <p>
        <b className="font-medium">
          <bdi>{reach.username}</bdi>
        </b>{' '}
        <bdi dir="ltr" className="text-muted">
          {reach.email}
        </bdi>
      </p>
      {!reach.can_sign_in && (
        <Note tone="warning">{t('This account is not active. The user reaches nothing until it is.')}</Note>
      )}
      <dl className="grid gap-3 md:grid-cols-3">
        <Fact name={t('Daily query limit')}>{limit(reach.daily_query_limit)}</Fact>
        <Fact name={t('Monthly query limit')}>{limit(reach.monthly_query_limit)}</Fact>
        <Fact name={t('Row security')}>
          {attributes.length === 0
            ? t('No attributes. Rules that need one show no rows.')
            : attributes.map(([name, value]) => `${name} = ${value}`).join(', ')}
        </Fact>
      </dl>
      <section className="grid gap-1">
        <h3 className="font-medium">{t('Databases')}</h3>
        {reach.databases.length === 0 && reach.private_databases === 0 && <p className="text-muted">{t('None')}</p>}
        <p className="wrap-anywhere">
          <bdi>{reach.databases.map(({ name }) => name).join(', ')}</bdi>
        </p>
        {reach.private_databases > 0 && (
          <p className="text-muted">
            {t('{n, plural, one {# private database} other {# private databases}} that only the user sees.', {
              n: reach.private_databases,
            })}
          </p>
        )}
      </section>
      <section className="grid gap-1">
        <h3 className="font-medium">{t('Business areas')}</h3>
        {reach.areas.length === 0 && <p className="text-muted">{t('None')}</p>}
        <ul className="border-t border-line">
          {reach.areas.map((area) => (
            <AreaReach
              key={area.area_id}
              area={area}
              userId={reach.user_id}
              isOpen={openArea === area.area_id}
              onToggle={() => setOpenArea(openArea === area.area_id ? null : area.area_id)}
            />
          ))}
        </ul>
      </section>
    </div>
  )
}

function Fact({ name, children }: { name: string; children: string }) {
  return (
    <div className="min-w-0">
      <dt className="text-meta text-faint">{name}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </div>
  )
}
