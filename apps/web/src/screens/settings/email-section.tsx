import { emailTexts, type EmailConfigurationAnswer } from '@parlance/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { environmentStatusQuery } from '../../api/environment-status.ts'
import { emailQuery, saveEmail, testEmail } from '../../api/settings.ts'
import { ApiError } from '../../lib/api-error.ts'
import { Button } from '../../ui/button.tsx'
import { Note } from '../../ui/note.tsx'
import { EmailFields } from './email-fields.tsx'
import { emailFormOf, emailProblemsOf, emailRequestOf, testProblemOf, type EmailForm } from './email-form.ts'
import { LoadState, SectionNote, SettingsSection } from './settings-section.tsx'
import { useDirty } from './use-dirty.ts'
import { useSection } from './use-section.ts'

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
  const element = useRef<HTMLFormElement>(null)
  const { form, isDirty, isTested, section, problems, edit, test, save } = useEmailForm(stored)
  useDirty(isDirty)
  const focusProblem = () =>
    requestAnimationFrame(() => element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
  return (
    <form
      ref={element}
      className="set-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void save().then((isValid) => !isValid && focusProblem())
      }}
    >
      <EmailFields form={form} problems={problems} hasPassword={stored.has_smtp_password} onEdit={edit} />
      <SectionNote message={section.message} />
      <div className="set-acts">
        <Button disabled={section.work !== null} onClick={() => void test()}>
          {section.work === 'test' ? t('Testing...') : t('Send test email')}
        </Button>
        <Button type="submit" kind="primary" disabled={section.work !== null}>
          {section.work === 'save' ? t('Saving...') : t('Save email settings')}
        </Button>
        {form.backend === 'smtp' && isTested && <span className="ok meta">{t('Test passed')}</span>}
      </div>
    </form>
  )
}

/** The form with its test: any change forgets that the test passed. */
function useEmailForm(stored: EmailConfigurationAnswer) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const section = useSection()
  const [draft, setDraft] = useState<EmailForm | null>(null)
  const [tested, setTested] = useState<EmailForm | null>(null)
  const [checked, setChecked] = useState(false)
  const form = draft ?? emailFormOf(stored)
  const isTested = tested !== null && tested === form

  const test = async () => {
    const problem = testProblemOf(form, stored.has_smtp_password)
    if (problem !== null) return section.refuse(t(problem))
    const passed = await section.run(
      'test',
      async () => {
        const { message, details } = await testEmail(emailRequestOf(form))
        return details === '' ? message : `${message} ${details}`
      },
      t('Failed to test email configuration.'),
    )
    if (!passed) return undefined
    setDraft((current) => current ?? form)
    return setTested(form)
  }
  const save = async (): Promise<boolean> => {
    setChecked(true)
    if (form.backend === 'smtp' && !isTested && Object.keys(emailProblemsOf(form)).length === 0) {
      section.refuse(t(emailTexts.testFirst))
      return true
    }
    if (Object.keys(emailProblemsOf(form)).length > 0) {
      section.refuse(t('Please fix the highlighted fields before saving.'))
      return false
    }
    const saved = await section.run(
      'save',
      async () => {
        await saveEmail(emailRequestOf(form))
        await queryClient.invalidateQueries({ queryKey: emailQuery.queryKey })
        await queryClient.invalidateQueries({ queryKey: environmentStatusQuery.queryKey })
        return t('Email settings saved.')
      },
      t('Failed to update email settings.'),
    )
    if (saved) {
      setDraft((current) => (current === draft ? null : current))
      setChecked(false)
    }
    return true
  }
  return {
    form,
    isDirty: draft !== null && JSON.stringify(draft) !== JSON.stringify(emailFormOf(stored)),
    isTested,
    section,
    problems: checked ? emailProblemsOf(form) : {},
    edit: (change: Partial<EmailForm>) => setDraft({ ...form, ...change }),
    test,
    save,
  }
}
