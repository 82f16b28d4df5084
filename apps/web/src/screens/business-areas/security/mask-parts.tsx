import type { AreaProblem, ColumnMask } from '@parlance/contract'
import type { TFunction } from 'i18next'
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
          className="mt-2 [&_input]:h-(--control-sm)"
          label={t('Pattern')}
          hint={patternHint(mask.pattern ?? '#', t)}
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
          className="mt-2 [&_input]:h-(--control-sm)"
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
        <div className="mt-2">
          <ConditionField
            label={t('Mask expression')}
            value={mask.sql ?? ''}
            words={noWords}
            loadWords={loadWords}
            placeholder="substr(city, 1, 1)"
            problems={problems}
            onChange={(sql) => onChange({ ...mask, sql })}
          />
          <p className="mt-1.5 text-meta text-faint">
            {t('An SQL expression that uses columns of the same row. Subqueries are not allowed.')}
          </p>
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

function patternHint(pattern: string, t: TFunction): string {
  if (pattern.includes('#')) {
    return t(
      'Each # shows one character from the end of the value, up to half of its characters. The rest of the pattern appears unchanged.',
    )
  }
  return pattern.includes('@') ? t('Email addresses show only their domain.') : t('This text replaces every value.')
}
