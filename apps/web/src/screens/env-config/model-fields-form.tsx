import { useQuery } from '@tanstack/react-query'
import { Play } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { modelsQuery } from '../../api/env-config.ts'
import { ModelCheckPanel } from '../../components/model-check/model-check.tsx'
import { ModelField } from '../../components/model-field.tsx'
import { describeError } from '../../lib/api-error.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Note } from '../../ui/note.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import type { ProviderTile } from './providers.ts'
import { TestLine, testRowClass } from './test-line.tsx'
import { isWebAddress, type ModelForm } from './use-model-form.ts'

/** The model, its key and, if the provider has no fixed one, its address. */
export function ModelFieldsForm({ provider, model }: { provider: ProviderTile; model: ModelForm }) {
  const { t } = useTranslation()
  const { fields } = model
  const [isAddressLeft, setAddressLeft] = useState(false)
  const isBadAddress = isAddressLeft && fields.baseUrl.trim() !== '' && !isWebAddress(fields.baseUrl.trim())
  return (
    <form
      className="mt-5 grid max-w-130 gap-4"
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
          hint={t(
            'The URL of your model server, such as Ollama, vLLM, or LM Studio. Parlance must be able to reach it.',
          )}
          error={isBadAddress ? t('Please enter a valid URL starting with http:// or https://') : undefined}
          value={fields.baseUrl}
          onBlur={() => setAddressLeft(true)}
          onChange={(event) => model.edit({ baseUrl: event.target.value })}
        />
      )}
      <ModelChoice provider={provider} model={model} />
      <Field
        label={provider.needsKey ? t('API key') : t('API key (optional)')}
        type="password"
        autoComplete="off"
        spellCheck={false}
        hint={t('Stored encrypted on this server and never shown again.')}
        value={fields.apiKey}
        onChange={(event) => model.edit({ apiKey: event.target.value })}
      />
      <div className={testRowClass}>
        <Button type="submit" disabled={model.settings === null || model.testing}>
          {model.testing ? <Spinner /> : <Icon of={Play} />}
          {model.testing ? t('Testing...') : t('Test model')}
        </Button>
        {model.result !== null && <TestLine result={model.result} />}
      </div>
      {model.tested && <ModelCheckPanel request={model.settings} />}
    </form>
  )
}

/** The provider's models as listed by the server; without the list, the user can still type a name. */
function ModelChoice({ provider, model }: { provider: ProviderTile; model: ModelForm }) {
  const { t } = useTranslation()
  const models = useQuery(modelsQuery(provider.id))
  return (
    <div>
      {models.isError && (
        <Note tone="danger" className="mb-2">
          <p>{describeError(models.error, t('Could not load the models.'))}</p>
          <Button size="small" className="mt-2" onClick={() => void models.refetch()}>
            {t('Retry')}
          </Button>
        </Note>
      )}
      <ModelField
        provider={provider.id}
        models={models.isError ? [] : models.data}
        isFree={provider.needsBaseUrl || models.isError}
        place={model.fields}
        value={model.fields.model}
        onChange={(value) => model.edit({ model: value })}
      />
    </div>
  )
}
