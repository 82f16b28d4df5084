import type { TFunction } from 'i18next'
import type { SubPage } from '../../components/sub-navigation.tsx'

/** The pages about conversations. */
export function conversationPages(t: TFunction): SubPage[] {
  return [
    { to: '/conversations', label: t('All conversations') },
    { to: '/settings/conversations', label: t('Storage') },
  ]
}
