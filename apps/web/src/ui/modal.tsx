import { Dialog } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { cn } from '../lib/cn.ts'
import { Icon } from './icon.tsx'
import { QuestionsProvider } from './questions.tsx'

interface ModalProps {
  open: boolean
  onClose: () => void
  title: string
  children: ReactNode
  /** In pixels; 800 by default, as documented. */
  width?: number
  /** The documented bounds, if they differ from the stylesheet. */
  bounds?: { maxWidth: string; maxHeight: string; height?: string }
  className?: string
  bodyClassName?: string
}

/**
 * A dialog with a title and a close button; the backdrop and Escape close it too. Its questions are asked inside it: a
 * dialog that is not nested could not take the focus from this one.
 */
export function Modal({ open, onClose, title, children, width, bounds, className, bodyClassName }: ModalProps) {
  const { t } = useTranslation()
  return (
    <Dialog.Root open={open} onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="scrim" />
        <Dialog.Popup className={cn('modal', className)} style={{ width, ...bounds }}>
          <div className="modal-head">
            <Dialog.Title className="modal-title">{title}</Dialog.Title>
            <Dialog.Close className="button button-quiet button-icon button-small" aria-label={t('Close')}>
              <Icon of={X} />
            </Dialog.Close>
          </div>
          <div className={cn('modal-body', bodyClassName)}>
            <QuestionsProvider>{children}</QuestionsProvider>
          </div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
