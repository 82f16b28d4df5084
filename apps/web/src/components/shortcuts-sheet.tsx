import { useTranslation } from 'react-i18next'
import { useAvailableActions } from '../actions/actions-provider.tsx'
import { actions } from '../actions/definitions.ts'
import { isAppleKeyboard, shortcutKeys } from '../actions/shortcut.ts'
import { Modal } from '../ui/modal.tsx'

/** Lists every shortcut that the open page has. */
export function ShortcutsSheet({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  const available = useAvailableActions()
  const shown = Object.values(actions).filter((action) => action.shortcut !== null && available.has(action.id))
  return (
    <Modal open={open} onClose={onClose} title={t('Keyboard shortcuts')}>
      <dl className="keys">
        {shown.map((action) => (
          <div key={action.id}>
            <dt>{t(action.label)}</dt>
            <dd>
              {shortcutKeys(action.shortcut ?? '', isAppleKeyboard()).map((key) => (
                <kbd key={key} className="kbd">
                  {key}
                </kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Modal>
  )
}
