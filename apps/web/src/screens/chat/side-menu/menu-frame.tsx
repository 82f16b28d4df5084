import { Dialog } from '@base-ui/react/dialog'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './side-menu.module.css'

interface MenuFrameProps {
  /** On narrow screens the menu is a drawer over the page. */
  over: boolean
  open: boolean
  onClose: () => void
  children: ReactNode
}

export function MenuFrame({ over, open, onClose, children }: MenuFrameProps) {
  const { t } = useTranslation()
  if (!over) {
    return open ? (
      <aside className={styles.sideMenu} aria-label={t('Side menu')}>
        {children}
      </aside>
    ) : null
  }
  return (
    <Dialog.Root open={open} onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="scrim" />
        <Dialog.Popup className={styles.drawer}>
          <Dialog.Title className="sr-only">{t('Side menu')}</Dialog.Title>
          <div className={styles.sideMenu}>{children}</div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
