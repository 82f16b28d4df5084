import type { Area } from '@parlance/contract'
import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useMemo } from 'react'
import { areaAccessQuery } from '../../../api/areas.ts'
import { meQuery } from '../../../api/auth.ts'
import { userPageQuery } from '../../../api/user-directory.ts'
import { shownAtMost } from '../../../components/search-picker.tsx'

/** An area to preview, saved or not. */
export interface PreviewedArea extends Pick<Area, 'application_id' | 'visibility'> {
  /** Null if the area isn't saved yet. */
  area_id: string | null
  tables: { table_name: string }[]
}

export interface Person {
  id: string
  /** The name and email address shown in the choice. */
  label: string
  name: string
  email: string
}

/** The user that a typed label, email address or name refers to; null if it matches none, or is the name of several. */
function findPerson(people: Person[], typed: string): Person | null {
  const wanted = typed.trim().toLowerCase()
  const isTyped = (text: string) => text.toLowerCase() === wanted
  const exact = people.find(({ label, email }) => isTyped(label) || isTyped(email))
  if (exact !== undefined) return exact
  const named = people.filter(({ name }) => isTyped(name))
  return named.length === 1 ? (named[0] ?? null) : null
}

/**
 * The users that the caller may preview as, and the one that a text refers to. Administrators search all active users;
 * others choose between themselves and the access list.
 */
export function usePreviewPeople({ area_id: areaId, visibility }: PreviewedArea, typed: string) {
  const me = useQuery(meQuery)
  const isAdmin = me.data?.role === 'ADMIN'
  const isOwner = me.data !== undefined && !isAdmin
  const search = searchOf(useDeferredValue(typed))
  const users = useQuery({
    ...userPageQuery({ search: search === '' ? undefined : search, state: 'active', page_size: shownAtMost }),
    enabled: isAdmin,
  })
  const access = useQuery({
    ...areaAccessQuery(areaId ?? ''),
    enabled: areaId !== null && isOwner && visibility === 'restricted',
  })
  const people = useMemo((): Person[] => {
    const own = me.data === undefined ? [] : [personOf(me.data.user_id, me.data.username, me.data.email)]
    if (!isAdmin) {
      const listed = access.data?.access_list ?? []
      return unique([...own, ...listed.map(({ user_id, user_name, email }) => personOf(user_id, user_name, email))])
    }
    const found = users.data?.users ?? []
    return unique([...found.map(({ user_id, username, email }) => personOf(user_id, username, email)), ...own])
  }, [me.data, isAdmin, access.data, users.data])
  return { people, person: findPerson(people, typed), isAdmin, error: users.error ?? access.error }
}

/** A label is searched by its email address. */
function searchOf(typed: string): string {
  return /\(([^()]+)\)$/.exec(typed.trim())?.[1] ?? typed.trim()
}

function personOf(id: string, name: string | null, email: string): Person {
  const isNamed = name !== null && name !== '' && name !== email
  return { id, email, name: isNamed ? name : email, label: isNamed ? `${name} (${email})` : email }
}

function unique(people: Person[]): Person[] {
  return [...new Map(people.map((person) => [person.id, person])).values()]
}
