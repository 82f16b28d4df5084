import type { ModelProvider } from '@parlance/contract'
import { useTranslation } from 'react-i18next'
import type { ModelPlace } from '../../api/env-config.ts'
import { ModelField } from '../../components/model-field.tsx'
import { FieldFrame } from '../../ui/field-frame.tsx'
import { Select } from '../../ui/select.tsx'

export interface ModelChoice {
  provider: string
  model: string
}

interface ModelFieldsProps {
  providers: Record<string, ModelProvider>
  value: ModelChoice
  /** The input used to ask a provider for its models. */
  place: ModelPlace
  onChange: (value: ModelChoice) => void
}

/** Provider and model; changing the provider clears the model. */
export function ModelFields({ providers, value, place, onChange }: ModelFieldsProps) {
  const { t } = useTranslation()
  const chosen = providers[value.provider]
  return (
    <>
      <FieldFrame className="md:col-span-3" label={t('Provider')}>
        {(control) => (
          <Select
            {...control}
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
          </Select>
        )}
      </FieldFrame>
      <ModelField
        key={value.provider}
        className="md:col-span-3"
        provider={chosen?.id}
        models={chosen?.models ?? []}
        isFree={chosen !== undefined && (chosen.needs_base_url || chosen.models.length === 0)}
        place={place}
        value={value.model}
        onChange={(model) => onChange({ ...value, model })}
      />
    </>
  )
}
