import { message, type Message, type User } from '@parlance/contract'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { Account } from '../../api/users.ts'
import { useLeaveQuestion } from '../../components/use-leave-question.ts'
import { describeError } from '../../lib/api-error.ts'
import { translate } from '../../lib/i18n.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { ModalFoot } from '../../ui/modal-foot.tsx'
import { Modal } from '../../ui/modal.tsx'
import { Note } from '../../ui/note.tsx'
import { useAccess, type AccessFailure, type AccessItem, type AccessType } from './use-access.ts'

interface AccessDialogProps {
  /** The user whose access is shown; null for none. */
  user: Account | null
  /** The user in the address does not exist. */
  isMissing: boolean
  me: User
  /** Receives whether anything was changed. */
  onClose: (changed: boolean) => void
}

/** The restricted databases and business areas that one user may use. */
export function AccessDialog({ user, isMissing, me, onClose }: AccessDialogProps) {
  const { t } = useTranslation()
  const name = user === null ? '' : user.username
  return (
    <Modal
      open={user !== null || isMissing}
      onClose={() => onClose(false)}
      title={isMissing ? t('Manage Access') : t('Manage Access for {name}', { name })}
      width={1100}
      bounds={{ maxWidth: '95vw', maxHeight: '90vh', height: '90vh' }}
      bodyClassName="flex flex-1 flex-col"
    >
      {isMissing && <Note tone="warning">{t('This user no longer exists.')}</Note>}
      {user !== null && <AccessForm key={user.user_id} user={user} me={me} onClose={onClose} />}
    </Modal>
  )
}

function AccessForm({ user, me, onClose }: { user: Account; me: User; onClose: (changed: boolean) => void }) {
  const { t } = useTranslation()
  const access = useAccess(user.user_id)
  useLeaveQuestion(access.isDirty)
  const handleSave = async () => {
    const changed = await access.save()
    if (changed !== null) onClose(changed)
  }
  const sectionOf = (type: AccessType) => (
    <AccessSection
      type={type}
      items={access.items.filter((item) => item.type === type)}
      disabled={access.isSaving}
      isTicked={access.isTicked}
      onTick={access.tick}
    />
  )
  return (
    <form
      className="flex flex-1 flex-col gap-5"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void handleSave()
      }}
    >
      <p className="text-muted">
        {user.user_id === me.user_id
          ? t('Select the restricted databases and business areas that you can use.')
          : t('Select the restricted databases and business areas that {email} can use.', { email: user.email })}
      </p>
      {access.failure !== null && <FailureNote failure={access.failure} />}
      {access.query.isPending && <p className="text-muted">{t('Loading access information...')}</p>}
      {access.query.isError && (
        <Note tone="danger">
          <p>{describeError(access.query.error, t('Failed to load data'))}</p>
          <Button size="small" className="mt-2" onClick={() => void access.query.refetch()}>
            {t('Retry')}
          </Button>
        </Note>
      )}
      {access.query.data !== undefined && (
        <div className="grid gap-x-10 gap-y-6 md:grid-cols-2">
          {sectionOf('database')}
          {sectionOf('business_area')}
        </div>
      )}
      <ModalFoot className="mt-auto!">
        <Button onClick={() => onClose(false)}>{t('Cancel')}</Button>
        <Button
          type="submit"
          kind="primary"
          disabled={!access.isDirty || access.query.data === undefined || access.isSaving}
        >
          {access.isSaving ? t('Saving...') : t('Save Changes')}
        </Button>
      </ModalFoot>
    </form>
  )
}

const sectionTexts: Record<AccessType, { title: Message; none: Message; item: Message }> = {
  database: {
    title: message('Database Access'),
    none: message('No restricted databases available to manage.'),
    item: message('database'),
  },
  business_area: {
    title: message('Business Area Access'),
    none: message('No restricted business areas available to manage.'),
    item: message('business area'),
  },
}

interface AccessSectionProps {
  type: AccessType
  items: AccessItem[]
  disabled: boolean
  isTicked: (item: AccessItem) => boolean
  onTick: (item: AccessItem, isOn: boolean) => void
}

function AccessSection({ type, items, disabled, isTicked, onTick }: AccessSectionProps) {
  const { t } = useTranslation()
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className="text-[15px] leading-5 font-semibold">
        {translate(t, sectionTexts[type].title)}
      </h3>
      {items.length === 0 && <p className="mt-2 text-muted">{translate(t, sectionTexts[type].none)}</p>}
      <ul className="mt-2">
        {items.map((item) => (
          <li key={item.id} className="border-b border-line last:border-0">
            <Checkbox
              className="flex! min-h-10! items-start! py-[9px]! wrap-anywhere max-md:min-h-(--control-touch)! [&>input]:mt-0.5"
              disabled={disabled || item.isOwner}
              checked={isTicked(item)}
              onChange={(event) => onTick(item, event.target.checked)}
            >
              <span className="min-w-0 flex-1">
                <bdi className="block">{item.name}</bdi>
                {item.description !== null && item.description !== '' && (
                  <bdi className="text-meta text-faint block">{item.description}</bdi>
                )}
              </span>
              {item.isOwner && <Badge>{t('Owner')}</Badge>}
            </Checkbox>
          </li>
        ))}
      </ul>
    </section>
  )
}

function FailureNote({ failure }: { failure: AccessFailure }) {
  const { t } = useTranslation()
  return (
    <Note tone="danger">
      <p>{failure.text}</p>
      {failure.items.length > 0 && (
        <>
          <p>{t('Failed items:')}</p>
          <ul className="list-disc pl-[18px] wrap-anywhere">
            {failure.items.map(({ id, type, name, detail }) => (
              <li key={`${type} ${id}`}>
                <bdi>{name}</bdi> ({translate(t, sectionTexts[type].item)}): {detail}
              </li>
            ))}
          </ul>
        </>
      )}
    </Note>
  )
}
