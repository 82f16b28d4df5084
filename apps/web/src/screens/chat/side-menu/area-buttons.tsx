import { Pencil, Plus, Trash2 } from 'lucide-react'
import { actions } from '../../../actions/definitions.ts'
import { ActionButton } from '../../../components/action-button.tsx'

/** The administrators' actions on business areas. */
export function AreaButtons() {
  return (
    <span className="flex gap-0.5">
      <ActionButton action={actions.addArea} icon={Plus} kind="quiet" size="small" square />
      <ActionButton action={actions.editArea} icon={Pencil} kind="quiet" size="small" square />
      <ActionButton action={actions.deleteArea} icon={Trash2} kind="quiet" size="small" square />
    </span>
  )
}
