import { message, type Message, type Visibility } from '@parlance/contract'
import { Check, Circle, CircleDot, Globe, Lock, RefreshCw, TriangleAlert, Users, type LucideIcon } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Database } from '../../api/databases.ts'
import { cn } from '../../lib/cn.ts'
import { translate } from '../../lib/i18n.ts'
import { Icon } from '../../ui/icon.tsx'

type Tone = 'accent' | 'success' | 'warning' | 'danger' | 'secondary'

export const visibilityLooks: Record<Visibility, { icon: LucideIcon; text: Message }> = {
  private: { icon: Lock, text: message('Private') },
  public: { icon: Globe, text: message('Public') },
  restricted: { icon: Users, text: message('Restricted') },
}

/**
 * Whether the database is active, who may use it, whether it passed its test, and the sync state of a Google Sheets
 * copy.
 */
export function CardBadges({ database }: { database: Database }) {
  const { t } = useTranslation()
  const visibility = visibilityLooks[database.visibility]
  return (
    <div className="flex flex-wrap gap-1">
      {database.is_active && <Badge tone="accent" icon={CircleDot} text={t('Active')} />}
      <Badge tone="secondary" icon={visibility.icon} text={translate(t, visibility.text)} />
      <ValidityBadge database={database} />
      {isSynced(database) && <SyncBadge status={database.sync_status} />}
    </div>
  )
}

function ValidityBadge({ database }: { database: Database }) {
  const { t } = useTranslation()
  if (database.is_valid) return <Badge tone="success" icon={Check} text={t('Valid')} />
  if (database.test_error !== null) return <Badge tone="danger" icon={TriangleAlert} text={t('Invalid')} />
  return <Badge tone="secondary" icon={Circle} text={t('Not tested')} />
}

const syncTones: Record<string, Tone> = { syncing: 'warning', synced: 'success', error: 'danger' }

function SyncBadge({ status }: { status: string | null }) {
  const { t } = useTranslation()
  const known = { syncing: t('Syncing'), synced: t('Synced'), error: t('Sync error') }[status ?? '']
  const text = status === null || status === '' ? t('Not synced') : (known ?? status)
  return <Badge tone={syncTones[status ?? ''] ?? 'secondary'} icon={RefreshCw} text={text} />
}

function Badge({ tone, icon, text }: { tone: Tone; icon: LucideIcon; text: string }) {
  return (
    <span className={cn('badge', tone !== 'secondary' && `badge-${tone}`)} data-tone={tone}>
      <Icon of={icon} />
      {text}
    </span>
  )
}

/** Whether its rows are a synchronized copy, which only Google Sheets has. */
export function isSynced(database: Database): boolean {
  return database.sync_on_connect !== null || database.spreadsheet_id !== null
}
