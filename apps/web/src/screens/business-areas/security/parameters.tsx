import { message, quickAddParameters, type Message } from '@parlance/contract'
import { Check, Plus, X } from 'lucide-react'
import { useId, useRef, useState, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { cn } from '../../../lib/cn.ts'
import { translate } from '../../../lib/i18n.ts'
import { addParameter, parameterName, withParameters, type RowRulesValue } from '../../../lib/security/row-rules.ts'
import { Button } from '../../../ui/button.tsx'
import { chipButtonClass } from '../../../ui/chip.ts'
import { Icon } from '../../../ui/icon.tsx'
import { Input } from '../../../ui/input.tsx'
import { focusAfterRemoval } from './focus-after.ts'
import type { EmitRules } from './rule-kind.ts'

const meanings: Record<(typeof quickAddParameters)[number], Message> = {
  ':current_user_id': message('The user who asks'),
  ':current_date': message('The date of the question'),
  ':current_timestamp': message('The time of the question'),
  ':current_tenant_id': message('The tenant of the user who asks'),
  ':current_dept_id': message('The department of the user who asks'),
}

interface ParametersProps {
  value: RowRulesValue
  emit: EmitRules<RowRulesValue>
}

/** Descriptions of the conditions' parameters for users; common ones can be added with one click. */
export function Parameters({ value, emit }: ParametersProps) {
  const { t } = useTranslation()
  const parameters = ('rules' in value ? value.parameters : undefined) ?? {}
  const onChange = (next: Record<string, string>) => emit((now) => withParameters(now, next))
  const list = useRef<HTMLUListElement>(null)
  const quick = useRef<HTMLDivElement>(null)
  const names = Object.keys(parameters)
  const has = (name: string) => names.some((known) => parameterName(known) === name)
  const remove = (name: string, at: number) => {
    onChange(Object.fromEntries(Object.entries(parameters).filter(([known]) => known !== name)))
    focusAfterRemoval(list.current, at, quick.current?.querySelector('button') ?? null)
  }
  return (
    <fieldset className="mt-4 min-w-0">
      <legend className="mb-1.5 block text-dense font-medium">{t('Parameters')}</legend>
      <ul ref={list}>
        {names.map((name, at) => (
          <li
            key={name}
            className="mb-1.5 grid grid-cols-[minmax(0,150px)_minmax(0,1fr)_auto] items-center gap-2 max-md:grid-cols-[minmax(0,1fr)_auto]"
          >
            <code className="truncate min-w-0">{name}</code>
            <Input
              className="max-md:col-span-full max-md:row-start-2"
              small
              aria-label={t('Description of {name}', { name })}
              placeholder={t('Description')}
              dir="auto"
              maxLength={1000}
              value={parameters[name] ?? ''}
              onChange={(event) => onChange({ ...parameters, [name]: event.target.value })}
            />
            <Button
              kind="quiet"
              size="small"
              square
              aria-label={t('Remove {name}', { name })}
              onClick={() => remove(name, at)}
            >
              <Icon of={X} small />
            </Button>
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-1.5" ref={quick}>
        {quickAddParameters.map((name) => (
          <button
            key={name}
            type="button"
            className={cn(
              chipButtonClass,
              'border-dashed px-2! aria-disabled:cursor-default aria-disabled:border-solid aria-disabled:text-faint max-md:min-h-11',
            )}
            aria-label={has(name) ? t('{name} is already added', { name }) : t('Add {name}', { name })}
            aria-disabled={has(name)}
            onClick={() => onChange(addParameter(parameters, name, translate(t, meanings[name])))}
          >
            <Icon of={has(name) ? Check : Plus} small />
            <code className="text-[12px]">{name}</code>
          </button>
        ))}
      </div>
      <NewParameter onAdd={(name) => onChange(addParameter(parameters, name, ''))} />
      <p className="mt-1.5 text-meta text-faint">
        {t('If a rule uses a parameter that has no value for a user, the user sees no rows.')}
      </p>
    </fieldset>
  )
}

/** Adds a parameter with any name. */
function NewParameter({ onAdd }: { onAdd: (name: string) => void }) {
  const { t } = useTranslation()
  const id = useId()
  const [typed, setTyped] = useState('')
  const [isRefused, setRefused] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const add = () => {
    const name = parameterName(typed)
    setRefused(name === null)
    if (name === null) return field.current?.focus()
    onAdd(name)
    return setTyped('')
  }
  const addOnEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    add()
  }
  return (
    <>
      <div className="mt-2 flex items-start gap-1.5 max-md:flex-wrap">
        <Input
          ref={field}
          className="font-mono min-w-0 flex-[1_1_120px]"
          small
          aria-label={t('Parameter name')}
          aria-invalid={isRefused}
          aria-describedby={isRefused ? `${id}-refused` : undefined}
          placeholder=":user.region"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={200}
          value={typed}
          onKeyDown={addOnEnter}
          onChange={(event) => {
            setTyped(event.target.value)
            setRefused(false)
          }}
        />
        <Button size="small" onClick={add}>
          {t('Add parameter')}
        </Button>
      </div>
      {isRefused && (
        <p className="mt-1.5 text-meta text-danger" id={`${id}-refused`} role="alert">
          {t(
            'This is not a valid parameter name. Start with a letter, and use only letters, digits, underscores, and periods, for example :user.region.',
          )}
        </p>
      )}
    </>
  )
}
