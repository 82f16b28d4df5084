import type { Model, ProviderId } from '@parlance/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { RefreshCw } from 'lucide-react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { modelListKeys, refreshModels, type ModelPlace } from '../api/env-config.ts'
import { describeError } from '../lib/api-error.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { Icon } from '../ui/icon.tsx'
import { labelClass, hintClass } from '../ui/label.tsx'
import { Select } from '../ui/select.tsx'

const other = '\u0000other'

interface ModelFieldProps {
  className?: string
  /** Undefined until one is selected. */
  provider: ProviderId | undefined
  /** The models in the list; undefined while it is loading. */
  models: Model[] | undefined
  /** The provider recommends none: the user types a name, with the provider's models as suggestions. */
  isFree: boolean
  /** The input used to ask the provider itself. */
  place: ModelPlace
  value: string
  onChange: (model: string) => void
}

/** A list if the provider has one, a field for a model that is not in it, and a button to ask the provider. */
export function ModelField({ className, provider, models, isFree, place, value, onChange }: ModelFieldProps) {
  const { t } = useTranslation()
  const id = useId()
  const isListed = models?.some((model) => model.id === value) === true
  const [named, setNamed] = useState(value !== '' && models !== undefined && !isListed)
  const description = models?.find((model) => model.id === value)?.description ?? ''
  const isLoading = provider !== undefined && models === undefined
  const options = models?.map((model) => (
    <option key={model.id} value={model.id}>
      {model.name}
    </option>
  ))
  return (
    <div className={className}>
      {!isFree && (
        <>
          <label className={labelClass} htmlFor={id}>
            {t('Model')}
          </label>
          <Select
            id={id}
            disabled={provider === undefined || isLoading}
            aria-describedby={description === '' ? undefined : `${id}-hint`}
            value={named ? other : value}
            onChange={(event) => {
              setNamed(event.target.value === other)
              onChange(event.target.value === other ? '' : event.target.value)
            }}
          >
            <option value="">{isLoading ? t('Loading models...') : t('Choose a model')}</option>
            {options}
            {provider !== 'builtin' && <option value={other}>{t('Other model')}</option>}
          </Select>
          {description !== '' && (
            <p className={hintClass} id={`${id}-hint`}>
              {description}
            </p>
          )}
        </>
      )}
      {(named || isFree) && (
        <>
          <Field
            className={isFree ? undefined : 'mt-3'}
            label={t('Model name')}
            list={`${id}-models`}
            spellCheck={false}
            autoComplete="off"
            maxLength={200}
            placeholder={isFree ? 'qwen3-coder' : undefined}
            value={value}
            onChange={(event) => onChange(event.target.value)}
          />
          <datalist id={`${id}-models`}>{options}</datalist>
        </>
      )}
      {provider !== undefined && provider !== 'builtin' && <RefreshButton provider={provider} place={place} />}
    </div>
  )
}

/** Asks the provider for its current models, then updates every list on this page. */
function RefreshButton({ provider, place }: { provider: ProviderId; place: ModelPlace }) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const refresh = useMutation({
    mutationFn: () => refreshModels(provider, place),
    onSuccess: async () => {
      await Promise.all(modelListKeys(provider).map((queryKey) => queryClient.invalidateQueries({ queryKey })))
    },
  })
  return (
    <p className="mt-1.5 flex flex-wrap items-center gap-x-2 gap-y-1">
      <Button kind="quiet" size="small" disabled={refresh.isPending} onClick={() => refresh.mutate()}>
        <Icon of={RefreshCw} />
        {refresh.isPending ? t('Refreshing...') : t('Refresh models')}
      </Button>
      {refresh.isSuccess && (
        <output className="text-meta text-faint">
          {t('{n, plural, one {# model found.} other {# models found.}}', { n: refresh.data.models.length })}
        </output>
      )}
      {refresh.isError && (
        <span className="text-meta text-danger" role="alert">
          {describeError(refresh.error, t('Could not load the models.'))}
        </span>
      )}
    </p>
  )
}
