import type { Metric } from '@parlance/contract'
import { useTranslation } from 'react-i18next'
import { translate } from '../../../lib/i18n.ts'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { FieldFrame } from '../../../ui/field-frame.tsx'
import { Input } from '../../../ui/input.tsx'
import { Select } from '../../../ui/select.tsx'
import { FieldProblems } from '../security/field-problems.tsx'
import { problemsOfPart } from './definition-problems.ts'
import { keyOfDefinition, type DefinitionFieldsProps } from './list-kind.ts'

interface DeprecationFieldProps extends Pick<DefinitionFieldsProps<never>, 'gaps' | 'problems'> {
  name: string
  value: Metric['deprecated']
  /** The names of all definitions of the same kind. */
  names: string[]
  onChange: (value: Metric['deprecated']) => void
}

/** Whether a definition should no longer be used, why, and what to use instead. */
export function DeprecationField({ name, value, names, gaps, problems, onChange }: DeprecationFieldProps) {
  const { t } = useTranslation()
  const gap = gaps.get('reason')
  const others = names.filter((other) => keyOfDefinition(other) !== keyOfDefinition(name) && other.trim() !== '')
  const isUnknown = value !== null && value.use_instead !== null && !others.includes(value.use_instead)
  return (
    <>
      <Checkbox
        className="max-md:min-h-11 md:col-span-6"
        checked={value !== null}
        onChange={({ target }) => onChange(target.checked ? { reason: '', use_instead: null } : null)}
      >
        {t('Deprecated')}
        <span className="text-meta text-faint">{t('It should no longer be used')}</span>
      </Checkbox>
      {value !== null && (
        <>
          <FieldFrame
            className="md:col-span-3"
            label={t('Why it should no longer be used')}
            error={gap === undefined ? undefined : translate(t, gap)}
          >
            {(control) => (
              <Input
                {...control}
                dir="auto"
                autoComplete="off"
                maxLength={500}
                value={value.reason}
                onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
                onChange={(event) => onChange({ ...value, reason: event.target.value })}
              />
            )}
          </FieldFrame>
          <div className="md:col-span-3">
            <FieldFrame label={t('Use instead')} optional>
              {(control) => (
                <Select
                  {...control}
                  value={value.use_instead ?? ''}
                  onChange={({ target }) =>
                    onChange({ ...value, use_instead: target.value === '' ? null : target.value })
                  }
                >
                  <option value="">{t('Nothing')}</option>
                  {isUnknown && <option value={value.use_instead ?? ''}>{value.use_instead}</option>}
                  {others.map((other) => (
                    <option key={other} value={other}>
                      {other}
                    </option>
                  ))}
                </Select>
              )}
            </FieldFrame>
            <FieldProblems id="" problems={problemsOfPart(problems, 'use_instead')} />
          </div>
        </>
      )}
    </>
  )
}
