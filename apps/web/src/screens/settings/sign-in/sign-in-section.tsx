import { signOnLimits } from '@parlance/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { saveSingleSignOn, singleSignOnQuery, type SingleSignOn } from '../../../api/single-sign-on.ts'
import { cn } from '../../../lib/cn.ts'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { Field } from '../../../ui/field.tsx'
import { labelClass, hintClass } from '../../../ui/label.tsx'
import { Note } from '../../../ui/note.tsx'
import { useQuestions } from '../../../ui/questions.tsx'
import { FormActions, LoadState, SectionNote, SettingsForm, SettingsSection } from '../settings-section.tsx'
import { useDirty } from '../use-dirty.ts'
import { useSection } from '../use-section.ts'
import { ProviderEditor } from './provider-editor.tsx'
import { fieldsOf, newProvider, requestOf, type ProviderFields, type SignInFields } from './sign-in-form.ts'

/** How users sign in: providers, and whether passwords are open. */
export function SignInSection() {
  const { t } = useTranslation()
  const stored = useQuery(singleSignOnQuery)
  // It outlives the form, which starts again with what was saved.
  const section = useSection()
  return (
    <>
      <LoadState query={stored} fallback={t('Could not load how users sign in. Try again.')} />
      {stored.data !== undefined && <SignInForm key={stored.data.version} stored={stored.data} section={section} />}
    </>
  )
}

function SignInForm({ stored, section }: { stored: SingleSignOn; section: ReturnType<typeof useSection> }) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const { ask } = useQuestions()
  const [fields, setFields] = useState(() => fieldsOf(stored))
  const isDirty = JSON.stringify(fields) !== JSON.stringify(fieldsOf(stored))
  useDirty(isDirty)
  const change = (part: Partial<SignInFields>) => setFields((current) => ({ ...current, ...part }))

  const handleSubmit = async () => {
    const question = questionBefore(fields, stored, t)
    if (question !== null && !(await ask({ text: question, confirm: t('Save'), danger: true }))) return
    await section.run(
      'save',
      async () => {
        const saved = await saveSingleSignOn(requestOf(fields, stored.version))
        queryClient.setQueryData(singleSignOnQuery.queryKey, saved)
        return t('Saved.')
      },
      t('Could not save how users sign in. Try again.'),
    )
  }
  return (
    <SettingsForm onSubmit={handleSubmit}>
      {!stored.is_included && (
        <Note tone="info">
          {t('Single sign-on is part of the Enterprise edition. You can only turn providers off and open passwords.')}
        </Note>
      )}
      <Providers fields={fields} stored={stored} isDirty={isDirty} onChange={change} />
      <SettingsSection title={t('Sign-ins')}>
        <Field
          label={t('Hours of a sign-in')}
          hint={t('Then users sign in with the provider again. A change at the provider applies from then on.')}
          inputMode="numeric"
          autoComplete="off"
          className="max-w-[240px]"
          value={fields.hours}
          onChange={({ target }) => change({ hours: target.value })}
        />
      </SettingsSection>
      <Passwords fields={fields} stored={stored} onChange={change} />
      <SectionNote message={section.message} />
      <FormActions>
        <Button type="submit" kind="primary" disabled={!isDirty || section.work !== null}>
          {section.work === null ? t('Save') : t('Saving...')}
        </Button>
        {isDirty && (
          <Button kind="quiet" disabled={section.work !== null} onClick={() => setFields(fieldsOf(stored))}>
            {t('Discard changes')}
          </Button>
        )}
      </FormActions>
    </SettingsForm>
  )
}

interface PartProps {
  fields: SignInFields
  stored: SingleSignOn
  onChange: (part: Partial<SignInFields>) => void
}

