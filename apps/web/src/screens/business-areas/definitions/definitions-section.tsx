import { noDefinitions, type AreaProblem, type Definitions } from '@parlance/contract'
import { useCallback, useEffect, useMemo, useRef, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Section } from '../form/section.tsx'
import { DefinitionList, type DefinitionListProps } from './definition-list.tsx'
import { problemsOfList } from './definition-problems.ts'
import { DefinitionSourcesProvider, type DefinitionSources } from './definition-sources.ts'
import { listNames, type DefinitionPlace, type ListName } from './definition-place.ts'
import { gapsOf, type ItemOf } from './list-kind.ts'
import { listKinds } from './list-kinds.ts'
import { ListSwitch } from './list-switch.tsx'
import { ReadOnlyDefinitions } from './read-only-definitions.tsx'

export interface DefinitionsSectionProps extends Omit<DefinitionSources, 'definitions'> {
  value: Definitions
  /** The saved definitions; null if the area is new. */
  stored: Definitions | null
  readOnly: boolean
  problems: readonly AreaProblem[]
  /** How often a definition was used in the last 30 days; null if it is not known. */
  usesOf: (list: ListName, name: string) => number | null
  /** How often saving was attempted, and whether it was refused because of a definition. */
  attempts: number
  isRefused: boolean
  place: DefinitionPlace
  onPlace: (place: DefinitionPlace) => void
  onChange: (change: (now: Definitions) => Definitions) => void
  /** Null if there is nothing to preview yet. */
  onPreview: ((list: ListName, name: string) => void) | null
  /** Buttons for all definitions. */
  actions?: ReactNode
  /** What is shown above the lists. */
  notes?: ReactNode
}

/** What the area's words mean: metrics, dimensions, filters, default dates, and synonyms of values. */
export function DefinitionsSection(props: DefinitionsSectionProps) {
  const { t } = useTranslation()
  const { value, readOnly, problems, place, onPlace, tables, columnsOf, joins, areaJoins, areaId } = props
  const sources = useMemo(
    () => ({ tables, columnsOf, joins, areaJoins, areaId, definitions: value }),
    [tables, columnsOf, joins, areaJoins, areaId, value],
  )
  useIncompleteList(props)
  const count = listNames.reduce((sum, name) => sum + value[name].length, 0)
  return (
    <Section
      id="definitions"
      title={t('Definitions')}
      note={t('{n, plural, one {# definition} other {# definitions}}', { n: count })}
      action={props.actions}
    >
      {readOnly ? (
        <ReadOnlyDefinitions value={value} />
      ) : (
        <DefinitionSourcesProvider value={sources}>
          <p className="mb-3 max-w-(--measure) text-muted">
            {t('Definitions say what your words mean, so that each answer computes them the same way.')}
          </p>
          {props.notes}
          <ListSwitch
            value={place.list}
            definitions={value}
            problems={problems}
            onChange={(list) => onPlace({ list, name: null })}
          />
          <ShownList key={place.list} {...props} name={place.list} />
        </DefinitionSourcesProvider>
      )}
    </Section>
  )
}

/** After a refused attempt to save, shows the first list with an incomplete definition. */
function useIncompleteList({ value, attempts, isRefused, place, onPlace }: DefinitionsSectionProps): void {
  const seen = useRef(attempts)
  useEffect(() => {
    if (seen.current === attempts) return
    seen.current = attempts
    if (!isRefused || isIncomplete(value, place.list)) return
    const list = listNames.find((name) => isIncomplete(value, name))
    if (list !== undefined) onPlace({ list, name: null })
  }, [value, attempts, isRefused, place, onPlace])
}

function isIncomplete(value: Definitions, list: ListName): boolean {
  const { schema } = listKinds[list]
  return value[list].some((item) => gapsOf(schema, item).size > 0)
}

/** The list with its type: TypeScript relates the kind and the items of one name only in a generic function. */
function ShownList<Name extends ListName>({ name, ...props }: DefinitionsSectionProps & { name: Name }) {
  const { value, stored, place, onPlace, onChange, onPreview, usesOf } = props
  const lists: { [L in ListName]: ItemOf<L>[] } = value
  const saved: { [L in ListName]: ItemOf<L>[] } = stored ?? noDefinitions
  const onItems = useCallback(
    (items: ItemOf<Name>[]) => onChange((now) => ({ ...now, [name]: items })),
    [onChange, name],
  )
  const kind = listKinds[name]
  const list: DefinitionListProps<Name> = {
    name,
    kind,
    items: lists[name],
    stored: saved[name],
    definitions: value,
    problems: problemsOfList(props.problems, name),
    usesOf: (definition) => usesOf(name, definition),
    isChecked: props.isRefused,
    opened: place.name,
    onOpened: (opened) => onPlace({ list: name, name: opened }),
    onItems,
    onPreview: onPreview === null ? null : (item) => onPreview(name, kind.nameOf(item)),
    onOthers: onChange,
  }
  return <DefinitionList {...list} />
}
