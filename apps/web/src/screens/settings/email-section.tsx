import { emailTexts, type EmailConfigurationAnswer } from '@parlance/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { environmentStatusQuery } from '../../api/environment-status.ts'
import { emailQuery, saveEmail, testEmail } from '../../api/settings.ts'
import { ApiError } from '../../lib/api-error.ts'
import { Button } from '../../ui/button.tsx'
import { Note } from '../../ui/note.tsx'
import { EmailFields } from './email-fields.tsx'
import { emailFormOf, emailFormSchema, emailRequestOf, testProblemOf } from './email-form.ts'
import { LoadState, SectionNote, SettingsForm, SettingsSection } from './settings-section.tsx'
import { useStoredForm } from './use-stored-form.ts'

/** How mails leave the installation. */
export function EmailSection() {
  const { t } = useTranslation()
  const email = useQuery(emailQuery)
  const isForbidden = email.error instanceof ApiError && email.error.status === 403
  return (
    <SettingsSection
      title={t('Outbound email')}
      intro={t('For activation codes, password resets and approvals. SMTP is saved once its test has passed.')}
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
      <div className="set-acts">
        <Button disabled={section.work !== null} onClick={() => void test()}>
          {section.work === 'test' ? t('Testing...') : t('Send test email')}
        </Button>
        <Button type="submit" kind="primary" disabled={section.work !== null}>
          {section.work === 'save' ? t('Saving...') : t('Save email settings')}
        </Button>
        {form.watch('backend') === 'smtp' && isTested && <span className="ok meta">{t('Test passed')}</span>}
      </div>
    </SettingsForm>
  )
}

/** The form with its test: a change forgets that the test passed. */
function useEmailForm(stored: EmailConfigurationAnswer) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const form = useStoredForm(emailFormSchema, emailFormOf(stored))
  const { section } = form
  const [tested, setTested] = useState<string | null>(null)
  const isTested = tested === JSON.stringify(form.watch())

  const test = async () => {
    const typed = form.getValues()
    const problem = testProblemOf(typed, stored.has_smtp_password)
    if (problem !== null) return section.refuse(t(problem))
    const passed = await section.run(
      'test',
      async () => {
        const { message, details } = await testEmail(emailRequestOf(typed))
        return details === '' ? message : `${message} ${details}`
      },
      t('Failed to test email configuration.'),
    )
    if (passed) setTested(JSON.stringify(typed))
    return undefined
  }
  const save = form.save(
    async (request) => {
      await saveEmail(request)
      setTested(null)
      await queryClient.invalidateQueries({ queryKey: emailQuery.queryKey })
      await queryClient.invalidateQueries({ queryKey: environmentStatusQuery.queryKey })
      return t('Email settings saved.')
    },
    t('Failed to update email settings.'),
    {
      obstacle: (request) => (request.backend === 'smtp' && !isTested ? t(emailTexts.testFirst) : null),
      refuse: () => section.refuse(t('Please fix the highlighted fields before saving.')),
    },
  )
  return { form, isTested, test, handleSubmit: save }
}

export type EmailFormState = ReturnType<typeof useEmailForm>['form']
