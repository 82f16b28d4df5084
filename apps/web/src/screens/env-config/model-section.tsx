import { Cpu, Server } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { translate } from '../../lib/i18n.ts'
import { Badge } from '../../ui/badge.tsx'
import { EngineMark } from '../../ui/engine-mark.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { ModelFieldsForm } from './model-fields-form.tsx'
import { providerName, type ProviderTile } from './providers.ts'
import { TestLine } from './test-line.tsx'
import type { ModelForm } from './use-model-form.ts'
import { WizardSection, Divider } from './wizard-section.tsx'
import { tileClass } from '../../ui/tile.ts'

interface ModelSectionProps {
  model: ModelForm
  saving: boolean
  /** The current model; null if none is configured. */
  configured: string | null
  reveal: number
  onBuiltin: () => void
}

export function ModelSection({ model, saving, configured, reveal, onBuiltin }: ModelSectionProps) {
  const { t } = useTranslation()
  const { chosen } = model
  const builtin = model.providers.find((provider) => provider.id === 'builtin')
  const others = model.providers.filter((provider) => provider.id !== 'builtin')
  const builtinBusy = chosen?.id === 'builtin' && (model.testing || saving)
  return (
    <WizardSection
      number={1}
      title={t('AI Model Settings')}
      summary={summaryOf()}
      done={model.tested || (chosen === null && configured !== null)}
      reveal={reveal}
    >
      {builtin !== undefined && (
        <button
          type="button"
          className={tileClass('tall')}
          aria-pressed={chosen?.id === 'builtin'}
          disabled={model.testing || saving}
          onClick={onBuiltin}
        >
          {builtinBusy ? <Spinner /> : <Icon of={Cpu} />}
          <span>
            {providerName(builtin, t)} <small>{translate(t, builtin.hint)}</small>
          </span>
          <Badge tone="accent" className="ms-auto">
            {t('Works now')}
          </Badge>
        </button>
      )}
      {chosen?.id === 'builtin' && model.result?.success === false && (
        <TestLine className="mt-2.5" result={model.result} />
      )}
      <Divider>{t('Or use a language model')}</Divider>
      <fieldset className="grid grid-cols-2 gap-2 max-[901px]:grid-cols-1" aria-label={t('AI provider')}>
        {others.map((provider) => (
          <ProviderRadio
            key={provider.id}
            provider={provider}
            checked={chosen?.id === provider.id}
            disabled={saving}
            onChoose={model.chooseProvider}
          />
        ))}
      </fieldset>
      {chosen !== null && chosen.id !== 'builtin' && (
        <ModelFieldsForm key={chosen.id} provider={chosen} model={model} />
      )}
    </WizardSection>
  )

  function summaryOf(): string {
    if (chosen !== null) {
      const name = providerName(chosen, t)
      return model.tested ? t('{name} · Tested', { name }) : name
    }
    return configured === null ? t('Choose a provider.') : t('{name} is already configured.', { name: configured })
  }
}

interface ProviderRadioProps {
  provider: ProviderTile
  checked: boolean
  disabled: boolean
  onChoose: ModelForm['chooseProvider']
}

function ProviderRadio({ provider, checked, disabled, onChoose }: ProviderRadioProps) {
  const { t } = useTranslation()
  return (
    <label className={tileClass('tall')}>
      <input
        type="radio"
        className="sr-only"
        name="provider"
        value={provider.id}
        checked={checked}
        disabled={disabled}
        onChange={() => onChoose(provider.id)}
      />
      {provider.letters === '' ? <Icon of={Server} /> : <EngineMark>{provider.letters}</EngineMark>}
      <span>
        {providerName(provider, t)} <small>{translate(t, provider.hint)}</small>
      </span>
    </label>
  )
}
