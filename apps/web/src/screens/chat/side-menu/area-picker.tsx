import { allTablesLimit, type AreaListItem } from '@parlance/contract'
import { Link } from '@tanstack/react-router'
import { Globe, Layers, Lock, Table2, type LucideIcon } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { cn } from '../../../lib/cn.ts'
import { cutAtSign, shorten } from '../../../lib/format.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Note } from '../../../ui/note.tsx'
import { SearchField } from '../../../ui/search-field.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import type { Chat } from '../state/use-chat.ts'
import type { NoArea } from '../state/use-scope.ts'
import { tablesText } from './tables-text.ts'
import { linkClass, LinkButton } from '../../../ui/link-button.tsx'

const ownerLength = 15
/** The number of areas from which the search field is shown. */
const searchFrom = 20
const noticeClass = 'px-2 py-1 text-xs/[18px] text-muted'

/** The business areas of the selected database's application, or what to do if there are none. */
export function AreaPicker({ chat, onOpen }: { chat: Chat; onOpen: (form?: string) => void }) {
  const { t } = useTranslation()
  const { areas, areaList, noArea, database, tableCount } = chat.scope
  const [search, setSearch] = useState('')
  if (database === null) return <p className={noticeClass}>{t('Choose a database first.')}</p>
  if (areas.isPending)
    return (
      <div className={noticeClass} aria-hidden>
        <Skeleton />
      </div>
    )
  if (areas.isError) {
    return (
      <Note tone="danger">
        <p>
          {t('Failed to load business areas. Please try refreshing the page or contact support if the issue persists.')}
        </p>
        <Button size="small" className="mt-2" onClick={() => void areas.refetch()}>
          {t('Retry')}
        </Button>
      </Note>
    )
  }
  const isAdmin = chat.user.role === 'ADMIN'
  const isSearched = areaList.length >= searchFrom
  const wanted = isSearched ? search.trim().toLowerCase() : ''
  const found = areaList.filter(({ area_name: name }) => name.toLowerCase().includes(wanted))
  return (
    <>
      {isSearched && (
        <SearchField
          className="mb-1 flex-none px-2"
          label={t('Search business areas')}
          placeholder={t('Search business areas...')}
          value={search}
          onChange={setSearch}
        />
      )}
      <fieldset // A field set is as wide as its longest line unless told otherwise.
        className="max-h-75 min-w-0 flex-none overflow-auto"
        aria-label={t('Business area')}
      >
        {(noArea === null || noArea === 'none') && (
          <Choice
            icon={Table2}
            name={t('All Tables')}
            checked={chat.area === null && areaList.length === 0}
            count={tableCount}
            onChoose={() => void chat.changeArea(null)}
          />
        )}
        {found.map((area) => (
          <AreaChoice key={area.area_id} area={area} isAdmin={isAdmin} chat={chat} />
        ))}
        {isSearched && found.length === 0 && (
          <p className={noticeClass}>{t('No business areas match "{search}".', { search: search.trim() })}</p>
        )}
      </fieldset>
      {noArea !== null && (
        <EmptyPrompt isAdmin={isAdmin} reason={noArea} databaseId={database.id} onCreate={() => onOpen('new')} />
      )}
      <button
        type="button"
        className="flex-none self-start px-2 py-1 text-dense text-muted hover:text-ink"
        onClick={() => onOpen()}
      >
        {isAdmin ? t('Configure business areas') : t('View all business areas')}
      </button>
    </>
  )
}

interface EmptyPromptProps {
  isAdmin: boolean
  reason: NoArea
  databaseId: string
  onCreate: () => void
}

function EmptyPrompt({ isAdmin, reason, databaseId, onCreate }: EmptyPromptProps) {
  const { t } = useTranslation()
  const texts: Record<NoArea, string> = {
    none: t('No business areas yet. Questions can use any table.'),
    many: t('This database has more than {n, number} tables, so questions need a business area.', {
      n: allTablesLimit,
    }),
    inactive: t('All business areas that you can use in this database are inactive.'),
    others: t("You don't have access to any business area of this database."),
  }
  return (
    <>
      <p className={noticeClass}>{texts[reason]}</p>
      <p className={noticeClass}>
        {isAdmin && reason === 'many' && (
          // A proposal runs queries, so it starts only on a click.
          <Link
            className={cn(linkClass, 'max-md:min-h-11')}
            to="/business-areas/propose/$configId"
            params={{ configId: databaseId }}
            preload={false}
          >
            {t('Set up business areas')}
          </Link>
        )}
        {isAdmin && (reason === 'none' || reason === 'others') && (
          <LinkButton className="max-md:min-h-11" onClick={onCreate}>
            {t('Create business area')}
          </LinkButton>
        )}
        {!isAdmin && t('Please contact your administrator')}
      </p>
    </>
  )
}

function AreaChoice({ area, isAdmin, chat }: { area: AreaListItem; isAdmin: boolean; chat: Chat }) {
  const { t } = useTranslation()
  const owner = area.owner_name === null ? null : cutAtSign(area.owner_name)
  const looks: Record<AreaListItem['visibility'], { icon: LucideIcon; title: string }> = {
    public: {
      icon: Globe,
      title: owner === null ? t('Public area') : t('Public area created by {owner}', { owner }),
    },
    private: { icon: Lock, title: t('Private area (only visible to you)') },
    restricted: { icon: Layers, title: t('Restricted area (shared with selected users)') },
  }
  return (
    <Choice
      icon={looks[area.visibility].icon}
      title={looks[area.visibility].title}
      name={area.area_name}
      checked={chat.area?.area_id === area.area_id}
      count={area.table_count}
      isDefault={area.is_default}
      isRestricted={area.visibility === 'restricted'}
      owner={isAdmin && !area.is_owner && owner !== null ? shorten(owner, ownerLength) : null}
      onChoose={() => void chat.changeArea(area)}
    />
  )
}

interface ChoiceProps {
  icon: LucideIcon
  name: string
  checked: boolean
  count: number | null
  title?: string
  isDefault?: boolean
  isRestricted?: boolean
  owner?: string | null
  onChoose: () => void
}

function Choice({ icon, name, checked, count, title, isDefault, isRestricted, owner, onChoose }: ChoiceProps) {
  const { t } = useTranslation()
  return (
    <button
      type="button"
      className="group flex min-h-(--row) w-full items-center gap-2.5 rounded-control px-2 text-left hover:bg-hover aria-pressed:bg-(--accent-soft) aria-pressed:font-medium max-md:min-h-11"
      aria-pressed={checked}
      title={title}
      onClick={onChoose}
    >
      <Icon of={icon} className="text-faint group-aria-pressed:text-accent-text" />
      <bdi className="truncate min-w-0">{name}</bdi>
      {isDefault === true && <Badge tone="accent">{t('Default')}</Badge>}
      {isRestricted === true && <Badge>{t('Restricted')}</Badge>}
      {owner !== undefined && owner !== null && (
        <bdi className="min-w-0 truncate text-meta text-faint group-hover:text-muted group-aria-pressed:text-muted">
          {owner}
        </bdi>
      )}
      {count !== null && (
        <span className="ml-auto text-meta font-normal whitespace-nowrap text-faint tabular-nums group-hover:text-muted group-aria-pressed:text-muted">
          {tablesText(count, t)}
        </span>
      )}
    </button>
  )
}
