import { registrationSettingsSchema, type RegistrationSettings } from '@parlance/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { registrationQuery, saveRegistration } from '../../api/settings.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { useQuestions } from '../../ui/questions.tsx'
import { FormActions, LoadState, SectionNote, SettingsForm, SettingsSection } from './settings-section.tsx'
import { useStoredForm } from './use-stored-form.ts'

/** How new accounts are admitted. */
export function RegistrationSection() {
  const { t } = useTranslation()
  const registration = useQuery(registrationQuery)
  return (
    <SettingsSection
      title={t('Registration')}
      intro={t('What new users must do before they can sign in.')}
      effect={t(
        'A saved change applies to accounts that register or confirm their email from then on. Accounts that already wait for approval keep waiting.',
      )}
    >
      <LoadState query={registration} fallback={t('Could not load the registration settings.')} />
      {registration.data !== undefined && <RegistrationForm stored={registration.data} />}
    </SettingsSection>
  )
}

function RegistrationForm({ stored }: { stored: RegistrationSettings }) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const { ask } = useQuestions()
  const { section, box, save, formState } = useStoredForm(registrationSettingsSchema, stored)
  /** Asks before accounts are admitted that no administrator has seen. */
  const mayAdmit = async ({ auto_approval: admits, email_activation: confirms }: RegistrationSettings) => {
    const isAsLoose = stored.auto_approval && (confirms || !stored.email_activation)
    if (!admits || isAsLoose) return true
    const text = confirms
      ? t('Let everyone sign in who confirms an email address? No administrator sees the account first.')
      : t('Let everyone sign in who registers? Anyone who can open this address gets in, with any email address.')
    return ask({ text, confirm: t('Let them sign in'), danger: true })
  }
  const handleSubmit = save(
    async (settings) => {
      await saveRegistration(settings)
      await queryClient.invalidateQueries({ queryKey: registrationQuery.queryKey })
      return t('Registration settings saved.')
    },
    t('Could not update the registration settings.'),
    { confirm: mayAdmit },
  )
  return (
    <SettingsForm onSubmit={handleSubmit}>
      <Checkbox {...box('email_activation')}>{t('Require an emailed code to confirm the email address')}</Checkbox>
      <Checkbox {...box('auto_approval')}>{t('Let confirmed users sign in without approval')}</Checkbox>
      <SectionNote message={section.message} />
      <FormActions>
        <Button type="submit" kind="primary" disabled={!formState.isDirty || section.work !== null}>
          {section.work === null ? t('Save registration settings') : t('Saving...')}
        </Button>
      </FormActions>
    </SettingsForm>
  )
}
