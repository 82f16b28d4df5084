import type { AccessChange, UpdateUserAccessResponse, UserAccess } from '@parlance/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { updateUserAccess, userAccessQuery } from '../../api/users.ts'
import { describeError } from '../../lib/api-error.ts'

/** In milliseconds: how long a partly failed save shows its list before the access is reloaded. */
const reloadAfter = 1000

export type AccessType = AccessChange['type']

export interface AccessItem {
  type: AccessType
  id: string
  name: string
  description: string | null
  /** The user owns it and needs no grant. */
  isOwner: boolean
  hasAccess: boolean
}

export interface AccessFailure {
  text: string
  items: { id: string; name: string; type: AccessType; detail: string }[]
}

/** The access of one user: stored, selected, and the difference between the two. */
export function useAccess(userId: string) {
  const { t } = useTranslation()
  const access = useQuery(userAccessQuery(userId))
  const [ticked, setTicked] = useState<Record<string, boolean>>({})
  const [failure, setFailure] = useState<AccessFailure | null>(null)
  const [isSaving, setSaving] = useState(false)
  const saving = useRef(false)
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  const items = access.data === undefined ? [] : itemsOf(access.data)
  const isTicked = (item: AccessItem) => item.isOwner || (ticked[keyOf(item)] ?? item.hasAccess)
  const changes = items
    .filter((item) => isTicked(item) !== (item.isOwner || item.hasAccess))
    .map((item): AccessChange => ({ type: item.type, id: item.id, has_access: isTicked(item) }))

  const reload = async () => {
    await access.refetch()
    setTicked({})
  }
  const show = ({ total, succeeded, failed }: UpdateUserAccessResponse) => {
    const isPartial = succeeded > 0
    const text = isPartial
      ? t('Some changes could not be saved. {n} of {total} changes were successful.', { n: succeeded, total })
      : t('Failed to save any changes.')
    setFailure({ text, items: failed })
    if (isPartial) timer.current = setTimeout(() => void reload(), reloadAfter)
  }
  /** Resolves to null if not everything was saved, else to whether anything was changed. */
  const save = async (): Promise<boolean | null> => {
    if (saving.current || access.data === undefined) return null
    if (changes.length === 0) return false
    saving.current = true
    setSaving(true)
    setFailure(null)
    clearTimeout(timer.current)
    try {
      const outcome = await updateUserAccess(userId, changes)
      if (outcome.failed.length === 0) return true
      show(outcome)
      return null
    } catch (error) {
      setFailure({ text: describeError(error, t('An unexpected error occurred.')), items: [] })
      return null
    } finally {
      saving.current = false
      setSaving(false)
    }
  }
  return {
    query: access,
    items,
    failure,
    isSaving,
    isDirty: changes.length > 0,
    isTicked,
    tick: (item: AccessItem, isOn: boolean) => setTicked((others) => ({ ...others, [keyOf(item)]: isOn })),
    save,
  }
}

function itemsOf({ databases, business_areas: areas }: UserAccess): AccessItem[] {
  return [
    ...databases.map(({ id, name, description, is_owner, has_access }) => ({
      type: 'database' as const,
      id,
      name,
      description,
      isOwner: is_owner,
      hasAccess: has_access,
    })),
    ...areas.map(({ area_id, area_name, description, is_owner, has_access }) => ({
      type: 'business_area' as const,
      id: area_id,
      name: area_name,
      description,
      isOwner: is_owner,
      hasAccess: has_access,
    })),
  ]
}

function keyOf({ type, id }: AccessItem): string {
  return `${type} ${id}`
}
