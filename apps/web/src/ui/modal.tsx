import { Dialog } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { cn } from '../lib/cn.ts'
import { Icon } from './icon.tsx'

interface ModalProps {
  open: boolean
  onClose: () => void
  title: string
  children: ReactNode
  /** Pixels; the documents' 800 by default. */
  width?: number
  className?: string
}

/** A dialog with a title and a close button; the backdrop and Escape close it too. */
export function Modal({ open, onClose, title, children, width, className }: ModalProps) {
  const { t } = useTranslation()
  return (
    <Dialog.Root open={open} onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="scrim" />
        <Dialog.Popup className={cn('modal', className)} style={{ width }}>
          <div className="modal-h">
            <Dialog.Title className="modal-t">{title}</Dialog.Title>
            <Dialog.Close className="btn btn-quiet btn-icon btn-sm" aria-label={t('Close')}>
              <Icon of={X} />
            </Dialog.Close>
          </div>
          <div className="modal-b">{children}</div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
