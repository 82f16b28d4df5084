import { changePasswordRequestSchema, message } from '@parlance/contract'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { changePassword } from '../../api/auth.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { FormActions, SectionNote, SettingsForm } from './settings-section.tsx'
import { useStoredForm } from './use-stored-form.ts'

const formSchema = changePasswordRequestSchema
  .extend({ confirm_password: z.string() })
  .refine(({ new_password, confirm_password }) => new_password === confirm_password, {
    path: ['confirm_password'],
    error: message('Passwords do not match.').text,
    // Even if another field is invalid.
    when: () => true,
  })
const empty = { current_password: '', new_password: '', confirm_password: '' }

/** Changes the user's own password: the old one, and the new one twice. */
export function PasswordForm() {
  const { t } = useTranslation()
  const { section, field, save } = useStoredForm(formSchema, empty)
  const handleSubmit = save(
    async ({ confirm_password: _confirm, ...request }) =>
      (await changePassword(request)).message ?? t('Password updated.'),
    t('Unable to update password. Please try again.'),
  )
  return (
    <SettingsForm className="max-w-[360px]" onSubmit={handleSubmit}>
      <Field
        label={t('Current password')}
        type="password"
        autoComplete="current-password"
        {...field('current_password')}
      />
      <Field
        label={t('New password')}
        type="password"
        autoComplete="new-password"
        {...field('new_password', ['confirm_password'])}
      />
      <Field
        label={t('Confirm new password')}
        type="password"
        autoComplete="new-password"
        {...field('confirm_password')}
      />
      <SectionNote message={section.message} />
      <FormActions>
        <Button type="submit" kind="primary" disabled={section.work !== null}>
          {section.work === null ? t('Update password') : t('Updating...')}
        </Button>
      </FormActions>
    </SettingsForm>
  )
}
