import type { LucideIcon } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { keysOf, useAvailableActions } from '../actions/actions-provider.tsx'
import type { ActionDefinition } from '../actions/definitions.ts'
import { shortcutText } from '../actions/shortcut.ts'
import { translate } from '../lib/i18n.ts'
import { Button, type ButtonStyle } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { KeyboardKey } from '../ui/keyboard-key.tsx'

interface ActionButtonProps extends ButtonStyle {
  action: ActionDefinition
  icon?: LucideIcon
  className?: string
}

/** A button for an action, with its name and shortcut; disabled if the open page does not have the action. */
export function ActionButton({ action, icon, square = false, className, ...style }: ActionButtonProps) {
  const { t } = useTranslation()
  const available = useAvailableActions()
  const perform = available.get(action.id)
  const shortcut = keysOf(action, available)
  const keys = shortcut === null ? null : shortcutText(shortcut, t)
  const label = translate(t, action.label)
  return (
    <Button
      {...style}
      square={square}
      className={className}
      disabled={perform === undefined}
      onClick={() => perform?.()}
      aria-label={square ? label : undefined}
      title={titleOf(label, keys, square)}
    >
      {icon !== undefined && <Icon of={icon} />}
      {!square && label}
      {!square && keys !== null && <KeyboardKey aria-hidden>{keys}</KeyboardKey>}
    </Button>
  )
}

/** The title of an icon button, with its keys if it has any. */
function titleOf(label: string, keys: string | null, square: boolean): string | undefined {
  if (!square) return undefined
  return keys === null ? label : `${label} (${keys})`
}
