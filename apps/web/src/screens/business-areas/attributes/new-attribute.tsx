import { attributeLimits, message, userPageMaximum, type AreaAudience } from '@parlance/contract'
import { useQuery, useQueryClient, type InfiniteData, type QueryClient } from '@tanstack/react-query'
import { useState, type SyntheticEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { audienceKey, refreshAttributes } from '../../../api/areas.ts'
import { accountsByIdQuery, updateUser, type Account } from '../../../api/users.ts'
import { describeError } from '../../../lib/api-error.ts'
import { translateText } from '../../../lib/i18n.ts'
import { useZodForm } from '../../../lib/use-zod-form.ts'
import { changeOfValue, keyOfParameter, problemOfChange, valueOf } from '../../../lib/user-values.ts'
import { ModalFoot } from '../../../ui/modal-foot.tsx'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { Modal } from '../../../ui/modal.tsx'
import { Note } from '../../../ui/note.tsx'

interface NewAttributeDialogProps {
  /** The parameter as typed so far. */
  typed: string
  /** Receives the whole parameter. */
  onAdded: (name: string) => void
  onClose: () => void
}

/** Names an attribute, and sets its values for the users of the edited area. */
export function NewAttributeDialog(props: NewAttributeDialogProps) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const [{ ids, total }] = useState(() => usersOfArea(client))
  const accounts = useQuery(accountsByIdQuery(ids))
  const known = new Map(accounts.data?.map((account) => [account.user_id, account]))
  const shown = ids.flatMap((id) => known.get(id) ?? [])
  return (
    <Modal open onClose={props.onClose} title={t('New attribute')} width={560}>
      {accounts.isPending && <p className="text-muted">{t('Loading users...')}</p>}
      {accounts.error !== null && <Note tone="danger">{describeError(accounts.error, t('Failed to load users'))}</Note>}
      {accounts.data !== undefined && <AttributeForm {...props} accounts={shown} left={total - shown.length} />}
    </Modal>
  )
}

/** The users that the list of who will see what has loaded, as far as they can be read at once. */
function usersOfArea(client: QueryClient): { ids: string[]; total: number } {
  const lists = client.getQueriesData<InfiniteData<AreaAudience>>({ queryKey: audienceKey })
  const pages = lists.flatMap(([, data]) => data?.pages ?? [])
  const ids = [...new Set(pages.flatMap((page) => page.users).map((user) => user.user_id))]
  return { ids: ids.slice(0, userPageMaximum), total: Math.max(ids.length, pages.at(-1)?.total ?? 0) }
}

type FormProps = NewAttributeDialogProps & { accounts: Account[]; left: number }

function AttributeForm({ typed, onAdded, onClose, accounts, left }: FormProps) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const [values, setValues] = useState<Record<string, string>>({})
  const [failures, setFailures] = useState<{ email: string; text: string }[]>([])
  const form = useZodForm(keySchema, { key: keyOfParameter(typed) }, { mode: 'onSubmit' })
  const key = form.watch('key').trim()
  const textOf = (account: Account) => values[account.user_id] ?? valueOf(account, key)
  const save = form.submit(async ({ key: name }) => {
    const refused: typeof failures = []
    for (const account of accounts) {
      const value = textOf(account)
      if (value === valueOf(account, name)) continue
      const change = changeOfValue(account, name, value)
      const problem = problemOfChange(change)
      if (problem !== null) {
        refused.push({ email: account.email, text: translateText(problem) })
        continue
      }
      try {
        // One after another: each is its own change in the audit log.
        // oxlint-disable-next-line no-await-in-loop
        await updateUser(account.user_id, change)
      } catch (error) {
        refused.push({ email: account.email, text: describeError(error, t('Failed to update user')) })
      }
    }
    await refreshAttributes(client)
    setFailures(refused)
    if (refused.length > 0) return
    onClose()
    onAdded(`:user.${name}`)
  })
  const { isSubmitting } = form.formState
  return (
    <form
      className="grid gap-3"
      noValidate
      onSubmit={(event: SyntheticEvent) => {
        // Events pass through dialogs to the form of the area.
        event.stopPropagation()
        void save(event)
      }}
    >
      <Field
        label={t('Name')}
        hint={t('Row rules use it as {name}.', { name: `:user.${key === '' ? t('name') : key}` })}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={63}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the user opened the dialog to fill it in
        autoFocus
        {...form.field('key')}
      />
      <ValueFields accounts={accounts} textOf={textOf} onType={(id, text) => setValues({ ...values, [id]: text })} />
      <p className="mt-1.5 text-meta text-faint">
        {t('Users without a value see no rows.')}
        {left > 0 &&
          ` ${t('Set the values of {n, plural, one {# more user} other {# more users}} on the Users page.', { n: left })}`}
      </p>
      {failures.length > 0 && (
        <Note tone="danger">
          {failures.map(({ email, text }) => (
            <p key={email}>
              <bdi>{email}</bdi>: {text}
            </p>
          ))}
        </Note>
      )}
      <ModalFoot>
        <Button onClick={onClose}>{t('Cancel')}</Button>
        <Button type="submit" kind="primary" disabled={isSubmitting}>
          {isSubmitting ? t('Saving…') : t('Save and insert')}
        </Button>
      </ModalFoot>
    </form>
  )
}

interface ValueFieldsProps {
  accounts: Account[]
  textOf: (account: Account) => string
  onType: (userId: string, text: string) => void
}

function ValueFields({ accounts, textOf, onType }: ValueFieldsProps) {
  const { t } = useTranslation()
  if (accounts.length === 0) return null
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1.5 block text-dense font-medium">{t('Values')}</legend>
      {accounts.map((account) => (
        <label key={account.user_id} className="grid grid-cols-2 items-center gap-2">
          <bdi className="truncate min-w-0">{account.email}</bdi>
          <Input
            small
            dir="auto"
            autoComplete="off"
            maxLength={attributeLimits.valueLength}
            value={textOf(account)}
            onChange={({ target }) => onType(account.user_id, target.value)}
          />
        </label>
      ))}
    </fieldset>
  )
}

/** The server's rule for the names of attributes. */
const keySchema = z.object({
  key: z
    .string()
    .trim()
    .superRefine((key, context) => {
      const problem = key === '' ? message('Enter a name.').text : problemOfChange({ attributes: { [key]: 'value' } })
      if (problem !== null) context.addIssue({ code: 'custom', message: problem })
    }),
})
