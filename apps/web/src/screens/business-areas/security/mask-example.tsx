import type { ColumnMask } from '@parlance/contract'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { cn } from '../../../lib/cn.ts'
import { maskedExample, sampleValue, type MaskedExample } from '../../../lib/security/mask-example.ts'
import styles from './rules.module.css'

/** What a mask turns a value into. */
export function MaskExample({ mask, column }: { mask: ColumnMask; column: string }) {
  const { t } = useTranslation()
  const sample = sampleValue(mask, column)
  const example = maskedExample(mask, sample)
  if (example.kind === 'none')
    return <span className={cn('meta muted', styles.example)}>{t('Not available to users')}</span>
  if (example.kind === 'unknown') {
    return <span className={cn('meta muted', styles.example)}>{t('Result of the SQL expression')}</span>
  }
  return (
    <span className={cn('meta muted', styles.example)}>
      <span aria-hidden>
        <bdi className="mono">{sample}</bdi> →{' '}
        {example.kind === 'value' && example.text !== '' && <bdi className="mono">{example.text}</bdi>}
        {example.kind === 'value' && example.text === '' && <i>{t('empty text')}</i>}
        {example.kind === 'null' && <i>NULL</i>}
        {example.kind === 'hash' && t('16 characters, the same for equal values')}
      </span>
      <span className="sr-only">{sentenceOf(example, sample, t)}</span>
    </span>
  )
}

/** The example for screen readers. */
function sentenceOf(example: MaskedExample, sample: string, t: TFunction): string {
  if (example.kind === 'null') return t('{sample} becomes NULL', { sample })
  if (example.kind === 'hash') return t('{sample} becomes 16 characters, the same for equal values', { sample })
  const text = example.kind === 'value' ? example.text : ''
  return text === '' ? t('{sample} becomes empty text', { sample }) : t('{sample} becomes {text}', { sample, text })
}
