import { useState } from 'react'
import { useAction } from '../../../actions/actions-provider.tsx'
import { actions } from '../../../actions/definitions.ts'
import type { Chat } from '../state/use-chat.ts'

/** The administrators' actions on the selected area; edit and delete need a selection. */
export function useAreaActions(chat: Chat, onOpen: (form: string) => void): void {
  const [isDeleting, setDeleting] = useState(false)
  const isAdmin = chat.user.role === 'ADMIN'
  const area = isAdmin && chat.area !== null && chat.area.can_edit ? chat.area : null
  const remove = async () => {
    if (area === null) return
    setDeleting(true)
    await chat.removeArea(area)
    setDeleting(false)
  }
  useAction(actions.addArea, () => onOpen('new'), isAdmin)
  useAction(actions.editArea, () => area !== null && onOpen(area.area_id), area !== null)
  useAction(actions.deleteArea, () => void remove(), area !== null && !isDeleting)
}
