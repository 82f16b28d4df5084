import { useCallback, useState } from 'react'

/** A few groups with a few parts start open, others closed. */
const openAtFirst = { groups: 3, items: 50 }

/** Which groups are open. */
export function useOpenGroups(groups: { id: number; items: unknown[] }[]) {
  const [open, setOpen] = useState<ReadonlySet<number>>(() => new Set(areFew(groups) ? groups.map(({ id }) => id) : []))
  const toggle = useCallback(
    (id: number) =>
      setOpen((now) => {
        const next = new Set(now)
        if (!next.delete(id)) next.add(id)
        return next
      }),
    [],
  )
  return { open, toggle }
}

function areFew(groups: { items: unknown[] }[]): boolean {
  const items = groups.reduce((sum, group) => sum + group.items.length, 0)
  return groups.length <= openAtFirst.groups && items <= openAtFirst.items
}
