import { roles } from '@parlance/contract'
import { useTranslation } from 'react-i18next'
import { cn } from '../../lib/cn.ts'
import { Field } from '../../ui/field.tsx'
import { FieldFrame } from '../../ui/field-frame.tsx'
import type { UserEditor } from './use-edit-user.ts'
import { roleName } from './user-badges.tsx'

/** Role, state and limits. Nobody changes their own role or state: they could lock themselves out. */
export function EditUserFields({ editor, isSelf }: { editor: UserEditor; isSelf: boolean }) {
  const { t } = useTranslation()
  const { form, problems, edit } = editor
  return (
    <div className="fields">
      <FieldFrame
        className="f3"
        label={t('Role')}
        hint={t('Only administrators can manage users.')}
        error={problems.role === undefined ? undefined : t(problems.role)}
      >
        {(control) => (
          <select
            {...control}
            className={cn('select', problems.role !== undefined && 'is-bad')}
            disabled={isSelf}
            value={form.role ?? ''}
            onChange={(event) => edit({ role: roles.find((role) => role === event.target.value) ?? null })}
          >
            {form.role === null && <option value="">{t('Choose a role')}</option>}
            {roles.map((role) => (
              <option key={role} value={role}>
                {t(roleName(role))}
              </option>
            ))}
          </select>
        )}
      </FieldFrame>
      <label className="check f3 user-active">
        <input
          type="checkbox"
          disabled={isSelf}
          checked={form.isActive}
          onChange={(event) => edit({ isActive: event.target.checked })}
        />
        {t('User is active')}
      </label>
      {isSelf && <p className="f6 hint">{t('You cannot change your own role or deactivate yourself.')}</p>}
      <Field
        className="f3"
        label={t('Daily query limit')}
        type="number"
        inputMode="numeric"
        min={0}
        step={1}
        placeholder={t('Unlimited')}
        hint={t('Leave blank for unlimited daily queries.')}
        error={problems.dailyLimit === undefined ? undefined : t(problems.dailyLimit)}
        value={form.dailyLimit}
        onChange={(event) => edit({ dailyLimit: event.target.value })}
      />
      <Field
        className="f3"
        label={t('Monthly query limit')}
        type="number"
        inputMode="numeric"
        min={0}
        step={1}
        placeholder={t('Unlimited')}
        hint={t('Leave blank for unlimited monthly queries.')}
        error={problems.monthlyLimit === undefined ? undefined : t(problems.monthlyLimit)}
        value={form.monthlyLimit}
        onChange={(event) => edit({ monthlyLimit: event.target.value })}
      />
    </div>
  )
}
