import { useTranslation } from 'react-i18next'
import { RadioChoice } from '../../components/database-form/radio-choice.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Field } from '../../ui/field.tsx'
import { Fields } from '../../ui/fields.tsx'
import type { EmailFormState } from './use-email-form.ts'

interface EmailFieldsProps {
  form: EmailFormState
  /** The server has a stored password. */
  hasPassword: boolean
}

/** The mail server and the sender. */
export function EmailFields({ form, hasPassword }: EmailFieldsProps) {
  const { t } = useTranslation()
  const backend = form.watch('backend')
  return (
    <Fields>
      <RadioChoice
        className="md:col-span-6"
        label={t('Backend')}
        hint={
          backend === 'console'
            ? t('The server writes emails to its standard output. No one receives them.')
            : t('Parlance sends emails through your mail server.')
        }
        options={[
          { value: 'console', label: t('Console') },
          { value: 'smtp', label: 'SMTP' },
        ]}
        value={backend}
        onChange={(chosen) => form.edit({ backend: chosen })}
      />
      <Field
        className="md:col-span-3"
        label={t('From email')}
        type="email"
        autoComplete="off"
        {...form.field('from_email')}
      />
      <Field
        className="md:col-span-3"
        label={t('From name')}
        dir="auto"
        autoComplete="off"
        maxLength={200}
        {...form.field('from_name')}
      />
      {backend === 'smtp' && <SmtpFields form={form} hasPassword={hasPassword} />}
    </Fields>
  )
}

function SmtpFields({ form, hasPassword }: EmailFieldsProps) {
  const { t } = useTranslation()
  return (
    <>
      <Field
        className="md:col-span-4"
        label={t('SMTP host')}
        autoComplete="off"
        spellCheck={false}
        placeholder="mail.example.com"
        {...form.field('smtp_host')}
      />
      <Field
        className="md:col-span-2"
        label={t('SMTP port')}
        type="number"
        min={1}
        max={65_535}
        {...form.field('smtp_port')}
      />
      <Field
        className="md:col-span-3"
        label={t('SMTP username')}
        autoComplete="off"
        spellCheck={false}
        {...form.field('smtp_username')}
      />
      <Field
        className="md:col-span-3"
        label={t('SMTP password')}
        type="password"
        autoComplete="new-password"
        placeholder={hasPassword ? t('A password is stored') : ''}
        hint={hasPassword ? t('Leave blank to keep the stored password.') : undefined}
        {...form.field('smtp_password')}
      />
      <Checkbox className="md:col-span-3" {...form.box('smtp_use_tls')}>
        {t('Use TLS (STARTTLS)')}
      </Checkbox>
      <Checkbox className="md:col-span-3" {...form.box('smtp_use_ssl')}>
        {t('Use SSL (implicit TLS)')}
      </Checkbox>
    </>
  )
}
