import type { AreaListItem } from '@parlance/contract'
import { Search, X } from 'lucide-react'
import { useDeferredValue, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { AreaCard } from './area-card.tsx'
import type { AreaActions } from './use-area-actions.ts'
import { cardListClass } from '../../components/page.tsx'
import { cardGridClass } from '../../components/card.tsx'
import { Input } from '../../ui/input.tsx'

const pageSize = 50
/** The number of areas from which the search field is shown. */
const searchFrom = 6

interface AreaListProps {
  areas: AreaListItem[]
  actions: AreaActions
  onOpen: (area: AreaListItem) => void
}

/** The areas as cards, fifty at a time. */
export function AreaList({ areas, actions, onOpen }: AreaListProps) {
  const { t } = useTranslation()
  const [search, setSearch] = useState('')
  const [shown, setShown] = useState(pageSize)
  const list = useRef<HTMLElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const found = findAreas(areas, useDeferredValue(search))
  const rest = found.length - shown
  const clear = () => {
    setSearch('')
    input.current?.focus()
  }
  return (
    <section className={cardListClass} aria-label={t('Business areas')} ref={list} tabIndex={-1}>
      {areas.length >= searchFrom && (
        <div className="flex max-w-[420px] items-center gap-2">
          <Icon of={Search} className="text-faint" />
          <Input
            ref={input}
            type="search"
            dir="auto"
            aria-label={t('Search business areas')}
            placeholder={t('Search business areas...')}
            value={search}
            onChange={(event) => {
              setSearch(event.target.value)
              setShown(pageSize)
            }}
          />
          {search !== '' && (
            <Button kind="quiet" size="small" square aria-label={t('Clear search')} onClick={clear}>
              <Icon of={X} />
            </Button>
          )}
          <output className="sr-only">
            {search === ''
              ? ''
              : t('{n, plural, one {# business area found} other {# business areas found}}', { n: found.length })}
          </output>
        </div>
      )}
      {found.length === 0 && (
        <p className="text-muted">
          {t('No business areas match "{search}".', { search })}{' '}
          <Button size="small" onClick={clear}>
            {t('Clear search')}
          </Button>
        </p>
      )}
      <div className={cardGridClass}>
        {found.slice(0, shown).map((area) => (
          <AreaCard
            key={area.area_id}
            area={area}
            actions={actions}
            onOpen={() => onOpen(area)}
            onRemoved={() => list.current?.focus()}
          />
        ))}
      </div>
      {rest > 0 && (
        <Button onClick={() => setShown(shown + pageSize)}>
          {t('Show {n, number} more', { n: Math.min(rest, pageSize) })}
        </Button>
      )}
    </section>
  )
}

/** Searches by name, description, application and owner. */
function findAreas(areas: AreaListItem[], search: string): AreaListItem[] {
  const wanted = search.trim().toLowerCase()
  if (wanted === '') return areas
  return areas.filter(({ area_name, description, application_name, owner_name }) =>
    [area_name, description, application_name, owner_name].some((text) => text?.toLowerCase().includes(wanted)),
  )
}
