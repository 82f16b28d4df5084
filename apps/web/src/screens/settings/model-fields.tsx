import type { ModelProvider } from '@parlance/contract'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Field } from '../../ui/field.tsx'
import { FieldFrame } from '../../ui/field-frame.tsx'

const other = '\u0000other'

export interface ModelChoice {
  provider: string
  model: string
}

interface ModelFieldsProps {
  providers: Record<string, ModelProvider>
  value: ModelChoice
  onChange: (value: ModelChoice) => void
}

/** Provider and model; another provider begins without a model. */
export function ModelFields({ providers, value, onChange }: ModelFieldsProps) {
  const { t } = useTranslation()
  const chosen = providers[value.provider]
  return (
    <>
      <FieldFrame className="f3" label={t('Provider')}>
        {(control) => (
          <select
            {...control}
            className="select"
            value={value.provider}
            onChange={(event) => onChange({ provider: event.target.value, model: '' })}
          >
            <option value="">{t('Choose a provider')}</option>
            {chosen === undefined && value.provider !== '' && <option value={value.provider}>{value.provider}</option>}
            {Object.entries(providers).map(([id, { name }]) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        )}
      </FieldFrame>
      <ModelField
        key={value.provider}
        provider={chosen}
        value={value.model}
        onChange={(model) => onChange({ ...value, model })}
      />
    </>
  )
}

interface ModelFieldProps {
  provider: ModelProvider | undefined
  value: string
  onChange: (model: string) => void
}

/** A list where the provider has one, and always a way to name a model that is not in it. */
function ModelField({ provider, value, onChange }: ModelFieldProps) {
  const { t } = useTranslation()
  const id = useId()
  const models = provider?.models ?? []
  const isListed = models.some((model) => model.id === value)
  const [named, setNamed] = useState(value !== '' && !isListed)
  const isFree = provider !== undefined && models.length === 0
  const description = models.find((model) => model.id === value)?.description ?? ''
  return (
    <div className="f3">
      {!isFree && (
        <>
          <label className="label" htmlFor={id}>
            {t('Model')}
          </label>
          <select
            id={id}
            className="select"
            disabled={provider === undefined}
            aria-describedby={description === '' ? undefined : `${id}-hint`}
            value={named ? other : value}
            onChange={(event) => {
              setNamed(event.target.value === other)
              onChange(event.target.value === other ? '' : event.target.value)
            }}
          >
            <option value="">{t('Choose a model')}</option>
            {models.map((model) => (
              <option key={model.id} value={model.id}>
                {model.name}
              </option>
            ))}
            {provider?.id !== 'builtin' && <option value={other}>{t('Another model')}</option>}
          </select>
          {description !== '' && (
            <p className="hint" id={`${id}-hint`}>
              {description}
            </p>
          )}
        </>
      )}
      {(named || isFree) && (
        <Field
          className={isFree ? undefined : 'mt-2'}
          label={t('Model name')}
          spellCheck={false}
          autoComplete="off"
          maxLength={200}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </div>
  )
}
