import type { AreaProblem, ColumnMask } from '@parlance/contract'
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import { Field } from '../../../ui/field.tsx'
import { ConditionField } from './condition-field.tsx'
import { RangesEditor } from './ranges-editor.tsx'

interface MaskPartsProps {
  mask: ColumnMask
  isSimple: boolean
  loadWords: () => Promise<string[]>
  problems: readonly AreaProblem[]
  onChange: (mask: ColumnMask) => void
}

/** The settings that a kind of mask needs. */
export function MaskParts({ mask, isSimple, loadWords, problems, onChange }: MaskPartsProps): ReactElement | null {
  const { t } = useTranslation()
  switch (mask.mask_type) {
    case 'partial':
      return isSimple ? null : (
        <Field
          className="sec-part"
          label={t('Pattern')}
          hint={t(patternHint(mask.pattern ?? '#'))}
          maxLength={200}
          autoComplete="off"
          spellCheck={false}
          placeholder="XXXX-####"
          value={mask.pattern ?? ''}
          onChange={(event) => onChange(withPattern(mask, event.target.value))}
        />
      )
    case 'replace':
      return (
        <Field
          className="sec-part"
          label={t('Text')}
          maxLength={1000}
          autoComplete="off"
          dir="auto"
          placeholder="***"
          value={mask.replacement ?? ''}
          onChange={(event) => onChange({ ...mask, replacement: event.target.value })}
        />
      )
    case 'range':
      return <RangesEditor ranges={mask.ranges ?? []} onChange={(ranges) => onChange({ ...mask, ranges })} />
    case 'custom':
      return (
        <div className="sec-part">
          <ConditionField
            label={t('SQL of the mask')}
            value={mask.sql ?? ''}
            words={noWords}
            loadWords={loadWords}
            placeholder="substr(city, 1, 1)"
            problems={problems}
            onChange={(sql) => onChange({ ...mask, sql })}
          />
          <p className="hint">{t('An expression over the columns of the same row, without a subquery.')}</p>
        </div>
      )
    case 'null':
    case 'hash':
    case 'disallow':
      return null
  }
}

const noWords: string[] = []

/** An empty pattern means the default one. */
function withPattern(mask: ColumnMask, pattern: string): ColumnMask {
  const { pattern: _, ...rest } = mask
  return pattern === '' ? rest : { ...mask, pattern }
}

function patternHint(pattern: string): string {
  if (pattern.includes('#')) {
    return '# shows a character from the right end, at most half of them; all else is printed as it is.'
  }
  return pattern.includes('@') ? 'An address shows its own domain.' : 'Every value shows this text.'
}
