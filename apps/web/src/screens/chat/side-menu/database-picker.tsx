import { message, type Message } from '@parlance/contract'
import { Menu } from '@base-ui/react/menu'
import { Cable, Check, ChevronsUpDown, Settings2, TriangleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Database } from '../../../api/databases.ts'
import { ApiError } from '../../../lib/api-error.ts'
import { databaseTypeLetters, databaseTypeName } from '../../../lib/database-types.ts'
import { cutAtSign } from '../../../lib/format.ts'
import { translate } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { connectionStateText, selectionText, statedConnection } from '../../../components/connection-state.tsx'
import { EngineMark } from '../../../ui/engine-mark.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { MenuDivider, MenuItem, MenuPopup } from '../../../ui/menu.tsx'
import { Note } from '../../../ui/note.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import type { Chat } from '../state/use-chat.ts'
import { tablesText } from './tables-text.ts'
import { LinkButton } from '../../../ui/link-button.tsx'

interface DatabasePickerProps {
  chat: Chat
  onLeave: () => void
  onDialog: (dialog: 'databases' | 'connections') => void
}

const pickerClass =
  'flex min-h-12 w-full items-center gap-2.5 rounded-control border border-line-strong bg-raised py-1 pr-2.5 pl-2 text-left enabled:hover:tint-hover disabled:cursor-default'

/** Shows the selected database and a list to choose another one. */
export function DatabasePicker({ chat, onLeave, onDialog }: DatabasePickerProps) {
  const { t } = useTranslation()
  const { configurations, database, tableCount } = chat.scope
  const isAdmin = chat.user.role === 'ADMIN'
  if (configurations.isPending)
    return (
      <div className={pickerClass} aria-hidden>
        <Skeleton className="min-w-0 flex-1" />
      </div>
    )
  if (configurations.isError)
    return <LoadFailure error={configurations.error} onRetry={() => void configurations.refetch()} />
  const list = configurations.data
  if (list.length === 0) {
    return (
      <p className="px-2 py-1 text-xs/[18px] text-muted">
        {t('No database connections available.')}
        {isAdmin ? (
          <ManageLink text={t('Connect a database')} onDialog={onDialog} />
        ) : (
          ` ${t('Please contact your administrator to configure databases.')}`
        )}
      </p>
    )
  }
  const placeholder = isAdmin ? t('Change database...') : t('Select database...')
  return (
    <>
      <Menu.Root>
        <Menu.Trigger className={pickerClass} disabled={!isAdmin && list.length <= 1}>
          {database === null ? (
            <span className="min-w-0 flex-1 text-muted">{placeholder}</span>
          ) : (
            <>
              <span className="sr-only">{placeholder} </span>
              <EngineMark>{databaseTypeLetters(database.db_type)}</EngineMark>
              <span className="min-w-0 flex-1">
                <b className="block truncate leading-[18px] font-medium">
                  <bdi>{database.name}</bdi>
                </b>
                <span className="text-meta text-faint truncate min-w-0 block">
                  {[
                    databaseTypeName(database.db_type),
                    translate(t, connectionStateText(statedConnection(database))),
                    tableCount === null ? null : tablesText(tableCount, t),
                  ]
                    .filter((part) => part !== null)
                    .join(' · ')}
                </span>
              </span>
            </>
          )}
          <Icon of={ChevronsUpDown} className="text-faint" />
        </Menu.Trigger>
        <MenuPopup align="start" className="w-(--anchor-width)">
          {list.map((item) => (
            <DatabaseItem
              key={item.id}
              database={item}
              onChoose={() => {
                onLeave()
                void chat.changeDatabase(item)
              }}
            />
          ))}
          <MenuDivider />
          <MenuItem onClick={() => onDialog(isAdmin ? 'databases' : 'connections')}>
            <Icon of={isAdmin ? Settings2 : Cable} />
            {isAdmin ? t('Manage databases') : t('View Database Connections')}
          </MenuItem>
        </MenuPopup>
      </Menu.Root>
      {isAdmin && database !== null && !database.is_valid && (
        <p className="px-2 py-1 text-xs/[18px] text-warning">
          {database.state === 'failed'
            ? t('The last test of this connection failed.')
            : t('This connection has not been tested.')}{' '}
          <ManageLink text={t('Test it in Database Management')} onDialog={onDialog} />
        </p>
      )}
    </>
  )
}

function DatabaseItem({ database, onChoose }: { database: Database; onChoose: () => void }) {
  const { t } = useTranslation()
  const owner = !database.is_owner && database.owner_name !== null ? cutAtSign(database.owner_name) : null
  const state = selectionText(database, t)
  return (
    <MenuItem onClick={onChoose} title={state}>
      <EngineMark>{databaseTypeLetters(database.db_type)}</EngineMark>
      <span className="min-w-0 flex-1">
        <bdi className="truncate min-w-0 block">{database.name}</bdi>
        <span className="text-meta text-faint truncate min-w-0 block">
          {[databaseTypeName(database.db_type), translate(t, connectionStateText(statedConnection(database))), owner]
            .filter((part) => part !== null)
            .join(' · ')}
        </span>
      </span>
      {!database.is_valid && <Icon of={TriangleAlert} className="text-warning" />}
      {database.is_active && <Icon of={Check} />}
      <span className="sr-only">{state}</span>
    </MenuItem>
  )
}

function ManageLink({ text, onDialog }: { text: string; onDialog: DatabasePickerProps['onDialog'] }) {
  return (
    <LinkButton className="max-md:min-h-11" onClick={() => onDialog('databases')}>
      {text}
    </LinkButton>
  )
}

function LoadFailure({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { t } = useTranslation()
  return (
    <Note tone="danger">
      <p>{translate(t, failureText(error))}</p>
      <Button size="small" className="mt-2" onClick={onRetry}>
        {t('Retry')}
      </Button>
    </Note>
  )
}

function failureText(error: unknown): Message {
  if (error instanceof ApiError && error.status === 401)
    return message('Authentication error. Please try logging out and back in.')
  if (error instanceof ApiError && error.status === 0) return message('Network error. Please check your connection.')
  return message('Error loading database configurations.')
}
