import { CircleQuestionMark, Moon, Search } from 'lucide-react'
import { actions } from '../actions/definitions.ts'
import { ActionButton } from './action-button.tsx'

/** The buttons in the header of every page: palette, shortcuts, and theme. Phones show only the palette. */
export function HeaderActions() {
  return (
    <>
      <ActionButton action={actions.openPalette} icon={Search} kind="quiet" size="small" square />
      <ActionButton
        action={actions.showShortcuts}
        icon={CircleQuestionMark}
        kind="quiet"
        size="small"
        square
        className="max-md:hidden!"
      />
      <ActionButton
        action={actions.switchTheme}
        icon={Moon}
        kind="quiet"
        size="small"
        square
        className="max-md:hidden!"
      />
    </>
  )
}
