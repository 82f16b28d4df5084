import { definitionLimits } from '@parlance/contract'
import { useTranslation } from 'react-i18next'
import { translate } from '../../../lib/i18n.ts'
import { FieldFrame } from '../../../ui/field-frame.tsx'
import { Input } from '../../../ui/input.tsx'
import { Textarea } from '../../../ui/textarea.tsx'
import { SynonymsField } from '../form/synonyms-field.tsx'
import { FieldProblems } from '../security/field-problems.tsx'
import { problemsOfPart } from './definition-problems.ts'
import type { DefinitionFieldsProps } from './list-kind.ts'

interface Described {
  name: string
  description: string | null
  synonyms: string[]
}

interface DescribedFieldsProps<Item extends Described> extends Pick<
  DefinitionFieldsProps<Item>,
  'item' | 'gaps' | 'problems'
> {
  /** An example of a name. */
  placeholder: string
  onChange: (change: Described) => void
}

/** What people call a definition, and what it means. */
export function DescribedFields<Item extends Described>(props: DescribedFieldsProps<Item>) {
  const { t } = useTranslation()
  const { item, gaps, problems, placeholder, onChange } = props
  const { name, description, synonyms } = item
  const described = { name, description, synonyms }
  const gap = gaps.get('name')
  return (
    <>
      <div className="md:col-span-3">
        <FieldFrame label={t('Name')} error={gap === undefined ? undefined : translate(t, gap)}>
          {(control) => (
            <Input
              {...control}
              data-first
              dir="auto"
              autoComplete="off"
              maxLength={definitionLimits.name}
              placeholder={placeholder}
              value={name}
              onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
              onChange={(event) => onChange({ ...described, name: event.target.value })}
            />
          )}
        </FieldFrame>
        <FieldProblems id="" problems={problemsOfPart(problems, 'name')} />
      </div>
      <SynonymsField
        className="md:col-span-3"
        label={t('Synonyms')}
        value={synonyms}
        onChange={(next) => onChange({ ...described, synonyms: next })}
      />
      <FieldFrame className="md:col-span-6" label={t('Description')} optional>
        {(control) => (
          <Textarea
            {...control}
            rows={2}
            dir="auto"
            maxLength={definitionLimits.description}
            value={description ?? ''}
            onChange={({ target: { value } }) => onChange({ ...described, description: value === '' ? null : value })}
          />
        )}
      </FieldFrame>
    </>
  )
}
