import type { LucideIcon } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useAvailableActions } from '../actions/actions-provider.tsx'
import type { ActionDefinition } from '../actions/definitions.ts'
import { isAppleKeyboard, shortcutKeys } from '../actions/shortcut.ts'
import { Button, type ButtonStyle } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'

interface ActionButtonProps extends ButtonStyle {
  action: ActionDefinition
  icon: LucideIcon
  className?: string
}

/** A button for an action, with its name and shortcut; disabled where the open page does not have it. */
export function ActionButton({ action, icon, square = false, className, ...style }: ActionButtonProps) {
  const { t } = useTranslation()
  const perform = useAvailableActions().get(action.id)
  const keys = action.shortcut === null ? null : shortcutKeys(action.shortcut, isAppleKeyboard()).join(' ')
  const label = t(action.label)
  return (
    <Button
      {...style}
      square={square}
      className={className}
      disabled={perform === undefined}
      onClick={() => perform?.()}
      aria-label={square ? label : undefined}
      title={square && keys !== null ? `${label} (${keys})` : undefined}
    >
      <Icon of={icon} />
      {!square && label}
      {!square && keys !== null && (
        <span className="kbd" aria-hidden>
          {keys}
        </span>
      )}
    </Button>
  )
}
