import { Dialog } from '@base-ui/react/dialog'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { scrimClass } from '../ui/scrim.ts'

interface MenuFrameProps {
  /** On narrow screens the menu is a drawer over the page. */
  over: boolean
  open: boolean
  onClose: () => void
  children: ReactNode
}

const frame = 'flex h-full min-h-0 flex-col border-r border-line bg-sunken print:hidden'

/** The side menu: beside the page, or a drawer over it. */
export function MenuFrame({ over, open, onClose, children }: MenuFrameProps) {
  const { t } = useTranslation()
  if (!over) {
    return open ? (
      <aside className={frame} aria-label={t('Side menu')}>
        {children}
      </aside>
    ) : null
  }
  return (
    <Dialog.Root open={open} onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={scrimClass} />
        {/* As its own scrim, so that the scrim of a question lies above it. */}
        <Dialog.Popup className="fixed inset-y-0 left-0 z-40 w-[min(var(--side-menu),calc(100vw-44px))] bg-sunken shadow-(--shadow-dialog) transition-transform duration-(--slow) ease-(--ease) data-ending-style:-translate-x-full data-starting-style:-translate-x-full">
          <Dialog.Title className="sr-only">{t('Side menu')}</Dialog.Title>
          <div className={frame}>{children}</div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
