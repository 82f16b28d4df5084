import { message, type Message, type Visibility } from '@parlance/contract'
import { CircleDot, Globe, Lock, RefreshCw, Users, type LucideIcon } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Database } from '../../api/databases.ts'
import { ConnectionBadge, statedConnection } from '../../components/connection-state.tsx'
import { translate } from '../../lib/i18n.ts'
import { StatusBadge, type StatusTone } from '../../components/status-badge.tsx'

export const visibilityLooks: Record<Visibility, { icon: LucideIcon; text: Message }> = {
  private: { icon: Lock, text: message('Private') },
  public: { icon: Globe, text: message('Public') },
  restricted: { icon: Users, text: message('Restricted') },
}

/** Whether the database is active, who may use it, its state, and the sync state of a Google Sheets copy. */
export function CardBadges({ database }: { database: Database }) {
  const { t } = useTranslation()
  const visibility = visibilityLooks[database.visibility]
  return (
    <div className="flex flex-wrap gap-1">
      {database.is_active && <StatusBadge tone="accent" icon={CircleDot} text={t('Active')} />}
      <StatusBadge tone="secondary" icon={visibility.icon} text={translate(t, visibility.text)} />
      <ConnectionBadge connection={statedConnection(database)} />
      {isSynced(database) && database.state !== 'syncing' && <SyncBadge status={database.sync_status} />}
    </div>
  )
}

const syncTones: Record<string, StatusTone> = { syncing: 'warning', synced: 'success', error: 'danger' }

function SyncBadge({ status }: { status: string | null }) {
  const { t } = useTranslation()
  const known = { syncing: t('Syncing'), synced: t('Synced'), error: t('Sync error') }[status ?? '']
  const text = status === null || status === '' ? t('Not synced') : (known ?? status)
  return <StatusBadge tone={syncTones[status ?? ''] ?? 'secondary'} icon={RefreshCw} text={text} />
}

/** Whether its rows are a synchronized copy, which only Google Sheets has. */
export function isSynced(database: Database): boolean {
  return database.sync_on_connect !== null || database.spreadsheet_id !== null
}
