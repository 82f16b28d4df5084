import type { ColumnMask } from '@parlance/contract'
import { useTranslation } from 'react-i18next'
import { maskedExample, sampleValue } from '../../../lib/security/mask-example.ts'

/** What a mask turns a value into. */
export function MaskExample({ mask, column }: { mask: ColumnMask; column: string }) {
  const { t } = useTranslation()
  const sample = sampleValue(mask, column)
  const example = maskedExample(mask, sample)
  if (example.kind === 'none') return <span className="meta muted sec-example">{t('refused when asked for')}</span>
  if (example.kind === 'unknown') {
    return <span className="meta muted sec-example">{t('what the SQL gives')}</span>
  }
  return (
    <span className="meta muted sec-example">
      <bdi className="mono">{sample}</bdi>
      <span aria-hidden> → </span>
      <span className="vh"> {t('becomes')} </span>
      {example.kind === 'value' && example.text !== '' && <bdi className="mono">{example.text}</bdi>}
      {example.kind === 'value' && example.text === '' && <i>{t('an empty text')}</i>}
      {example.kind === 'null' && <i>NULL</i>}
      {example.kind === 'hash' && t('16 characters, equal for equal values')}
    </span>
  )
}
