import type { Area } from '@parlance/contract'
import { useQuery } from '@tanstack/react-query'
import { Plus, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { areaAccessQuery } from '../../../api/areas.ts'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Note } from '../../../ui/note.tsx'
import { Section } from '../form/section.tsx'
import { UserSelectDialog } from './user-select-dialog.tsx'
import { useAreaAccess } from './use-area-access.ts'
import styles from './access.module.css'

/** The users with access to a restricted area, and buttons to grant and revoke it. */
export function AccessSection({ area }: { area: Area }) {
  const { t } = useTranslation()
  const access = useQuery(areaAccessQuery(area.area_id))
  const [isChoosing, setChoosing] = useState(false)
  const { message, working, grant, revoke } = useAreaAccess(area)
  useEffect(() => {
    // oxlint-disable-next-line no-console -- the documents require this failure to be logged, not shown
    if (access.error !== null) console.warn('The access list could not be loaded.', access.error)
  }, [access.error])
  const entries = access.data?.access_list ?? []
  return (
    <Section
      id="access"
      title={t('Access')}
      note={t('The owner and administrators always have access')}
      action={
        area.can_manage_access && (
          <Button size="small" onClick={() => setChoosing(true)}>
            <Icon of={Plus} small />
            {t('Grant Access')}
          </Button>
        )
      }
    >
      <div aria-live="polite">{message !== null && <Note tone={message.tone}>{message.text}</Note>}</div>
      {access.isPending && <p className="meta muted">{t('Loading access information...')}</p>}
      {access.data !== undefined && entries.length === 0 && (
        <p className="meta muted">{t('No users have been granted access yet.')}</p>
      )}
      {entries.length > 0 && (
        <ul className={styles.users} aria-label={t('Users with access')}>
          {entries.map((entry) => (
            <li key={entry.user_id}>
              <bdi className="truncate min-w-0">{entry.user_name}</bdi>
              <bdi className="muted truncate min-w-0 grow">{entry.email}</bdi>
              {area.can_manage_access && (
                <Button
                  kind="quiet"
                  size="small"
                  square
                  disabled={working === entry.user_id}
                  aria-label={t('Revoke access for {name}', { name: entry.user_name || entry.email })}
                  onClick={() => void revoke(entry.user_id)}
                >
                  <Icon of={X} />
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {isChoosing && (
        <UserSelectDialog
          title={t('Grant Access to User')}
          confirm={t('Grant Access')}
          isLeftOut={(user) => user.user_id === area.user_id || entries.some((entry) => entry.user_id === user.user_id)}
          onChoose={grant}
          onClose={() => setChoosing(false)}
        />
      )}
    </Section>
  )
}
