import { Cpu, Server } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { cn } from '../../lib/cn.ts'
import { translate } from '../../lib/i18n.ts'
import { Badge } from '../../ui/badge.tsx'
import { EngineMark } from '../../ui/engine-mark.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { ModelFieldsForm } from './model-fields-form.tsx'
import { providerName, type ProviderTile } from './providers.ts'
import { TestLine } from './test-line.tsx'
import type { ModelForm } from './use-model-form.ts'
import { WizardSection } from './wizard-section.tsx'
import styles from './env-config.module.css'

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
          className={cn('tile', styles.wideTile)}
          aria-pressed={chosen?.id === 'builtin'}
          disabled={model.testing || saving}
          onClick={onBuiltin}
        >
          {builtinBusy ? <Spinner /> : <Icon of={Cpu} />}
          <span>
            {providerName(builtin, t)} <small>{translate(t, builtin.hint)}</small>
          </span>
          <Badge tone="accent">{t('Works now')}</Badge>
        </button>
      )}
      {chosen?.id === 'builtin' && model.result?.success === false && <TestLine result={model.result} />}
      <p className={styles.divider}>{t('Or use a language model')}</p>
      <fieldset className={styles.providers} aria-label={t('AI provider')}>
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
    <label className="tile">
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