function Providers({ fields: { providers }, stored, isDirty, onChange }: PartProps & { isDirty: boolean }): ReactNode {
  const { t } = useTranslation()
  const changeOne = (id: string, part: Partial<ProviderFields>) =>
    onChange({ providers: providers.map((each) => (each.id === id ? { ...each, ...part } : each)) })
  return (
    <SettingsSection
      title={t('Providers')}
      intro={t('Users sign in with the OpenID Connect provider of your organization.')}
      effect={t('A saved change applies to the next sign-in.')}
    >
      {providers.map((provider) => {
        const known = stored.providers.find(({ id }) => id === provider.id) ?? null
        return (
          <ProviderEditor
            key={provider.id}
            fields={provider}
            stored={known}
            groups={stored.groups}
            callbackUrl={known?.callback_url ?? callbackOf(stored, provider.id)}
            signedOutUrl={stored.signed_out_url}
            isDirty={isDirty}
            onChange={(part) => changeOne(provider.id, part)}
            onRemove={() => onChange({ providers: providers.filter(({ id }) => id !== provider.id) })}
          />
        )
      })}
      {stored.is_included && providers.length < signOnLimits.providers && (
        <Button className="justify-self-start" onClick={() => onChange({ providers: [...providers, newProvider()] })}>
          {t('Add provider')}
        </Button>
      )}
    </SettingsSection>
  )
}

function Passwords({ fields: { isOnly, breakGlass }, stored, onChange }: PartProps): ReactNode {
  const { t } = useTranslation()
  const toggle = (id: string, isChosen: boolean) =>
    onChange({ breakGlass: isChosen ? [...breakGlass, id] : breakGlass.filter((each) => each !== id) })
  return (
    <SettingsSection
      title={t('Passwords')}
      intro={t('With single sign-on only, no one uses a password or registers, except for break-glass administrators.')}
      effect={t('Close passwords after a successful test sign-in.')}
    >
      <Checkbox checked={isOnly} onChange={({ target }) => onChange({ isOnly: target.checked })}>
        {t('Single sign-on only')}
      </Checkbox>
      <fieldset className="grid gap-1">
        <legend className={labelClass}>{t('Break-glass administrators')}</legend>
        <p className={cn(hintClass, 'mt-0')}>
          {t('They can always sign in with their password, for example if the provider is down.')}
        </p>
        {stored.administrators.map(({ user_id: id, email, is_connected: known }) => (
          <Checkbox key={id} checked={breakGlass.includes(id)} onChange={({ target }) => toggle(id, target.checked)}>
            <span className="min-w-0 break-words">
              {email}
              {known && <span className="text-muted"> · {t('connected')}</span>}
            </span>
          </Checkbox>
        ))}
      </fieldset>
    </SettingsSection>
  )
}

/** The server builds the URLs of stored providers. That of a new one differs only in the ID. */
function callbackOf({ signed_out_url: url }: SingleSignOn, id: string): string {
  return new URL(`/auth/oidc/${id}/callback`, url).href
}

/** What to ask before saving. Null if nothing can be lost. */
function questionBefore(
  { providers, isOnly, breakGlass }: SignInFields,
  stored: SingleSignOn,
  t: TFunction,
): string | null {
  const gone = stored.providers.filter(({ id }) => !providers.some((each) => each.id === id))
  const lost = gone.reduce((sum, { user_count: count }) => sum + count, 0)
  if (lost > 0) {
    return t(
      'Delete providers with {n, plural, one {# connected user} other {# connected users}}? Their sign-ins end, and they lose groups and attributes that came from there.',
      { n: lost },
    )
  }
  if (!isOnly || stored.is_only) return null
  const lockedOut = stored.administrators.filter(
    ({ user_id: id, is_connected }) => !is_connected && !breakGlass.includes(id),
  )
  if (lockedOut.length === 0) return t('Close passwords? Everyone else signs in with a provider from now on.')
  return t(
    'Close passwords? {n, plural, one {# administrator is not connected and cannot sign in then} other {# administrators are not connected and cannot sign in then}}: {emails}.',
    { n: lockedOut.length, emails: lockedOut.map(({ email }) => email).join(', ') },
  )
}
