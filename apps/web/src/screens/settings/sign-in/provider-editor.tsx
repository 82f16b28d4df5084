import { accountCreations } from '@parlance/contract'
import { useTranslation } from 'react-i18next'
import { beginTestSignIn, testProvider, type SignOnProvider, type SingleSignOn } from '../../../api/single-sign-on.ts'
import { cn } from '../../../lib/cn.ts'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { FieldFrame } from '../../../ui/field-frame.tsx'
import { Field } from '../../../ui/field.tsx'
import { hintClass } from '../../../ui/label.tsx'
import { Select } from '../../../ui/select.tsx'
import { Summary } from '../../../ui/summary.tsx'
import { FormActions, SectionNote } from '../settings-section.tsx'
import { useSection } from '../use-section.ts'
import { PairRows } from './pair-rows.tsx'
import { ProviderTest } from './provider-test.tsx'
import type { ProviderFields } from './sign-in-form.ts'

interface ProviderEditorProps {
  fields: ProviderFields
  /** The provider as it is stored. Null for a new one. */
  stored: SignOnProvider | null
  groups: SingleSignOn['groups']
  callbackUrl: string
  signedOutUrl: string
  /** Whether the page has changes that are not saved, so that a test would use the stored values. */
  isDirty: boolean
  onChange: (part: Partial<ProviderFields>) => void
  onRemove: () => void
}

/** One provider: where it is, who may sign in, what claims mean, and what a test found. */
export function ProviderEditor(props: ProviderEditorProps) {
  const { fields, stored, callbackUrl, signedOutUrl, onChange, onRemove } = props
  const { t } = useTranslation()
  const title = fields.name.trim() === '' ? t('New provider') : fields.name
  return (
    <section aria-label={title} className="grid gap-4 rounded-(--r-panel) border border-line p-4">
      <div className="flex items-center justify-between gap-2">
        <h3 className="min-w-0 truncate font-semibold">{title}</h3>
        <Button kind="quiet" size="small" onClick={onRemove}>
          {t('Delete')}
        </Button>
      </div>
      <Checkbox checked={fields.is_enabled} onChange={({ target }) => onChange({ is_enabled: target.checked })}>
        {t('Show on the sign-in page')}
      </Checkbox>
      <Connection fields={fields} stored={stored} onChange={onChange} />
      <dl className="grid gap-2 text-(length:--text-dense) [&_dd]:font-mono [&_dd]:break-all [&_dd]:select-all [&_dt]:text-muted">
        <div>
          <dt>{t('Callback URL, to enter at the provider')}</dt>
          <dd>{callbackUrl}</dd>
        </div>
        <div>
          <dt>{t('Sign-out URL, to enter at the provider')}</dt>
          <dd>{signedOutUrl}</dd>
        </div>
      </dl>
      <Tests {...props} />
      <Admission fields={fields} onChange={onChange} />
      <Mapping {...props} />
    </section>
  )
}

type PartProps = Pick<ProviderEditorProps, 'fields' | 'onChange'>

function Connection({ fields, stored, onChange }: PartProps & { stored: SignOnProvider | null }) {
  const { t } = useTranslation()
  const hasSecret = stored?.has_client_secret === true
  return (
    <>
      <Field
        label={t('Name')}
        hint={t('The sign-in page shows “Continue with” and this name.')}
        autoComplete="off"
        maxLength={60}
        value={fields.name}
        onChange={({ target }) => onChange({ name: target.value })}
      />
      <Field
        label={t('Issuer')}
        placeholder="https://login.example.com"
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        value={fields.issuer}
        onChange={({ target }) => onChange({ issuer: target.value })}
      />
      <Field
        label={t('Client ID')}
        autoComplete="off"
        spellCheck={false}
        value={fields.client_id}
        onChange={({ target }) => onChange({ client_id: target.value })}
      />
      <Field
        label={t('Client secret')}
        type="password"
        autoComplete="new-password"
        hint={hasSecret ? t('A secret is stored. Leave it empty to keep it.') : undefined}
        disabled={fields.isPublic}
        value={fields.secret}
        onChange={({ target }) => onChange({ secret: target.value })}
      />
      <Checkbox checked={fields.isPublic} onChange={({ target }) => onChange({ isPublic: target.checked, secret: '' })}>
        {t('Public client without a secret')}
      </Checkbox>
    </>
  )
}

