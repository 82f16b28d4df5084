import type { TFunction } from 'i18next'
import type { SubPage } from '../../components/sub-navigation.tsx'

/** The pages about the audit log. */
export function auditPages(t: TFunction): SubPage[] {
  return [
    { to: '/audit', label: t('Entries') },
    { to: '/audit/settings', label: t('Retention and delivery') },
  ]
}
