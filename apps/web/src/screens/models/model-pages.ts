import type { TFunction } from 'i18next'
import type { SubPage } from '../../components/sub-navigation.tsx'

/** The pages about models. */
export function modelPages(t: TFunction): SubPage[] {
  return [
    { to: '/models', label: t('Models') },
    { to: '/models/costs', label: t('Costs and budgets') },
  ]
}
