import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import { keysOf, useAvailableActions } from '../actions/actions-provider.tsx'
import { actionSections, allActions } from '../actions/definitions.ts'
import { isAppleKeyboard, shortcutKeys } from '../actions/shortcut.ts'
import { translate } from '../lib/i18n.ts'
import { KeyboardKey } from '../ui/keyboard-key.tsx'
import { Modal } from '../ui/modal.tsx'

/** Lists every shortcut of the open page. */
export function ShortcutsSheet({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  const available = useAvailableActions()
  const shown = allActions.flatMap((action) => {
    const keys = available.has(action.id) ? keysOf(action, available) : null
    return keys === null ? [] : [{ action, keys }]
  })
  return (
    <Modal open={open} onClose={onClose} title={t('Keyboard shortcuts')}>
      {Object.entries(actionSections)
        .map(([id, title]) => ({ id, title, ofSection: shown.filter(({ action }) => action.section === id) }))
        .filter(({ ofSection }) => ofSection.length > 0)
        .map(({ id, title, ofSection }) => (
          <section key={id} className="[&+&]:mt-4">
            <h3 className="text-meta font-medium text-faint">{translate(t, title)}</h3>
            <dl>
              {ofSection.map(({ action, keys }) => (
                <div key={action.id} className="flex min-h-9 items-center border-b border-line last:border-0">
                  <dt>{translate(t, action.label)}</dt>
                  <dd className="ml-auto flex items-center gap-1">
                    <Keys shortcut={keys} />
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
    </Modal>
  )
}

/** The keys of a shortcut, with 'then' between those pressed one after another. */
function Keys({ shortcut }: { shortcut: string }) {
  const { t } = useTranslation()
  return shortcutKeys(shortcut, isAppleKeyboard()).map((keys, place) => (
    // oxlint-disable-next-line react/no-array-index-key -- the keys of a shortcut never change their order
    <Fragment key={place}>
      {place > 0 && <span className="text-meta text-faint">{t('then')}</span>}
      {keys.map((key) => (
        <KeyboardKey key={key} className="max-md:inline-flex!">
          {key}
        </KeyboardKey>
      ))}
    </Fragment>
  ))
}
