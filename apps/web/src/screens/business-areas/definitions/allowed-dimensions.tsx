import type { Metric } from '@parlance/contract'
import { TriangleAlert } from 'lucide-react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../../ui/icon.tsx'
import { SearchField } from '../../../ui/search-field.tsx'
import { FieldProblems } from '../security/field-problems.tsx'
import { problemsOfPart } from './definition-problems.ts'
import { useDefinitionSources } from './definition-sources.ts'
import { keyOfDefinition, type DefinitionFieldsProps } from './list-kind.ts'
import { useBlocked, type Blocked } from './use-blocked.ts'
import { cn } from '../../../lib/cn.ts'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { Summary } from '../../../ui/summary.tsx'

const shownWithoutSearch = 10

interface AllowedDimensionsProps extends Pick<DefinitionFieldsProps<never>, 'problems'> {
  /** The metric's name. */
  metric: string
  value: Metric['dimensions']
  onChange: (value: Metric['dimensions']) => void
}

const listClass = 'mt-2 grid max-h-70 gap-1 overflow-auto'
const itemClass = 'flex flex-wrap items-baseline gap-x-2.5 gap-y-0.5 wrap-anywhere'

/** What a metric may be grouped by: everything that counts no row twice, or only some of it. */
export function AllowedDimensions({ metric, value, problems, onChange }: AllowedDimensionsProps) {
  const { t } = useTranslation()
  const name = useId()
  const { definitions } = useDefinitionSources()
  const blocked = useBlocked(metric)
  const names = definitions.dimensions.map((dimension) => dimension.name).filter((one) => one.trim() !== '')
  const free = names.filter((one) => !isBlocked(one, blocked))
  return (
    <fieldset className="col-span-full min-w-0" aria-label={t('Grouped by')}>
      <span className="mb-1.5 block text-dense font-medium" aria-hidden>
        {t('Grouped by')}
      </span>
      <div className="grid gap-1">
        <Checkbox
          className="max-md:min-h-11"
          type="radio"
          name={name}
          checked={value === null}
          onChange={() => onChange(null)}
        >
          {t('Every dimension that counts no row twice')}
          {value === null && names.length > 0 && blocked !== null && (
            <span className="text-meta text-faint">
              {t('{n, number} of {all, number}', { n: free.length, all: names.length })}
            </span>
          )}
        </Checkbox>
        <Checkbox
          className="max-md:min-h-11"
          type="radio"
          name={name}
          checked={value !== null}
          onChange={() => onChange(free)}
        >
          {t('Only these dimensions')}
        </Checkbox>
      </div>
      {value === null && <BlockedList names={names} blocked={blocked} />}
      {value !== null && <ChosenDimensions names={names} value={value} blocked={blocked} onChange={onChange} />}
      <FieldProblems id={`${name}-problems`} problems={problemsOfPart(problems, 'dimensions')} />
    </fieldset>
  )
}

/** The dimensions that the metric can't be grouped by, and why. */
function BlockedList({ names, blocked }: { names: string[]; blocked: Blocked | null }) {
  const { t } = useTranslation()
  const listed = names.filter((name) => isBlocked(name, blocked))
  if (listed.length === 0) return null
  return (
    <details className="mt-1.5 ps-6.5">
      <Summary className="text-meta">
        {t('{n, plural, one {# dimension is} other {# dimensions are}} not available', { n: listed.length })}
      </Summary>
      <ul className={listClass}>
        {listed.map((name) => (
          <li key={name} className={itemClass}>
            <b>{name}</b>
            <Reason name={name} blocked={blocked} />
          </li>
        ))}
      </ul>
    </details>
  )
}

interface ChosenDimensionsProps {
  names: string[]
  value: string[]
  blocked: Blocked | null
  onChange: (value: string[]) => void
}

function ChosenDimensions({ names, value, blocked, onChange }: ChosenDimensionsProps) {
  const { t } = useTranslation()
  const [search, setSearch] = useState('')
  const chosen = new Set(value.map(keyOfDefinition))
  const known = new Set(names.map(keyOfDefinition))
  // A chosen dimension that is gone stays in the list, so that it can be removed.
  const all = [...names, ...value.filter((name) => !known.has(keyOfDefinition(name)))]
  const shown = all.filter((name) => keyOfDefinition(name).includes(keyOfDefinition(search)))
  const toggle = (name: string) =>
    onChange(
      chosen.has(keyOfDefinition(name))
        ? value.filter((other) => keyOfDefinition(other) !== keyOfDefinition(name))
        : [...value, name],
    )
  if (all.length === 0) return <p className="mt-1.5 text-meta text-faint">{t('This area has no dimensions yet.')}</p>
  return (
    <>
      {all.length > shownWithoutSearch && (
        <SearchField
          label={t('Search dimensions')}
          placeholder={t('Search dimensions')}
          value={search}
          onChange={setSearch}
        />
      )}
      <ul className={cn(listClass, 'ps-6.5')}>
        {shown.map((name) => {
          const isChosen = chosen.has(keyOfDefinition(name))
          return (
            <li key={name} className={itemClass}>
              <Checkbox
                className="max-md:min-h-11"
                checked={isChosen}
                disabled={!isChosen && isBlocked(name, blocked)}
                onChange={() => toggle(name)}
              >
                {name}
              </Checkbox>
              <Reason name={name} blocked={blocked} />
            </li>
          )
        })}
      </ul>
    </>
  )
}

function Reason({ name, blocked }: { name: string; blocked: Blocked | null }) {
  const reason = blocked?.get(keyOfDefinition(name))
  return (
    reason !== undefined && (
      <span className="flex gap-1.5 text-[12px]/4.5 text-warning">
        <Icon of={TriangleAlert} small className="mt-0.5" />
        <span>{reason}</span>
      </span>
    )
  )
}

function isBlocked(name: string, blocked: Blocked | null): boolean {
  return blocked?.has(keyOfDefinition(name)) ?? false
}
