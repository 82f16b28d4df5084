import type { Budget } from '@parlance/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { budgetsQuery, deleteBudget } from '../../api/model-costs.ts'
import { budgetAmount, budgetName } from '../../components/budget-banner.tsx'
import { describeError } from '../../lib/api-error.ts'
import { Button } from '../../ui/button.tsx'
import { Note } from '../../ui/note.tsx'
import { useQuestions } from '../../ui/questions.tsx'
import { BudgetForm } from './budget-form.tsx'

/** The budgets for models, and what is used of them. */
export function BudgetsSection() {
  const { t } = useTranslation()
  const { data, error } = useQuery(budgetsQuery)
  const [edited, setEdited] = useState<Budget | 'new' | null>(null)
  const close = () => setEdited(null)
  return (
    <section aria-labelledby="budgets">
      <h2 id="budgets" className="mb-1 text-[16px] font-semibold">
        {t('Budgets')}
      </h2>
      <p className="text-muted">
        {t(
          'A question is refused before a model call that could exceed a budget. The built-in engine then still answers.',
        )}
      </p>
      {error !== null && <Note tone="danger">{describeError(error, t('Could not load the budgets. Try again.'))}</Note>}
      {data?.budgets.map((budget) =>
        edited !== 'new' && edited?.id === budget.id ? (
          <BudgetForm key={budget.id} budget={budget} currency={data.currency} onClose={close} />
        ) : (
          <BudgetLine key={budget.id} budget={budget} onEdit={() => setEdited(budget)} />
        ),
      )}
      {data !== undefined && edited === 'new' && <BudgetForm budget={null} currency={data.currency} onClose={close} />}
      {data !== undefined && edited === null && (
        <Button className="mt-3" onClick={() => setEdited('new')}>
          {t('Add budget')}
        </Button>
      )}
    </section>
  )
}

function BudgetLine({ budget, onEdit }: { budget: Budget; onEdit: () => void }) {
  const { t } = useTranslation()
  const { ask } = useQuestions()
  const client = useQueryClient()
  const remove = useMutation({
    mutationFn: () => deleteBudget(budget.id),
    onSuccess: () => client.invalidateQueries({ queryKey: budgetsQuery.queryKey }),
  })
  const name = budgetName(budget, t)
  const share = Math.min(1, budget.used / budget.amount)
  const handleDelete = async () => {
    const text = t('Delete the budget “{name}”? Questions are then no longer limited by it.', { name })
    if (await ask({ text, confirm: t('Delete budget'), danger: true })) remove.mutate()
  }
  return (
    <div className="grid gap-1.5 border-b border-line py-3.5">
      <div className="flex flex-wrap justify-between gap-x-4 gap-y-0.5">
        <b>{name}</b>
        <span className="tabular-nums">
          {t('{used} of {amount}', {
            used: budgetAmount(budget.used, budget, t),
            amount: budgetAmount(budget.amount, budget, t),
          })}
        </span>
      </div>
      <progress
        className="my-[5px] block h-1 w-full appearance-none overflow-hidden rounded-[2px] border-0 bg-hover [&::-moz-progress-bar]:bg-accent data-[full=true]:[&::-moz-progress-bar]:bg-danger [&::-webkit-progress-bar]:bg-hover [&::-webkit-progress-value]:bg-accent data-[full=true]:[&::-webkit-progress-value]:bg-danger"
        data-full={share >= 1}
        value={share}
        max={1}
        aria-label={name}
      />
      {budget.scope !== 'everyone' && budget.target_id === null && (
        <p className="text-meta text-faint">
          {budget.scope === 'user'
            ? t('Used by the user who used most.')
            : t('Used in the business area that used most.')}
        </p>
      )}
      {remove.error !== null && (
        <Note tone="danger">{describeError(remove.error, t('Could not delete the budget. Try again.'))}</Note>
      )}
      <div className="mt-1.5 flex flex-wrap gap-2">
        <Button size="small" onClick={onEdit} aria-label={t('Edit {name}', { name })}>
          {t('Edit')}
        </Button>
        <Button
          size="small"
          disabled={remove.isPending}
          onClick={() => void handleDelete()}
          aria-label={t('Delete {name}', { name })}
        >
          {t('Delete')}
        </Button>
      </div>
    </div>
  )
}
