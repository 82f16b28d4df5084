import { Dialog } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { cn } from '../lib/cn.ts'
import { buttonClass } from './button.tsx'
import { Icon } from './icon.tsx'
import { dialogClass, largeDialogClass, scrimClass } from './scrim.ts'
import { QuestionsProvider } from './questions.tsx'
import { useFocusReturn } from './use-focus-return.ts'

interface ModalProps {
  open: boolean
  onClose: () => void
  title: string
  children: ReactNode
  /** In pixels; 800 by default, as documented. */
  width?: number
  /** The documented bounds, if they differ from the stylesheet. */
  bounds?: { maxWidth: string; maxHeight: string; height?: string }
  /** As high as the window, and on phones all of it. */
  large?: boolean
  className?: string
  bodyClassName?: string
}

/**
 * A dialog with a title and a close button; the backdrop and Escape close it too. Tab stays inside, and the focus returns
 * to where it was. A long body scrolls below the title. Its questions are asked inside it: a dialog that is not nested
 * could not take the focus from this one.
 */
export function Modal({
  open,
  onClose,
  title,
  children,
  width,
  bounds,
  large = false,
  className,
  bodyClassName,
}: ModalProps) {
  const { t } = useTranslation()
  const finalFocus = useFocusReturn(open)
  return (
    <Dialog.Root open={open} onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={scrimClass} />
        <Dialog.Popup
          className={cn(large ? largeDialogClass : dialogClass, className)}
          style={{ width, ...bounds }}
          finalFocus={finalFocus}
        >
          <div className="flex flex-none items-center gap-2 border-b border-line py-3.5 pr-3 pl-5">
            <Dialog.Title className="flex-1 text-base/6 font-semibold">{title}</Dialog.Title>
            <Dialog.Close
              className={buttonClass({ kind: 'quiet', size: 'small', square: true })}
              aria-label={t('Close')}
            >
              <Icon of={X} />
            </Dialog.Close>
          </div>
          <div className={cn('overflow-auto p-5', large && 'max-md:p-4', bodyClassName)}>
            <QuestionsProvider>{children}</QuestionsProvider>
          </div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
