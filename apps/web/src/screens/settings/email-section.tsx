import type { EmailConfigurationAnswer } from '@parlance/contract'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { emailQuery } from '../../api/settings.ts'
import { ApiError } from '../../lib/api-error.ts'
import { Button } from '../../ui/button.tsx'
import { Note } from '../../ui/note.tsx'
import { EmailFields } from './email-fields.tsx'
import { FormActions, LoadState, SectionNote, SettingsForm, SettingsSection } from './settings-section.tsx'
import { useEmailForm } from './use-email-form.ts'

/** How the installation sends emails. */
export function EmailSection() {
  const { t } = useTranslation()
  const email = useQuery(emailQuery)
  const isForbidden = email.error instanceof ApiError && email.error.status === 403
  return (
    <SettingsSection
      title={t('Outbound email')}
      intro={t('Used for activation codes, password resets, and approvals. Test SMTP settings before you save them.')}
      effect={t('A saved change applies to the next email. Emails that wait in the queue are sent with it, too.')}
    >
      {isForbidden ? (
        <Note tone="info">{t('Only administrators can configure outbound email.')}</Note>
      ) : (
        <LoadState query={email} fallback={t('Unable to load email configuration.')} />
      )}
      {email.data !== undefined && <EmailEditor stored={email.data} />}
    </SettingsSection>
  )
}

function EmailEditor({ stored }: { stored: EmailConfigurationAnswer }) {
  const { t } = useTranslation()
  const { form, isTested, test, handleSubmit } = useEmailForm(stored)
  const { section } = form
  return (
    <SettingsForm onSubmit={handleSubmit}>
      <EmailFields form={form} hasPassword={stored.has_smtp_password} />
      <SectionNote message={section.message} />
      <FormActions>
        <Button disabled={section.work !== null} onClick={() => void test()}>
          {section.work === 'test' ? t('Testing...') : t('Send test email')}
        </Button>
        <Button type="submit" kind="primary" disabled={section.work !== null}>
          {section.work === 'save' ? t('Saving...') : t('Save email settings')}
        </Button>
        {form.watch('backend') === 'smtp' && isTested && (
          <span className="text-success text-meta">{t('Test passed')}</span>
        )}
      </FormActions>
    </SettingsForm>
  )
}
