import { useQuery } from '@tanstack/react-query'
import { Play } from 'lucide-react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { modelsQuery } from '../../api/env-config.ts'
import { describeError } from '../../lib/api-error.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Note } from '../../ui/note.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import type { ProviderTile } from './providers.ts'
import { TestLine } from './test-line.tsx'
import { isWebAddress, type ModelForm } from './use-model-form.ts'

const other = '\u0000other'

/** Model, key and, where the provider has none of its own, address. */
export function ModelFieldsForm({ provider, model }: { provider: ProviderTile; model: ModelForm }) {
  const { t } = useTranslation()
  const { fields } = model
  const [isAddressLeft, setAddressLeft] = useState(false)
  const isBadAddress = isAddressLeft && fields.baseUrl.trim() !== '' && !isWebAddress(fields.baseUrl.trim())
  return (
    <form
      className="wz-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void model.test()
      }}
    >
      {provider.needsBaseUrl && (
        <Field
          label={t('Base URL')}
          type="url"
          inputMode="url"
          placeholder="http://127.0.0.1:11434/v1"
          hint={t('As this server reaches it, for example Ollama, vLLM or LM Studio.')}
          error={isBadAddress ? t('Please enter a valid URL starting with http:// or https://') : undefined}
          value={fields.baseUrl}
          onBlur={() => setAddressLeft(true)}
          onChange={(event) => model.edit({ baseUrl: event.target.value })}
        />
      )}
      <ModelChoice provider={provider} value={fields.model} onChange={(value) => model.edit({ model: value })} />
      <Field
        label={provider.needsKey ? t('API key') : t('API key (optional)')}
        type="password"
        autoComplete="off"
        spellCheck={false}
        hint={t('Stored encrypted on this server. It is not shown again.')}
        value={fields.apiKey}
        onChange={(event) => model.edit({ apiKey: event.target.value })}
      />
      <div className="act">
        <Button type="submit" disabled={model.settings === null || model.testing}>
          {model.testing ? <Spinner /> : <Icon of={Play} />}
          {model.testing ? t('Testing...') : t('Test')}
        </Button>
        {model.result !== null && <TestLine result={model.result} />}
      </div>
    </form>
  )
}

/** A list where the provider has one, and always a way to name a model that is not in it. */
function ModelChoice({
  provider,
  value,
  onChange,
}: {
  provider: ProviderTile
  value: string
  onChange: (value: string) => void
}) {
  const { t } = useTranslation()
  const id = useId()
  const [named, setNamed] = useState(provider.needsBaseUrl)
  const models = useQuery(modelsQuery(provider.id))
  if (models.isError) {
    return (
      <>
        <Note tone="danger">
          <p>{describeError(models.error, t('Failed to load the models'))}</p>
          <Button size="small" className="mt-2" onClick={() => void models.refetch()}>
            {t('Retry')}
          </Button>
        </Note>
        <Field label={t('Model')} spellCheck={false} value={value} onChange={(event) => onChange(event.target.value)} />
      </>
    )
  }
  const chosen = models.data?.find((model) => model.id === value)
  return (
    <div>
      {!provider.needsBaseUrl && (
        <>
          <label className="label" htmlFor={id}>
            {t('Model')}
          </label>
          <select
            id={id}
            className="select"
            value={named ? other : value}
            disabled={models.isPending}
            onChange={(event) => {
              setNamed(event.target.value === other)
              onChange(event.target.value === other ? '' : event.target.value)
            }}
          >
            <option value="">{models.isPending ? t('Loading models...') : t('Choose a model')}</option>
            {models.data?.map((model) => (
              <option key={model.id} value={model.id}>
                {model.name}
              </option>
            ))}
            <option value={other}>{t('Another model')}</option>
          </select>
          {chosen !== undefined && chosen.description !== '' && <p className="hint">{chosen.description}</p>}
        </>
      )}
      {named && (
        <>
          <Field
            className={provider.needsBaseUrl ? undefined : 'mt-3'}
            label={t('Model name')}
            list={`${id}-models`}
            placeholder="qwen3-coder"
            spellCheck={false}
            value={value}
            onChange={(event) => onChange(event.target.value)}
          />
          <datalist id={`${id}-models`}>
            {models.data?.map((model) => (
              <option key={model.id} value={model.id}>
                {model.name}
              </option>
            ))}
          </datalist>
        </>
      )}
    </div>
  )
}