function Tests({ fields, stored, isDirty }: ProviderEditorProps) {
  const { t } = useTranslation()
  const section = useSection()
  const fallback = t('Could not test the provider. Try again.')
  const handleTest = async () => {
    const found: string[] = []
    const check = async () => {
      const { success, message } = await testProvider(fields.issuer, fields.client_id)
      if (!success) found.push(message)
      return message
    }
    await section.run('test', check, fallback)
    for (const problem of found) section.refuse(problem)
  }
  const handleSignIn = () =>
    section.run(
      'sign-in',
      async () => {
        window.location.assign(await beginTestSignIn(fields.id))
        return t('Opening the provider...')
      },
      fallback,
    )
  const needsSaving = stored === null || isDirty
  return (
    <>
      <FormActions>
        <Button disabled={section.work !== null || fields.issuer.trim() === ''} onClick={() => void handleTest()}>
          {section.work === 'test' ? t('Testing...') : t('Test')}
        </Button>
        <Button
          disabled={section.work !== null}
          reason={needsSaving ? t('Save first. The test uses the saved settings.') : null}
          onRefused={section.refuse}
          onClick={() => void handleSignIn()}
        >
          {t('Test sign-in')}
        </Button>
      </FormActions>
      <SectionNote message={section.message} />
      {stored?.last_test && <ProviderTest test={stored.last_test} />}
    </>
  )
}

function Admission({ fields, onChange }: PartProps) {
  const { t } = useTranslation()
  const texts = {
    automatic: t('Create an active account'),
    approval: t('Create an account that waits for approval'),
    none: t('Refuse. Only invited and existing users sign in'),
  } satisfies Record<ProviderFields['account_creation'], string>
  return (
    <>
      <FieldFrame label={t('First sign-in without an account')}>
        {(control) => (
          <Select
            {...control}

            value={fields.account_creation}
            onChange={({ target }) =>
              onChange({ account_creation: accountCreations.find((each) => each === target.value) ?? 'none' })
            }
          >
            {accountCreations.map((each) => (
              <option key={each} value={each}>
                {texts[each]}
              </option>
            ))}
          </Select>
        )}
      </FieldFrame>
      <Field
        label={t('Allowed domains')}
        hint={t('Domains of email addresses, with commas between them. Leave it empty to allow all.')}
        placeholder="example.com"
        autoComplete="off"
        spellCheck={false}
        value={fields.domains}
        onChange={({ target }) => onChange({ domains: target.value })}
      />
      <Checkbox checked={fields.trusts_emails} onChange={({ target }) => onChange({ trusts_emails: target.checked })}>
        {t('Trust email addresses that the provider does not call verified or unverified')}
      </Checkbox>
      {fields.trusts_emails && (
        <p className={cn(hintClass, '-mt-2')}>
          {t(
            'Only if each address at the provider belongs to the person who uses it. Otherwise, users can take over accounts.',
          )}
        </p>
      )}
    </>
  )
}

function Mapping({ fields, groups, onChange }: ProviderEditorProps) {
  const { t } = useTranslation()
  return (
    <details>
      <Summary className="font-medium">{t('Groups, administrators, and attributes')}</Summary>
      <div className="mt-4 grid gap-4">
        <Field
          label={t('Additional scopes')}
          hint={t('Requested in addition to “openid email profile”, with spaces between them.')}
          placeholder="groups"
          autoComplete="off"
          spellCheck={false}
          value={fields.scopes}
          onChange={({ target }) => onChange({ scopes: target.value })}
        />
        <Field
          label={t('Groups claim')}
          hint={t('Such as groups or realm_access.roles. Leave it empty if the provider sends no groups.')}
          autoComplete="off"
          spellCheck={false}
          value={fields.groups_claim}
          onChange={({ target }) => onChange({ groups_claim: target.value })}
        />
        <PairRows
          legend={t('Groups')}
          hint={t('Each sign-in replaces the groups that came from a provider. Members that you added by hand stay.')}
          labels={[t('Value of the claim'), t('Group')]}
          add={t('Add a group')}
          rows={fields.groups}
          choices={groups.map(({ group_id: value, name: label }) => ({ value, label }))}
          onChange={(rows) => onChange({ groups: rows })}
        />
        <Field
          label={t('Administrator claim')}
          hint={t('Leave it empty to choose administrators by hand.')}
          autoComplete="off"
          spellCheck={false}
          value={fields.role_claim}
          onChange={({ target }) => onChange({ role_claim: target.value })}
        />
        <Field
          label={t('Values for administrators')}
          hint={t('With commas between them. All other users of this provider become users.')}
          autoComplete="off"
          spellCheck={false}
          value={fields.adminValues}
          onChange={({ target }) => onChange({ adminValues: target.value })}
        />
        <PairRows
          legend={t('Attributes')}
          hint={t('Row rules use them as :user.<key>. A value that you set for a user wins.')}
          labels={[t('Attribute'), t('Claim')]}
          add={t('Add an attribute')}
          rows={fields.attributes}
          onChange={(rows) => onChange({ attributes: rows })}
        />
      </div>
    </details>
  )
}
