import {
  formatMetricValue,
  message,
  metricFormats,
  type Message,
  type Metric,
  type MetricFormat,
} from '@parlance/contract'
import { useTranslation } from 'react-i18next'
import { translate } from '../../../lib/i18n.ts'
import { FieldFrame } from '../../../ui/field-frame.tsx'
import { Input } from '../../../ui/input.tsx'
import { Select } from '../../../ui/select.tsx'

const styleTexts: Record<MetricFormat['style'], Message> = {
  number: message('Number'),
  percent: message('Percent'),
  currency: message('Currency'),
}

/** A value whose format shows thousands and decimals; a share for percentages. */
const samples: Record<MetricFormat['style'], number> = { number: 1234.5678, currency: 1234.5678, percent: 0.123456 }

type Format = Pick<Metric, 'unit' | 'format'>

/** The unit of a metric's values, and how they look, with an example. */
export function FormatFields({ unit, format, onChange }: Format & { onChange: (format: Format) => void }) {
  const { t, i18n } = useTranslation()
  const style = format?.style ?? 'number'
  const choose = (chosen: string) => {
    const known = metricFormats.find((one) => one === chosen)
    onChange({ unit, format: known === undefined ? null : { style: known, decimals: format?.decimals ?? null } })
  }
  const setDecimals = (text: string) => {
    const decimals = text === '' ? null : Math.min(10, Math.max(0, Math.trunc(Number(text))))
    onChange({ unit, format: { style, decimals } })
  }
  return (
    <>
      <FieldFrame
        className="md:col-span-2"
        label={t('Unit')}
        optional
        hint={t('A currency such as EUR, or a word such as hours')}
      >
        {(control) => (
          <Input
            {...control}
            autoComplete="off"
            maxLength={50}
            value={unit ?? ''}
            onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
            onChange={({ target }) => onChange({ unit: target.value === '' ? null : target.value, format })}
          />
        )}
      </FieldFrame>
      <FieldFrame
        className="md:col-span-2"
        label={t('Format')}
        hint={t('Example: {value}', { value: formatMetricValue(samples[style], format, trimmed(unit), i18n.language) })}
      >
        {(control) => (
          <Select {...control} value={format?.style ?? ''} onChange={(event) => choose(event.target.value)}>
            <option value="">{t('Automatic')}</option>
            {metricFormats.map((one) => (
              <option key={one} value={one}>
                {translate(t, styleTexts[one])}
              </option>
            ))}
          </Select>
        )}
      </FieldFrame>
      <FieldFrame className="md:col-span-2" label={t('Decimals')} optional>
        {(control) => (
          <Input
            {...control}
            type="number"
            min={0}
            max={10}
            placeholder={t('Up to 2')}
            value={format?.decimals ?? ''}
            onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
            onChange={(event) => setDecimals(event.target.value)}
          />
        )}
      </FieldFrame>
    </>
  )
}

function trimmed(unit: string | null): string | null {
  const text = (unit ?? '').trim()
  return text === '' ? null : text
}
