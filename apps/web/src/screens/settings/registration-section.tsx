import { registrationSettingsSchema, type RegistrationSettings } from '@parlance/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { registrationQuery, saveRegistration } from '../../api/settings.ts'
import { Button } from '../../ui/button.tsx'
import { LoadState, SectionNote, SettingsForm, SettingsSection } from './settings-section.tsx'
import { useStoredForm } from './use-stored-form.ts'
import styles from './settings.module.css'

/** How new accounts are admitted. */
export function RegistrationSection() {
  const { t } = useTranslation()
  const registration = useQuery(registrationQuery)
  return (
    <SettingsSection title={t('Registration')} intro={t('What new users must do before they can sign in.')}>
      <LoadState query={registration} fallback={t('Could not load the registration settings.')} />
      {registration.data !== undefined && <RegistrationForm stored={registration.data} />}
    </SettingsSection>
  )
}

function RegistrationForm({ stored }: { stored: RegistrationSettings }) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const { section, box, save, formState } = useStoredForm(registrationSettingsSchema, stored)
  const handleSubmit = save(async (settings) => {
    await saveRegistration(settings)
    await queryClient.invalidateQueries({ queryKey: registrationQuery.queryKey })
    return t('Registration settings saved.')
  }, t('Could not update the registration settings.'))
  return (
    <SettingsForm onSubmit={handleSubmit}>
      <label className="check">
        <input {...box('email_activation')} />
        {t('Require an emailed code to confirm the email address')}
      </label>
      <label className="check">
        <input {...box('auto_approval')} />
        {t('Let confirmed users sign in without approval')}
      </label>
      <SectionNote message={section.message} />
      <div className={styles.actions}>
        <Button type="submit" disabled={!formState.isDirty || section.work !== null}>
          {section.work === null ? t('Save registration settings') : t('Saving...')}
        </Button>
      </div>
    </SettingsForm>
  )
}
