import { getRouteApi } from '@tanstack/react-router'
import type { AreaTab } from '../../lib/area-tabs.ts'
import type { DefinitionPlace } from './definitions/definition-place.ts'

const route = getRouteApi('/administration/business-areas/$areaId')

/** What the page of an area shows, which its address contains: the tab, the definition, and the draft. */
export function useAreaPlace() {
  const { section: tab = 'basics', list = 'metrics', definition = null, form } = route.useSearch()
  const navigate = route.useNavigate()
  return {
    tab,
    definition: { list, name: definition },
    /** Whether the page shows the draft instead of the published area. */
    isDraft: form === 'draft',
    openTab: (next: AreaTab) => void navigate({ search: { section: next === 'basics' ? undefined : next, form } }),
    openDefinition: ({ list: shown, name }: DefinitionPlace) =>
      void navigate({
        search: {
          section: 'definitions',
          form,
          list: shown === 'metrics' ? undefined : shown,
          definition: name ?? undefined,
        },
        // Back leaves the tab, not the definition.
        replace: true,
        resetScroll: false,
      }),
    /** Asks first if input would be lost, unless it `isSaved`. */
    openDraft: (isOpen: boolean, isSaved = false) =>
      void navigate({
        search: (now) => ({ ...now, form: isOpen ? 'draft' : undefined }),
        resetScroll: false,
        ignoreBlocker: isSaved,
      }),
  }
}
