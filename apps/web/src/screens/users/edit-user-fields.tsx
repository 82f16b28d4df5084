import { roles } from '@parlance/contract'
import { useTranslation } from 'react-i18next'
import { cn } from '../../lib/cn.ts'
import { translate } from '../../lib/i18n.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Field } from '../../ui/field.tsx'
import { FieldFrame } from '../../ui/field-frame.tsx'
import { Fields } from '../../ui/fields.tsx'
import { hintClass } from '../../ui/label.tsx'
import { Select } from '../../ui/select.tsx'
import type { UserEditor } from './use-edit-user.ts'
import { roleName } from './user-badges.tsx'

/** Role, state and limits. Users cannot change their own role or state, so that they don't lock themselves out. */
export function EditUserFields({ form, isSelf }: { form: UserEditor['form']; isSelf: boolean }) {
  const { t } = useTranslation()
  const role = form.watch('role')
  const problem = form.errorOf('role')
  return (
    <Fields>
      <FieldFrame
        className="md:col-span-3"
        label={t('Role')}
        hint={t('Only administrators can manage users.')}
        error={problem}
      >
        {(control) => (
          <Select
            {...control}
            disabled={isSelf}
            value={role ?? ''}
            onChange={(event) => form.edit({ role: roles.find((known) => known === event.target.value) ?? null })}
          >
            {role === null && <option value="">{t('Choose a role')}</option>}
            {roles.map((known) => (
              <option key={known} value={known}>
                {translate(t, roleName(known))}
              </option>
            ))}
          </Select>
        )}
      </FieldFrame>
      <Checkbox
        className="self-start md:col-span-3 md:mt-[26px] md:min-h-(--control) max-md:min-h-(--control-touch)"
        {...form.box('is_active')}
        disabled={isSelf}
      >
        {t('User is active')}
      </Checkbox>
      {isSelf && (
        <p className={cn(hintClass, 'md:col-span-6 mt-1.5')}>
          {t('You cannot change your own role or deactivate your own account.')}
        </p>
      )}
      <Field
        className="md:col-span-3"
        label={t('Daily query limit')}
        type="number"
        inputMode="numeric"
        min={0}
        step={1}
        placeholder={t('Unlimited')}
        hint={t('Leave blank for unlimited daily queries.')}
        {...form.field('daily_query_limit')}
      />
      <Field
        className="md:col-span-3"
        label={t('Monthly query limit')}
        type="number"
        inputMode="numeric"
        min={0}
        step={1}
        placeholder={t('Unlimited')}
        hint={t('Leave blank for unlimited monthly queries.')}
        {...form.field('monthly_query_limit')}
      />
    </Fields>
  )
}
