import { attributeLimits } from '@parlance/contract'
import { Plus, X } from 'lucide-react'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import type { UserField } from './edit-user-form.ts'
import type { UserEditor } from './use-edit-user.ts'

/** The values of this person that row rules compare with. */
export function AttributeFields({ editor }: { editor: UserEditor }) {
  const { t } = useTranslation()
  const { form, problems, edit } = editor
  const errorOf = (field: UserField) => {
    const problem = problems[field]
    return problem === undefined ? undefined : t(problem)
  }
  return (
    <fieldset className="user-attributes">
      <legend>{t('Row security')}</legend>
      <p className="hint">
        {t('Row rules compare with these values. A rule whose value is missing here shows this person no rows.')}
      </p>
      <div className="fields">
        <Field
          className="f2"
          label={t('Tenant ID')}
          hint={<code>:current_tenant_id</code>}
          autoComplete="off"
          error={errorOf('tenantId')}
          value={form.tenantId}
          onChange={(event) => edit({ tenantId: event.target.value })}
        />
        <Field
          className="f2"
          label={t('Tenant name')}
          dir="auto"
          autoComplete="off"
          error={errorOf('tenantName')}
          value={form.tenantName}
          onChange={(event) => edit({ tenantName: event.target.value })}
        />
        <Field
          className="f2"
          label={t('Department ID')}
          hint={<code>:current_dept_id</code>}
          autoComplete="off"
          error={errorOf('deptId')}
          value={form.deptId}
          onChange={(event) => edit({ deptId: event.target.value })}
        />
      </div>
      <OtherAttributes editor={editor} error={errorOf('attributes')} />
    </fieldset>
  )
}

function OtherAttributes({ editor, error }: { editor: UserEditor; error: string | undefined }) {
  const { t } = useTranslation()
  const list = useRef<HTMLUListElement>(null)
  const addButton = useRef<HTMLButtonElement>(null)
  const { attributes } = editor.form
  const change = (index: number, part: { key?: string; value?: string }) =>
    editor.edit({ attributes: attributes.map((item, place) => (place === index ? { ...item, ...part } : item)) })
  return (
    <>
      <ul className="attributes" ref={list}>
        {attributes.map(({ key, value }, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- rows have no other identity while they are typed
          <li key={index}>
            <span className="mono faint" aria-hidden>
              :user.
            </span>
            <input
              className="input"
              aria-label={t('Name of attribute {{n}}', { n: index + 1 })}
              aria-invalid={error !== undefined}
              placeholder={t('name')}
              autoComplete="off"
              spellCheck={false}
              maxLength={63}
              value={key}
              onChange={(event) => change(index, { key: event.target.value })}
            />
            <input
              className="input"
              aria-label={t('Value of attribute {{n}}', { n: index + 1 })}
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
              aria-label={t('Remove attribute {{n}}', { n: index + 1 })}
              onClick={() => {
                editor.edit({ attributes: attributes.filter((_item, place) => place !== index) })
                addButton.current?.focus()
              }}
            >
              <Icon of={X} />
            </Button>
          </li>
        ))}
      </ul>
      {error !== undefined && (
        <p className="hint bad" role="alert">
          {error}
        </p>
      )}
      <Button
        ref={addButton}
        size="small"
        disabled={attributes.length >= attributeLimits.keys}
        onClick={() => {
          editor.edit({ attributes: [...attributes, { key: '', value: '' }] })
          requestAnimationFrame(() => list.current?.querySelector<HTMLElement>('li:last-child input')?.focus())
        }}
      >
        <Icon of={Plus} />
        {t('Add attribute')}
      </Button>
    </>
  )
}
