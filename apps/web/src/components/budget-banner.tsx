import type { Budget } from '@parlance/contract'
import { useQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { budgetsQuery } from '../api/model-costs.ts'
import { formatCount, formatDate, formatMoney } from '../lib/format.ts'
import { Note } from '../ui/note.tsx'

/** The share of a budget from which administrators see the banner. */
const nearShare = 0.8

/** Shows administrators which budgets for models are nearly used up. */
export function BudgetBanner({ isAdmin }: { isAdmin: boolean }) {
  const { t } = useTranslation()
  const budgets = useQuery({ ...budgetsQuery, enabled: isAdmin })
  if (!isAdmin || budgets.data === undefined) return null
  return budgets.data.budgets
    .filter(({ used, amount }) => used >= amount * nearShare)
    .map((budget) => (
      <Note key={budget.id} tone="warning" className="mb-3">
        {t('{budget}: {percent, number}% used. It renews on {date} (UTC).', {
          budget: budgetName(budget, t),
          percent: Math.floor((100 * budget.used) / budget.amount),
          date: formatDate(budget.renews_at.slice(0, 10) + 'T12:00:00Z'),
        })}
      </Note>
    ))
}

/** Whose budget it is, and for which period. */
export function budgetName({ scope, target_id: target, target_name: name, period }: Budget, t: TFunction): string {
  if (scope === 'everyone') return period === 'day' ? t('Daily budget of everyone') : t('Monthly budget of everyone')
  if (target !== null) {
    const of = name ?? target
    return period === 'day' ? t('Daily budget of {name}', { name: of }) : t('Monthly budget of {name}', { name: of })
  }
  if (scope === 'user') return period === 'day' ? t('Daily budget of each user') : t('Monthly budget of each user')
  return period === 'day' ? t('Daily budget of each business area') : t('Monthly budget of each business area')
}

/** An amount of a budget in its unit. */
export function budgetAmount(amount: number, { currency }: Pick<Budget, 'currency'>, t: TFunction): string {
  if (currency !== null) return formatMoney(amount, currency)
  return t('{n} tokens', { n: formatCount(Math.round(amount)) })
}
