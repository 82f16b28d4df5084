import type { User } from '@parlance/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Modal } from '../../ui/modal.tsx'
import { ConnectionsList } from './connections/connections-list.tsx'
import { DatabasesView, type DatabasesViewProps } from './databases-view.tsx'
import type { ListFilter } from './list-filters.tsx'

interface DatabasesDialogsProps extends Pick<DatabasesViewProps, 'form' | 'onForm' | 'onSession'> {
  user: User
  /** Which of the two dialogs the address opens; null for none. */
  open: 'databases' | 'connections' | null
  onClose: () => void
}

/**
 * Database management and the list of connections as dialogs of the chat; users who are not administrators get the
 * list.
 */
export function DatabasesDialogs({ user, open, onClose, ...view }: DatabasesDialogsProps) {
  const { t } = useTranslation()
  const [filter, setFilter] = useState<ListFilter>({})
  const isManagement = open === 'databases' && user.role === 'ADMIN'
  return (
    <>
      <Modal open={isManagement} onClose={onClose} title={t('Database Management')} width={1200} large>
        <DatabasesView {...view} filter={filter} onFilter={setFilter} />
      </Modal>
      <Modal open={open !== null && !isManagement} onClose={onClose} title={t('Database Connections')} width={800}>
        <ConnectionsList user={user} onSession={view.onSession} />
      </Modal>
    </>
  )
}
