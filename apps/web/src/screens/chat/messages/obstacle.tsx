import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { buttonClass } from '../../../ui/button.tsx'
import type { LiveChat } from '../state/use-chat.ts'
import type { Scope } from '../state/use-scope.ts'

/** Why no question can be answered now. */
export type ObstacleKind = 'no-database' | 'untested' | 'many-tables' | 'inactive-areas' | 'no-access'

/** What prevents questions. Null if nothing does, or while that is unknown. */
export function obstacleOf({ scope, isFileAsked }: Pick<LiveChat, 'scope' | 'isFileAsked'>): ObstacleKind | null {
  const { settled, configurations, database, noArea } = scope
  if (!settled || isFileAsked || configurations.isError || scope.areas.isError) return null
  if (database === null) return (configurations.data ?? []).some((each) => each.is_valid) ? null : emptyKind(scope)
  if (!database.is_valid) return 'untested'
  const kinds = { none: null, many: 'many-tables', inactive: 'inactive-areas', others: 'no-access' } as const
  return noArea === null ? null : kinds[noArea]
}

function emptyKind({ configurations }: Scope): ObstacleKind {
  return (configurations.data ?? []).length === 0 ? 'no-database' : 'untested'
}

/** Says why no question can be answered, and shows administrators the one button that helps, and others whom to ask. */
export function Obstacle({ chat, kind }: { chat: LiveChat; kind: ObstacleKind }) {
  const { t } = useTranslation()
  const { database } = chat.scope
  const isAdmin = chat.user.role === 'ADMIN'
  const texts: Record<ObstacleKind, string> = {
    'no-database': t('No database is connected yet.'),
    untested: t('The connection to this database has not passed its test yet.'),
    'many-tables': t('This database has too many tables to ask about all of them. Questions need a business area.'),
    'inactive-areas': t('Questions about this database need an active business area.'),
    'no-access': t('Questions about this database need a business area that you can use.'),
  }
  return (
    <>
      <p className="prose mt-2 text-muted">{texts[kind]}</p>
      {isAdmin ? (
        <p className="mt-2">
          <Help kind={kind} databaseId={database?.id ?? null} />
        </p>
      ) : (
        <p className="prose mt-2">
          {database === null || database.owner_name === null
            ? t('Please contact your administrator')
            : t('Ask {name} or another administrator.', { name: database.owner_name })}
        </p>
      )}
    </>
  )
}

function Help({ kind, databaseId }: { kind: ObstacleKind; databaseId: string | null }): ReactNode {
  const { t } = useTranslation()
  const look = buttonClass({ kind: 'primary' })
  if (kind === 'no-database') {
    return (
      <Link className={look} to="/databases" search={{ form: 'new' }}>
        {t('Connect a database')}
      </Link>
    )
  }
  if (kind === 'untested' || databaseId === null) {
    return (
      <Link className={look} to="/databases">
        {t('Test the connection')}
      </Link>
    )
  }
  if (kind === 'inactive-areas') {
    return (
      <Link className={look} to="/business-areas">
        {t('Activate a business area')}
      </Link>
    )
  }
  return (
    <Link
      className={look}
      to="/business-areas/propose/$configId"
      params={{ configId: databaseId }}
      // A proposal runs queries, so it starts only on a click.
      preload={false}
    >
      {t('Set up business areas')}
    </Link>
  )
}
