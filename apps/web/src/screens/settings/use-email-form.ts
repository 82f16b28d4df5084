import { emailTexts, type EmailConfigurationAnswer, type SaveEmailRequest } from '@parlance/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { environmentStatusQuery } from '../../api/environment-status.ts'
import { emailQuery, saveEmail, testEmail } from '../../api/settings.ts'
import { overviewQuery } from '../../api/overview.ts'
import { translateText } from '../../lib/i18n.ts'
import { useQuestions } from '../../ui/questions.tsx'
import { emailFormOf, emailFormSchema, emailRequestOf, testProblemOf } from './email-form.ts'
import { useStoredForm } from './use-stored-form.ts'

/** The form with its test; a change discards a passed test. */
export function useEmailForm(stored: EmailConfigurationAnswer) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const { ask } = useQuestions()
  const form = useStoredForm(emailFormSchema, emailFormOf(stored))
  const { section } = form
  const [tested, setTested] = useState<string | null>(null)
  const isTested = tested === JSON.stringify(form.watch())

  const test = async () => {
    const typed = form.getValues()
    const problem = testProblemOf(typed, stored.has_smtp_password)
    if (problem !== null) return section.refuse(translateText(problem))
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
      obstacle: (request) => (request.backend === 'smtp' && !isTested ? translateText(emailTexts.testFirst) : null),
      confirm: mayReplace,
      refuse: () => section.refuse(t('Please fix the highlighted fields before saving.')),
    },
  )
  return { form, isTested, test, handleSubmit: save }

  /** Asks before another server, or none, gets the emails. */
  async function mayReplace({ backend, smtp_host: host }: SaveEmailRequest): Promise<boolean> {
    if (stored.backend !== 'smtp' || (backend === 'smtp' && host === stored.smtp_host)) return true
    const queued = await queryClient.fetchQuery({ ...overviewQuery, staleTime: 0 }).then(
      ({ queued_emails: count }) => count,
      () => 0,
    )
    const text =
      backend === 'smtp'
        ? t('Send emails through {host} instead of {before}?', { host, before: stored.smtp_host })
        : t('Stop sending emails through {before}? No one receives codes and links then.', {
            before: stored.smtp_host,
          })
    const details =
      queued === 0
        ? []
        : [
            backend === 'smtp'
              ? t('{n, plural, one {# queued email is} other {# queued emails are}} sent through it, too.', {
                  n: queued,
                })
              : t('{n, plural, one {# queued email is} other {# queued emails are}} only printed by the server.', {
                  n: queued,
                }),
          ]
    return ask({ text, details, confirm: t('Change the mail server'), danger: true })
  }
}

export type EmailFormState = ReturnType<typeof useEmailForm>['form']
