import { useTranslation } from 'react-i18next'
import { RadioChoice } from '../../components/database-form/radio-choice.tsx'
import { Field } from '../../ui/field.tsx'
import type { EmailForm, EmailProblems } from './email-form.ts'
import '../../styles/database-form.css'

interface EmailFieldsProps {
  form: EmailForm
  problems: EmailProblems
  /** The server has a password. */
  hasPassword: boolean
  onEdit: (change: Partial<EmailForm>) => void
}

/** Where mails go out, and in whose name. */
export function EmailFields({ form, problems, hasPassword, onEdit }: EmailFieldsProps) {
  const { t } = useTranslation()
  const errorOf = (name: keyof EmailForm) => {
    const problem = problems[name]
    return problem === undefined ? undefined : t(problem)
  }
  return (
    <div className="fields">
      <RadioChoice
        className="f6"
        label={t('Backend')}
        hint={
          form.backend === 'console'
            ? t('Emails are only written to the log of the server; nobody receives them.')
            : t('Emails go out by your mail server.')
        }
        options={[
          { value: 'console', label: t('Console') },
          { value: 'smtp', label: 'SMTP' },
        ]}
        value={form.backend}
        onChange={(backend) => onEdit({ backend })}
      />
      <Field
        className="f3"
        label={t('From email')}
        type="email"
        autoComplete="off"
        error={errorOf('from_email')}
        value={form.from_email}
        onChange={(event) => onEdit({ from_email: event.target.value })}
      />
      <Field
        className="f3"
        label={t('From name')}
        dir="auto"
        autoComplete="off"
        maxLength={200}
        error={errorOf('from_name')}
        value={form.from_name}
        onChange={(event) => onEdit({ from_name: event.target.value })}
      />
      {form.backend === 'smtp' && <SmtpFields {...{ form, hasPassword, onEdit, errorOf }} />}
    </div>
  )
}

interface SmtpFieldsProps extends Omit<EmailFieldsProps, 'problems'> {
  errorOf: (name: keyof EmailForm) => string | undefined
}

function SmtpFields({ form, hasPassword, onEdit, errorOf }: SmtpFieldsProps) {
  const { t } = useTranslation()
  return (
    <>
      <Field
        className="f4"
        label={t('SMTP host')}
        autoComplete="off"
        spellCheck={false}
        placeholder="mail.example.com"
        error={errorOf('smtp_host')}
        value={form.smtp_host}
        onChange={(event) => onEdit({ smtp_host: event.target.value })}
      />
      <Field
        className="f2"
        label={t('SMTP port')}
        type="number"
        min={1}
        max={65_535}
        error={errorOf('smtp_port')}
        value={form.smtp_port}
        onChange={(event) => onEdit({ smtp_port: event.target.value })}
      />
      <Field
        className="f3"
        label={t('SMTP username')}
        autoComplete="off"
        spellCheck={false}
        error={errorOf('smtp_username')}
        value={form.smtp_username}
        onChange={(event) => onEdit({ smtp_username: event.target.value })}
      />
      <Field
        className="f3"
        label={t('SMTP password')}
        type="password"
        autoComplete="new-password"
        placeholder={hasPassword ? t('A password is stored') : ''}
        hint={hasPassword ? t('Leave blank to keep the stored password.') : undefined}
        error={errorOf('smtp_password')}
        value={form.smtp_password}
        onChange={(event) => onEdit({ smtp_password: event.target.value })}
      />
      <label className="check f3">
        <input
          type="checkbox"
          checked={form.smtp_use_tls}
          onChange={(event) => onEdit({ smtp_use_tls: event.target.checked })}
        />
        {t('Use TLS (STARTTLS)')}
      </label>
      <label className="check f3">
        <input
          type="checkbox"
          checked={form.smtp_use_ssl}
          onChange={(event) => onEdit({ smtp_use_ssl: event.target.checked })}
        />
        {t('Use SSL (TLS from the first byte)')}
      </label>
    </>
  )
}
