import type { ListedUser, UserFilter } from '@parlance/contract'
import { useState } from 'react'

/** Which users a bulk action is about: the chosen ones, or all that match the filters. */
export type Selection = { users: ReadonlyMap<string, ListedUser>; isAll: boolean }

const nothing: Selection = { users: new Map(), isAll: false }

/** The selected users, which stay selected on other pages, but not when the filters change. */
export function useSelection(filter: UserFilter) {
  const key = JSON.stringify(filter)
  const [stored, setStored] = useState({ key, selection: nothing })
  const selection = stored.key === key ? stored.selection : nothing
  const set = (next: Selection) => setStored({ key, selection: next })
  return {
    selection,
    toggle: (users: readonly ListedUser[], isOn: boolean) => {
      const chosen = new Map(selection.users)
      for (const user of users) {
        if (isOn) chosen.set(user.user_id, user)
        else chosen.delete(user.user_id)
      }
      set({ users: chosen, isAll: false })
    },
    selectAll: () => set({ ...selection, isAll: true }),
    clear: () => set(nothing),
  }
}
