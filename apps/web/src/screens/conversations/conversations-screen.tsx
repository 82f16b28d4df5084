import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { allAreasQuery } from '../../api/areas.ts'
import { conversationListQuery } from '../../api/conversation-list.ts'
import { configurationsQuery } from '../../api/databases.ts'
import { SearchFilters } from '../../components/search-filters.tsx'
import { SubNavigation } from '../../components/sub-navigation.tsx'
import { describeError } from '../../lib/api-error.ts'
import { useDocumentTitle } from '../../lib/use-document-title.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Note } from '../../ui/note.tsx'
import { conversationPages } from './conversation-pages.ts'
import { filterOf, noFilters, type ConversationSearch } from './conversation-search.ts'
import { ConversationTable } from './conversation-table.tsx'
import { PageHead } from '../../components/page.tsx'

const route = getRouteApi('/administration/conversations')

/** Everyone's conversations for administrators: who asked where, how many questions, and how they were rated. */
export function ConversationsScreen() {
  const { t } = useTranslation()
  useDocumentTitle(t('Conversations'))
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const handleSearch = (change: Partial<ConversationSearch>) =>
    void navigate({ search: (current) => ({ ...current, ...change }), replace: true })
  return (
    <main className="w-full max-w-[1408px] px-8 pb-12 max-md:px-4 max-md:pb-8">
      <PageHead>
        <div>
          <h1>{t('Conversations')}</h1>
          <p>
            {t(
              'Who asked, where, and with what result. Questions and answers stay with the person who asked, because they can contain values that you may not see.',
            )}
          </p>
        </div>
      </PageHead>
      <SubNavigation label={t('Conversations')} pages={conversationPages(t)} />
      <Filters search={search} onSearch={handleSearch} />
      {search.conversation !== undefined && (
        <p className="-mt-2 mb-4 flex items-center gap-2">
          {t('Only one conversation')}
          <Button
            kind="quiet"
            size="small"
            square
            aria-label={t('Show all conversations')}
            onClick={() => handleSearch({ conversation: undefined })}
          >
            <Icon of={X} />
          </Button>
        </p>
      )}
      <Conversations search={search} onUser={(user) => handleSearch({ user })} />
    </main>
  )
}

interface FiltersProps {
  search: ConversationSearch
  onSearch: (change: Partial<ConversationSearch>) => void
}

function Filters({ search, onSearch }: FiltersProps) {
  const { t } = useTranslation()
  const databases = useQuery(configurationsQuery).data ?? []
  const areas = useQuery(allAreasQuery).data ?? []
  const choices = [
    { name: 'user', label: t('User'), all: t('All users'), options: 'users' },
    {
      name: 'database',
      label: t('Database'),
      all: t('All databases'),
      options: databases.map(({ config_id: value, name: label }) => ({ value, label })),
    },
    {
      name: 'area',
      label: t('Business area'),
      all: t('All business areas'),
      options: areas.map(({ area_id: value, area_name: label }) => ({ value, label })),
    },
    {
      name: 'show',
      label: t('Result'),
      all: t('All results'),
      options: [
        { value: 'wrong', label: t('Reported as wrong') },
        { value: 'right', label: t('Rated as right') },
        { value: 'failed', label: t('Without an answer') },
      ],
    },
  ] as const
  return (
    <SearchFilters
      choices={choices}
      search={search}
      onChange={(name, value) => onSearch({ [name]: value })}
      onClear={() => onSearch(noFilters)}
    />
  )
}

function Conversations({ search, onUser }: { search: ConversationSearch; onUser: (userId: string) => void }) {
  const { t } = useTranslation()
  const list = useInfiniteQuery(conversationListQuery(filterOf(search)))
  const conversations = list.data?.pages.flatMap((page) => page.conversations) ?? []
  return (
    <>
      {list.isPending && <p className="text-muted">{t('Loading conversations...')}</p>}
      {list.data !== undefined && conversations.length === 0 && (
        <p className="text-muted py-12 text-center">
          {search.conversation === undefined
            ? t('No conversations match these filters.')
            : t('This conversation has no question, or was deleted.')}
        </p>
      )}
      {conversations.length > 0 && <ConversationTable conversations={conversations} onUser={onUser} />}
      {list.isError && (
        <Note tone="danger">
          <p>{describeError(list.error, t('Could not load the conversations. Try again.'))}</p>
          <Button
            size="small"
            className="mt-2"
            disabled={list.isFetching}
            onClick={() => void (list.data === undefined ? list.refetch() : list.fetchNextPage())}
          >
            {t('Retry')}
          </Button>
        </Note>
      )}
      {list.hasNextPage && !list.isError && (
        <Button
          className="mx-auto mt-4 flex"
          disabled={list.isFetchingNextPage}
          onClick={() => void list.fetchNextPage()}
        >
          {list.isFetchingNextPage ? t('Loading...') : t('Show more')}
        </Button>
      )}
    </>
  )
}
