import type { Budget, BudgetRequest } from '@parlance/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { budgetsQuery, saveBudget } from '../../api/model-costs.ts'
import { PersonChoice } from '../../components/person-choice.tsx'
import { describeError } from '../../lib/api-error.ts'
import { Button } from '../../ui/button.tsx'
import { FieldFrame } from '../../ui/field-frame.tsx'
import { Input } from '../../ui/input.tsx'
import { Note } from '../../ui/note.tsx'
import { Select } from '../../ui/select.tsx'
import { useAreaNames } from './use-area-names.ts'

interface BudgetFormProps {
  /** Null for a new one. */
  budget: Budget | null
  currency: string
  onClose: () => void
}

/** Creates or changes a budget. */
export function BudgetForm({ budget, currency, onClose }: BudgetFormProps) {
  const { t } = useTranslation()
  const { values, change, isValid, wasSent, save, handleSubmit } = useBudgetForm(budget, onClose)
  const fields = [
    {
      name: 'scope',
      label: t('For'),
      options: { everyone: t('Everyone together'), user: t('Users'), area: t('Business areas') },
    },
    { name: 'period', label: t('Period'), options: { day: t('Day'), month: t('Month') } },
    { name: 'unit', label: t('Unit'), options: { money: t('Money ({currency})', { currency }), tokens: t('Tokens') } },
  ] as const
  return (
    <form
      className="grid grid-cols-[repeat(auto-fill,minmax(190px,1fr))] items-end gap-3 py-3.5"
      onSubmit={handleSubmit}
      noValidate
    >
      {fields.map(({ name, label, options }) => (
        <FieldFrame key={name} label={label}>
          {(control) => (
            <Select
              {...control}
              value={values[name]}
              onChange={({ target }) =>
                change(name === 'scope' ? { scope: target.value, target: '' } : { [name]: target.value })
              }
            >
              {Object.entries(options).map(([value, text]) => (
                <option key={value} value={value}>
                  {text}
                </option>
              ))}
            </Select>
          )}
        </FieldFrame>
      ))}
      {values.scope !== 'everyone' && (
        <TargetField scope={values.scope} value={values.target} onChange={(target) => change({ target })} />
      )}
      <FieldFrame
        label={t('Amount')}
        error={wasSent && !isValid ? t('Enter an amount that is more than 0.') : undefined}
        announcesError
      >
        {(control) => (
          <Input
            {...control}
            inputMode="decimal"
            value={values.amount}
            onChange={(event) => change({ amount: event.target.value })}
          />
        )}
      </FieldFrame>
      {save.error !== null && (
        <Note tone="danger" className="col-span-full">
          {describeError(save.error, t('Could not save the budget. Try again.'))}
        </Note>
      )}
      <div className="col-span-full mt-1.5 flex flex-wrap gap-2">
        <Button kind="primary" type="submit" disabled={save.isPending}>
          {save.isPending ? t('Saving...') : t('Save budget')}
        </Button>
        <Button type="button" onClick={onClose}>
          {t('Cancel')}
        </Button>
      </div>
    </form>
  )
}

function useBudgetForm(budget: Budget | null, onClose: () => void) {
  const client = useQueryClient()
  const [values, setValues] = useState({
    scope: budget?.scope ?? ('everyone' as const),
    target: budget?.target_id ?? '',
    period: budget?.period ?? ('month' as const),
    unit: budget?.unit ?? ('money' as const),
    amount: budget === null ? '' : String(budget.amount),
  })
  const save = useMutation({
    mutationFn: (request: BudgetRequest) => saveBudget(budget?.id ?? null, request),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: budgetsQuery.queryKey })
      onClose()
    },
  })
  const amount = Number(values.amount)
  const isValid = values.amount.trim() !== '' && Number.isFinite(amount) && amount > 0
  const [wasSent, setSent] = useState(false)
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    setSent(true)
    if (!isValid || save.isPending) return
    const { scope, period, unit, target } = values
    save.mutate({ scope, period, unit, amount, target_id: scope === 'everyone' || target === '' ? null : target })
  }
  const change = (part: Partial<Record<keyof typeof values, string>>) =>
    setValues((current) => ({ ...current, ...part }) as typeof current)
  return { values, change, isValid, wasSent, save, handleSubmit }
}

interface TargetFieldProps {
  scope: 'user' | 'area'
  value: string
  onChange: (value: string) => void
}

/** One user or area, or each of them. */
function TargetField({ scope, value, onChange }: TargetFieldProps) {
  const { t } = useTranslation()
  const areas = useAreaNames()
  if (scope === 'user') {
    return (
      <PersonChoice
        label={t('User')}
        all={t('Each user')}
        value={value === '' ? undefined : value}
        onChange={(userId) => onChange(userId ?? '')}
      />
    )
  }
  return (
    <FieldFrame label={t('Business area')}>
      {(control) => (
        <Select {...control} value={value} onChange={(event) => onChange(event.target.value)}>
          <option value="">{t('Each business area')}</option>
          {areas.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </Select>
      )}
    </FieldFrame>
  )
}
