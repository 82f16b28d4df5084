import type { AreaProblem, Definitions } from '@parlance/contract'
import { TriangleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { formatCount } from '../../../lib/format.ts'
import { translate } from '../../../lib/i18n.ts'
import { Icon } from '../../../ui/icon.tsx'
import { Segments } from '../../../ui/segments.tsx'
import { problemsOfList } from './definition-problems.ts'
import { listNames, type ListName } from './definition-place.ts'
import { listKinds } from './list-kinds.ts'

interface ListSwitchProps {
  value: ListName
  definitions: Definitions
  problems: readonly AreaProblem[]
  onChange: (list: ListName) => void
}

/** Switches between the kinds of definitions; each says how many there are, and whether some have problems. */
export function ListSwitch({ value, definitions, problems, onChange }: ListSwitchProps) {
  const { t } = useTranslation()
  return (
    <Segments className="mb-3 max-w-full flex-wrap" aria-label={t('Kind of definition')}>
      {listNames.map((name) => {
        const own = problemsOfList(problems, name)
        const hasErrors = own.some(({ severity }) => severity === 'error')
        const count = definitions[name].length
        return (
          <button key={name} type="button" aria-pressed={name === value} onClick={() => onChange(name)}>
            {translate(t, listKinds[name].title)}{' '}
            {count > 0 && <span className="text-faint tabular-nums">{formatCount(count)}</span>}{' '}
            {own.length > 0 && (
              <span className={hasErrors ? 'text-danger' : 'text-warning'}>
                <Icon of={TriangleAlert} small />
                <span className="sr-only">
                  {t('{n, plural, one {# problem} other {# problems}}', { n: own.length })}
                </span>
              </span>
            )}
          </button>
        )
      })}
    </Segments>
  )
}
