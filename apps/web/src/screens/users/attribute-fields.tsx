import { attributeLimits } from '@parlance/contract'
import { Plus, X } from 'lucide-react'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Account } from '../../api/users.ts'
import { cn } from '../../lib/cn.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Fields } from '../../ui/fields.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Input } from '../../ui/input.tsx'
import { hintClass } from '../../ui/label.tsx'
import { GroupValues } from './group-values.tsx'
import type { UserEditor } from './use-edit-user.ts'

interface AttributeFieldsProps {
  form: UserEditor['form']
  user: Account
}

/** The values of this user that row rules compare with. */
export function AttributeFields({ form, user }: AttributeFieldsProps) {
  const { t } = useTranslation()
  return (
    <fieldset className="border-t border-line pt-4">
      <legend className="float-left w-full font-semibold">{t('Row security')}</legend>
      <p className="clear-both mt-1.5 mb-3 text-meta text-faint">
        {t(
          'Row rules compare data with these values. If a rule needs a value that is missing here, the user sees no rows.',
        )}
      </p>
      <Fields>
        <Field
          className="md:col-span-2"
          label={t('Tenant ID')}
          hint={<code>:current_tenant_id</code>}
          autoComplete="off"
          {...form.field('tenant_id')}
        />
        <Field
          className="md:col-span-2"
          label={t('Tenant name')}
          dir="auto"
          autoComplete="off"
          {...form.field('tenant_name')}
        />
        <Field
          className="md:col-span-2"
          label={t('Department ID')}
          hint={<code>:current_dept_id</code>}
          autoComplete="off"
          {...form.field('dept_id')}
        />
      </Fields>
      <OtherAttributes form={form} />
      <GroupValues user={user} />
    </fieldset>
  )
}

function OtherAttributes({ form }: Pick<AttributeFieldsProps, 'form'>) {
  const { t } = useTranslation()
  const list = useRef<HTMLUListElement>(null)
  const addButton = useRef<HTMLButtonElement>(null)
  const attributes = form.watch('attributes')
  const error = form.errorOf('attributes')
  const change = (index: number, part: { key?: string; value?: string }) =>
    form.edit({ attributes: attributes.map((item, place) => (place === index ? { ...item, ...part } : item)) })
  return (
    <>
      <ul className="mt-3 mb-2 grid gap-2" ref={list}>
        {attributes.map(({ key, value }, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- rows have no other identity while the user types
          <li
            key={index}
            className="grid grid-cols-[auto_minmax(0,1fr)_minmax(0,1.5fr)_auto] items-center gap-1.5 max-md:grid-cols-[auto_minmax(0,1fr)_auto] max-md:*:nth-3:col-[1/3] max-md:*:nth-3:row-2"
          >
            <span className="font-mono text-(length:--text-dense) text-faint" aria-hidden>
              :user.
            </span>
            <Input
              aria-label={t('Name of attribute {n}', { n: index + 1 })}
              aria-invalid={error !== undefined}
              placeholder={t('name')}
              autoComplete="off"
              spellCheck={false}
              maxLength={63}
              value={key}
              onChange={(event) => change(index, { key: event.target.value })}
            />
            <Input
              aria-label={t('Value of attribute {n}', { n: index + 1 })}
              placeholder={t('value')}
              dir="auto"
              autoComplete="off"
              maxLength={attributeLimits.valueLength}
              value={value}
              onChange={(event) => change(index, { value: event.target.value })}
            />
            <Button
              kind="quiet"
              size="small"
              square
              aria-label={t('Remove attribute {n}', { n: index + 1 })}
              onClick={() => {
                form.edit({ attributes: attributes.filter((_item, place) => place !== index) })
                addButton.current?.focus()
              }}
            >
              <Icon of={X} />
            </Button>
          </li>
        ))}
      </ul>
      {error !== undefined && (
        <p className={cn(hintClass, 'text-danger')} role="alert">
          {error}
        </p>
      )}
      <Button
        ref={addButton}
        size="small"
        disabled={attributes.length >= attributeLimits.keys}
        onClick={() => {
          form.edit({ attributes: [...attributes, { key: '', value: '' }] })
          requestAnimationFrame(() => list.current?.querySelector<HTMLElement>('li:last-child input')?.focus())
        }}
      >
        <Icon of={Plus} />
        {t('Add attribute')}
      </Button>
    </>
  )
}
